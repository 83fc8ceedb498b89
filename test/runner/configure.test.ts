/** Tests which files below `config` are executed. */
import { expect, test } from 'vitest'
import { configure } from '../../src/sources/runner/thread/configure/configure.ts'
import { envHelper } from '../../src/sources/runner/thread/configure/env.ts'
import { projectWith } from './support.ts'

/** Returns the names of the configuration files that a project executes. */
function executed(files: Readonly<Record<string, string>>): readonly string[] {
  const loaded: string[] = []
  const load = (file: string): unknown => {
    loaded.push(file)
    return {}
  }
  configure({
    folder: projectWith(files),
    load,
    running: (_file, run) => run(),
    env: envHelper({}, () => undefined),
    environment: 'test',
  })
  return loaded.toSorted()
}

const BOTH = { 'config/middlewares.js': '', 'config/middlewares.ts': '', 'config/server.json': '{}' }

test('of two configuration files with the same name, a TypeScript project executes the TypeScript file', () => {
  expect(executed({ ...BOTH, 'tsconfig.json': '{}' })).toEqual([
    'config/middlewares.ts',
    'config/server.json',
  ])
  expect(executed({ 'config/api.js': '', 'tsconfig.json': '{}' })).toEqual(['config/api.js'])
})

test('of two configuration files with the same name, a JavaScript project executes the JavaScript file', () => {
  expect(executed(BOTH)).toEqual(['config/middlewares.js', 'config/server.json'])
})

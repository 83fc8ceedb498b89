/** The recipes of the README compile as a project of their own would compile them, and so do the published types. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { readme, root } from './support/readme.ts'

const folder = mkdtempSync(join(root, 'dist', 'recipes-'))
afterAll(() => rmSync(folder, { recursive: true }))

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: false,
  allowImportingTsExtensions: true,
  target: 'es2023',
  lib: ['es2024', 'esnext', 'dom', 'dom.iterable'],
  module: 'preserve',
  // As a project that names no types: those of Node are there only where a declaration asks for them.
  types: [],
}
const TSC = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))

/** What the compiler prints: faults, and with `--listFiles` the files that it read. */
function compiled(files: Readonly<Record<string, string>>, ...words: readonly string[]): Promise<string> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify({ compilerOptions: OPTIONS, files: Object.keys(files) }))
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024 }
    execFile(process.execPath, [TSC, '-p', config, ...words], options, (_error, out, err) =>
      resolve(out + err),
    )
  })
}

/** The faults of our own files. Declarations of peers may have their own. */
const ownFaults = (output: string): readonly string[] =>
  output.split('\n').filter((line) => line.includes(': error TS') && !/^(\.\.\/)*node_modules/.test(line))

describe('the recipes', () => {
  const [, section = ''] = /^### In front of a frontend$(.*?)^### /ms.exec(readme) ?? []
  const recipes = [...section.matchAll(/^```typescript\n\/\/ (\S+)\n(.*?)^```/gms)].map(
    ([, name = '', code = '']): readonly [string, string] => [name, code],
  )

  test('name every adapter', () => {
    const doors = ['mock', 'world', 'msw', 'playwright', 'next', 'vite', 'express', 'hono']
    const text = recipes.map(([, code]) => code).join('')
    expect(doors.filter((door) => !text.includes(`'populace/${door}'`))).toEqual([])
  })

  test('compile', async () => {
    expect(ownFaults(await compiled(Object.fromEntries(recipes)))).toEqual([])
  })

  test('with a wrong name do not compile', async () => {
    const wrong = recipes.map(([name, code]): readonly [string, string] => [
      name,
      code.replace('import { handle }', 'import { handel as handle }'),
    ])
    expect(ownFaults(await compiled(Object.fromEntries(wrong))).length).toBeGreaterThan(5)
  })
})

describe('the published types', () => {
  const WITHOUT_NODE = [
    '',
    '/core',
    '/openapi',
    '/types',
    '/world',
    '/next',
    '/hono',
    '/msw',
    '/oracle',
    '/properties',
  ]
  const use = (door: string): Readonly<Record<string, string>> => ({
    'use.ts': `export * from 'populace${door}'\n`,
  })

  test.each(WITHOUT_NODE)('populace%s needs no types of Node', async (door) => {
    const output = await compiled(use(door), '--listFiles')
    expect(ownFaults(output)).toEqual([])
    expect(output).toContain('dist/bundle/types')
    expect(output).not.toMatch(/@types\/node\//)
  })

  test.each(['/mock', '/express', '/playwright', '/vite'])(
    'populace%s brings the types of Node',
    async (door) => {
      const output = await compiled(use(door), '--listFiles')
      expect(ownFaults(output)).toEqual([])
      expect(output).toMatch(/@types\/node\//)
    },
  )
})

/**
 * Tests where a command finds its source: the argument, `--data`, the project around the working directory, or the
 * example.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { noteLines } from '../../src/cli/notes.ts'
import { printable } from '../../src/util/printable.ts'
import { makeProject } from '../support/project.ts'

const cli = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const project = makeProject()
const empty = join(project.folder, '..', `${project.folder.split('/').at(-1)}-empty`)
mkdirSync(empty)
afterAll(() => {
  project.remove()
  rmSync(empty, { recursive: true })
})

function run(cwd: string, ...args: readonly string[]): { code: number | null; out: string; err: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    ...{ cwd, encoding: 'utf8', env: { ...process.env, ...environment } },
  })
  return { code: status, out: stdout, err: stderr }
}

let environment: Readonly<Record<string, string>> = {}

const TAGS = '/api/tags?fields=name&filters[id]=4'

test('without a source, a command opens the project around the working directory', () => {
  const { out, err } = run(join(project.folder, 'src/api'), 'get', TAGS)
  expect(JSON.parse(out).data).toHaveLength(1)
  expect(err).toContain(`Source: ${realpathSync(project.folder)}\n`)
})

test('without a source or a project, a command opens the built-in example and says so', () => {
  const { code, out, err } = run(empty, 'get', '/api/restaurants?fields=name')
  expect(code).toBe(0)
  expect(JSON.parse(out).data.length).toBeGreaterThan(0)
  expect(err).toMatch(/^No Strapi project here: this is the built-in example\. /)
})

test.each([
  ['an argument', ['get', TAGS, project.folder]],
  ['--data', ['get', TAGS, '--data', project.folder]],
])('a command accepts the source as %s', (_how, args) => {
  const { out, err } = run(empty, ...args)
  expect(JSON.parse(out).data).toHaveLength(1)
  expect(err).not.toContain('Source:')
})

test.each([
  ['types', [project.folder], ['--data', project.folder]],
  ['openapi', [project.folder], ['--data', project.folder]],
  ['validate', [project.folder], ['--data', project.folder]],
])('%s accepts the source as an argument and as --data', (name, first, second) => {
  expect(run(empty, name, ...first).out).toBe(run(empty, name, ...second).out)
})

test('`types` and `openapi` permit any locale for a project without its database, but with made-up entries only listed locales', () => {
  environment = { DATABASE_FILENAME: 'none.db' }
  const words = (...args: readonly string[]) => run(empty, ...args, project.folder).out
  expect(words('types')).toContain('export type Locale = string\n')
  expect(JSON.parse(words('openapi')).components.parameters.locale.schema).toEqual({ type: 'string' })
  expect(words('types', '--fake', '2')).toMatch(/export type Locale = '/)
  environment = {}
  expect(words('types')).toMatch(/export type Locale = '/)
})

test('a folder that is no project gets an error of one sentence and exit status 2', () => {
  const { code, err } = run(empty, 'serve', empty)
  expect([code, err.trim().split('\n').length]).toEqual([2, 1])
})

const note = (says: string, file = 'a.json') => ({ file, line: 0, says })

test('notes of one kind are combined in one line, and at most eight lines are printed', () => {
  const packages = ['axios', 'mjml', 'stripe'].map((name) =>
    note(`The package "${name}" is not installed. src/${name}.ts:3 imports it.`),
  )
  expect(noteLines(packages, false)).toEqual([
    'a.json: The package "axios" is not installed. src/axios.ts:3 imports it. (and 2 more notes of this kind)',
    '--verbose prints all 3 notes.',
  ])
  expect(noteLines(packages, true)).toHaveLength(3)
  const kinds = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'].map((word) =>
    note(word),
  )
  expect(noteLines(kinds, false)).toHaveLength(8)
  expect(noteLines(kinds, false).slice(-2)).toEqual([
    'and 3 more kinds of notes',
    '--verbose prints all 9 notes.',
  ])
  expect(noteLines(kinds.slice(0, 8), false)).toHaveLength(8)
})

test.each([
  ['Configuración 🚀 日本語', 'Configuración 🚀 日本語'],
  ['\u001b[31m\u0085\u202ea\u2028\u00a0\u200b\n', '\\u001b[31m\\u0085\\u202ea\\u2028\\u00a0\\u200b\\u000a'],
  ['\ud800', '\\ud800'],
])('%j is printed as %j', (text, shown) => {
  expect(printable(text, 100)).toBe(shown)
})

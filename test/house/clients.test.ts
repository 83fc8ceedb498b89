/** The documentation names the tested clients in the tested versions. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Lines of the table: name, version, and test file. */
const named = [
  ...read('.github/docs/clients.md').matchAll(
    /^\| `([^`]+)` ([\d.]+) .*\]\(\.\.\/\.\.\/(test\/clients\/[^)]+)\) \|$/gm,
  ),
].map(([, name = '', version = '', file = '']) => ({ name, version, file }))

/** Packages that the clients or a browser need. */
const HELPERS = ['@sparticuz/chromium', 'axios', 'esbuild', 'ofetch', 'qs', 'typescript', 'vue']

test('each has its version, and no other is installed', () => {
  const { devDependencies }: { readonly devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    read('test/clients/package.json'),
  )
  const installed = Object.entries(devDependencies).filter(([name]) => !HELPERS.includes(name))
  expect(named.length).toBeGreaterThan(8)
  expect(named.map(({ name, version }) => [name, version]).sort()).toEqual(installed.sort())
})

test('each has tests, which load it', () => {
  const untested = named.filter(
    ({ name, file }) => !existsSync(join(root, file)) || !read(file).includes(name),
  )
  expect(untested).toEqual([])
})

/** Tests that the documentation names the tested clients with the tested versions. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The name, version and test file in each row of the table. */
const named = [
  ...read('.github/docs/clients.md').matchAll(
    /^\| `([^`]+)` ([\d.]+) .*\]\(\.\.\/\.\.\/(test\/clients\/[^)]+)\) \|$/gm,
  ),
].map(([, name = '', version = '', file = '']) => ({ name, version, file }))

/** Installed packages that are not clients; a client or a browser needs these packages. */
const HELPERS = ['@sparticuz/chromium', 'axios', 'esbuild', 'ofetch', 'qs', 'typescript', 'vue']

test('each listed client is installed in its version, and no other client is installed', () => {
  const { devDependencies }: { readonly devDependencies: Readonly<Record<string, string>> } = JSON.parse(
    read('test/clients/package.json'),
  )
  const installed = Object.entries(devDependencies).filter(([name]) => !HELPERS.includes(name))
  expect(named.length).toBeGreaterThan(8)
  expect(named.map(({ name, version }) => [name, version]).sort()).toEqual(installed.sort())
})

test('each listed client has a test file that names it', () => {
  const untested = named.filter(
    ({ name, file }) => !existsSync(join(root, file)) || !read(file).includes(name),
  )
  expect(untested).toEqual([])
})

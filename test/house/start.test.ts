/** Tests that a command loads a limited number of bytes of published files at its start. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const bundle = join(root, 'dist/bundle')
const read = (name: string): string => readFileSync(join(bundle, name), 'utf8')

/** Returns the published files that Node loads for the given entry files, and their total size in bytes. */
function loadedWith(...names: readonly string[]): {
  readonly files: ReadonlySet<string>
  readonly bytes: number
  /** The size of each file in bytes, the largest file first. */
  readonly sizes: string
} {
  const files = new Set(names)
  let bytes = 0
  const sizes = new Map<string, number>()
  for (const name of files) {
    const text = read(name)
    sizes.set(name, Buffer.byteLength(text))
    bytes += Buffer.byteLength(text)
    for (const [, other = ''] of text.matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g)) files.add(other)
  }
  const largest = [...sizes].sort(([, one], [, other]) => other - one)
  return { files, bytes, sizes: largest.map(([name, size]) => `${name}: ${size}`).join(', ') }
}

test('the command that prints the help loads neither the reference nor a dataset', () => {
  const { files, bytes } = loadedWith('cli.js')
  expect([...files]).not.toContain('chunk-graph.js')
  expect(bytes).toBeLessThan(100_000)
})

test('the files that `serve` loads before it listens do not include the code that answers', () => {
  const { files, bytes, sizes } = loadedWith('cli.js', 'chunk-serve.js')
  for (const name of ['chunk-reference.js', 'chunk-server.js', 'chunk-explain.js', 'chunk-answering.js'])
    expect([...files]).not.toContain(name)
  expect(files.size).toBeGreaterThan(5)
  // The limit includes the tables of quirks and changes, which grow with each entry. Code that only answers belongs in
  // modules that `chunk-graph.js` does not load, so for example not in `src/reference/values.ts`.
  expect(bytes, sizes).toBeLessThan(460_000)
})

test('the files that open a project and start its thread do not include the code that answers', () => {
  const opening = readdirSync(bundle).filter(
    (name) => name.endsWith('.js') && read(name).includes('// src/sources/project/sync.ts'),
  )
  expect(opening).toHaveLength(1)
  const { files } = loadedWith('cli.js', 'chunk-serve.js', ...opening)
  for (const name of ['chunk-reference.js', 'chunk-server.js', 'chunk-explain.js'])
    expect([...files]).not.toContain(name)
})

test("no file of the bundle imports node:http, because the import would load Node's client for WebSockets", () => {
  const importing = readdirSync(bundle)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => /from\s*["']node:http["']/.test(read(name)))
  expect(importing).toEqual([])
})

/** Tests each example and command of the documentation in a separate process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { blocksOf, examples, pages, root, run } from './support/docs.ts'

/** A pattern for commands that do not end, or that need a server or another file. */
const NEEDS_MORE = / (serve|check)\b|--from http|https?:|\b(HOST|DIR|FILE|SOURCE|URL)\b/

describe('the documentation', () => {
  const folder = mkdtempSync(join(root, 'dist', 'docs-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(examples)('$page: example $number prints the output that the page shows', async (example) => {
    const { page, number, code, prints } = example
    const file = join(folder, `${page.replaceAll('/', '-')}-${number}.mjs`)
    writeFileSync(file, code)
    const { code: status, out } = await run(process.execPath, [file])
    expect(out.trim().split('\n')).toEqual(prints)
    expect(status).toBe(0)
  })

  const commands = pages
    .flatMap((page) => blocksOf(page, 'sh'))
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('npx populace ') && !NEEDS_MORE.test(line))
    // The commands `inspect .` and `fake-values .` run on a fixture in place of the reader's project.
    .map((line) => line.replace(/^(npx populace (?:inspect|fake-values)) \.(?= |$)/, '$1 fixtures/guide'))
    .flatMap((line) => line.split(' && '))

  test.each([...new Set(commands)])('%s', async (line) => {
    const text = line.replace('npx populace ', '').replace(/ +# .*$/, '')
    const given = [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    // The output of each command goes to a temporary folder.
    const out = mkdtempSync(join(folder, 'out-'))
    const words = given.map((word, at) => (given[at - 1] === '--out' ? join(out, word) : word))
    expect((await run(process.execPath, ['dist/bundle/cli.js', ...words])).code).toBe(0)
  })

  test('the Vitest files in the examples of the documentation pass', async () => {
    const files = pages.flatMap((page) => blocksOf(page, 'typescript'))
    const named = new Map(files.map((code) => [/^\/\/ (\S+)/.exec(code)?.[1] ?? '', code]))
    const parts = ['content.ts', 'setup.ts', ...[...named.keys()].filter((name) => name.endsWith('.test.ts'))]
    expect(parts.length).toBeGreaterThanOrEqual(5)
    for (const name of parts) writeFileSync(join(folder, name), named.get(name) ?? '')
    writeFileSync(join(folder, 'vitest.config.ts'), "export default { test: { setupFiles: ['setup.ts'] } }\n")
    const { code, out } = await run(process.execPath, [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--root',
      folder,
    ])
    expect(out).toContain(`${parts.length - 2} passed`)
    expect(code).toBe(0)
  })
})

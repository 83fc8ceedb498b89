/** Runs the examples and commands of the README, each in a process of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { blocks, examples, root, run } from './support/readme.ts'

describe('README', () => {
  const folder = mkdtempSync(join(root, 'dist', 'readme-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  test.each(examples)(
    'example $number prints the output that it claims',
    async ({ number, code, prints }) => {
      const file = join(folder, `example-${number}.mjs`)
      writeFileSync(file, code)
      const { code: status, out } = await run(process.execPath, [file])
      expect(out.trim().split('\n')).toEqual(prints)
      expect(status).toBe(0)
    },
  )

  const commands = blocks('sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('npx populace ') && !/ (serve|check) /.test(line))
  test.each(commands)('%s', async (line) => {
    const text = line.replace('npx populace ', '').replace(/ +# .*$/, '')
    const given = [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    // Output goes to a temporary folder.
    const words = given.map((word, at) => (given[at - 1] === '--out' ? join(folder, word) : word))
    expect((await run(process.execPath, ['dist/bundle/cli.js', ...words])).code).toBe(0)
  })
})

/** The commands of the README run. */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { blocks, root, run } from './support/readme.ts'

describe('README', () => {
  const folder = mkdtempSync(join(root, 'dist', 'readme-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const commands = blocks('sh')
    .flatMap((block) => block.split('\n'))
    .filter((line) => line.startsWith('npx populace ') && !/ (serve|check) /.test(line))
  test.each(commands)('%s', async (line) => {
    const text = line.replace('npx populace ', '').replace(/ +# .*$/, '')
    const given = [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
    // What is written goes where nobody keeps it.
    const words = given.map((word, at) => (given[at - 1] === '--out' ? join(folder, word) : word))
    expect((await run(process.execPath, ['dist/bundle/cli.js', ...words])).code).toBe(0)
  })
})

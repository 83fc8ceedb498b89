/** Compares the table of commands with the documentation, and runs an example of each command. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { pages } from '../support/docs.ts'

const main = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const documentation = pages.map(({ text }) => text).join('\n')

/** A folder that no command writes to, since it is not empty. */
const full = mkdtempSync(join(tmpdir(), 'populace-'))
writeFileSync(join(full, 'note.txt'), '')
afterAll(() => rmSync(full, { recursive: true }))

interface Example {
  readonly args: readonly string[]
  readonly code: number
  /** Part of standard output and standard error. */
  readonly prints: RegExp
}

const URL_PATH = '/api/restaurants?fields=name'

/** One example of each command that ends soon. */
const EXAMPLES: Readonly<Record<string, Example>> = {
  serve: { args: ['--host', '0.0.0.0', '--developer'], code: 2, prints: /--developer .* expected a host/ },
  get: { args: [URL_PATH], code: 0, prints: /"name":"Biscotte"/ },
  explain: { args: [`${URL_PATH}&filters[nope]=1`], code: 0, prints: /Invalid key nope/ },
  validate: { args: ['fixtures/guide'], code: 0, prints: /^No faults/ },
  inspect: { args: ['fixtures/guide'], code: 0, prints: /^Types \(/m },
  import: { args: ['fixtures/guide', '--out', full], code: 2, prints: /expected a new or an empty folder/ },
  dataset: { args: ['guide', '--as', 'resolved'], code: 0, prints: /"documentId":/ },
  check: { args: ['--target', 'http://127.0.0.1:1'], code: 2, prints: /127\.0\.0\.1:1/ },
  suite: { args: ['--dataset', 'corners'], code: 0, prints: /"dataset":"corners"/ },
  types: { args: ['--role', 'public'], code: 0, prints: /export / },
  openapi: { args: ['--title', 'Guide'], code: 0, prints: /"title": "Guide"/ },
  'fake-values': { args: ['fixtures/guide', '--fake', '3'], code: 0, prints: /"api::article.article": \{/ },
  upgrade: { args: ['--from', '5.54', '--to', '5.54', '--runs', '5'], code: 0, prints: /^From / },
  since: { args: [URL_PATH, '--json'], code: 0, prints: /^[[{]/ },
  site: { args: ['--out', full], code: 2, prints: /expected a new or an empty folder/ },
  quirks: { args: ['--json'], code: 0, prints: /ne-array-or/ },
}

const run = (args: readonly string[]): Promise<{ readonly code: unknown; readonly text: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { maxBuffer: 2 ** 28 }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, text: out + err }),
    )
  })

describe('commands', () => {
  const names = Object.keys(COMMANDS)

  test('each has an example here', () => {
    expect(Object.keys(EXAMPLES)).toEqual(names)
  })

  test('each is in the documentation, which names no other', () => {
    const named = [...documentation.matchAll(/(?:npx |`)populace ([a-z][a-z-]*)\b/g)].map(([, name]) => name)
    expect([...new Set(named)].sort()).toEqual([...names].sort())
  })

  test.each(Object.entries(EXAMPLES))('%s', async (name, { args, code, prints }) => {
    const ran = await run([name, ...args])
    expect(ran.text).toMatch(prints)
    expect(ran.code).toBe(code)
  })
})

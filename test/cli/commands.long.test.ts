/** Tests that the documentation names every command, and that an example of each command works. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { COMMANDS } from '../../src/cli/commands/index.ts'
import { EXAMPLES as HELP_EXAMPLES, topics, topicText } from '../../src/cli/help.ts'
import { pages } from '../support/docs.ts'

const main = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const documentation = pages.map(({ text }) => text).join('\n')

/** A folder that is not empty, so that no command writes to it. */
const full = mkdtempSync(join(tmpdir(), 'populace-'))
writeFileSync(join(full, 'note.txt'), '')
afterAll(() => rmSync(full, { recursive: true }))

interface Example {
  readonly args: readonly string[]
  readonly code: number
  /** A pattern that the output must match; the output includes the standard error stream. */
  readonly prints: RegExp
}

const URL_PATH = '/api/restaurants?fields=name'

/** An example of each command that ends without a signal. */
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
  upgrade: {
    args: ['--from', '5.53', '--to', '5.54', '--runs', '5'],
    code: 0,
    prints: /^From /,
  },
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

const names = Object.keys(COMMANDS)

describe('commands', () => {
  test('each command has an example in this test', () => {
    expect(Object.keys(EXAMPLES)).toEqual(names)
  })

  test('the documentation names every command, and only commands that exist', () => {
    const named = [...documentation.matchAll(/(?:npx |`)populace ([a-z][a-z-]*)\b/g)].map(([, name]) => name)
    expect([...new Set(named)].sort()).toEqual([...names].sort())
  })

  test.each(Object.entries(EXAMPLES))(
    'the example of `populace %s` prints and exits as expected',
    async (name, { args, code, prints }) => {
      const ran = await run([name, ...args])
      expect(ran.text).toMatch(prints)
      expect(ran.code).toBe(code)
    },
  )

  test('the help has examples of each command, and the options of these examples exist', async () => {
    expect(Object.keys(HELP_EXAMPLES).sort()).toEqual([...names].sort())
    for (const [name, examples] of Object.entries(HELP_EXAMPLES)) {
      const command = await COMMANDS[name]?.load()
      const known = command?.options.map(({ long }) => long) ?? []
      for (const example of examples) {
        const used = example.match(/--[\w-]+/g) ?? []
        expect(example.startsWith(name)).toBe(true)
        expect(used.filter((flag) => !known.includes(flag))).toEqual([])
      }
    }
  })
})

describe('the help', () => {
  test('`populace help TOPIC` prints each topic, and suggests the nearest name for an unknown one', async () => {
    expect(topics()).toContain('quick-start')
    expect(await topicText('quick-start', names)).toMatch(/^# Quick start/)
    await expect(topicText('quick-stat', names)).rejects.toThrow(/Did you mean quick-start\?/)
  })

  test('`serve --help` lists the most used options first, and an unknown option gets a suggestion', async () => {
    const { text } = await run(['serve', '--help'])
    expect(text.match(/^[A-Z][^\n]*:$/gm)?.slice(0, 3)).toEqual(['Arguments:', 'Most used:', 'Answers:'])
    expect(text.indexOf('--port')).toBeLessThan(text.indexOf('--profile'))
    expect((await run(['serve', '--prot', '1'])).text).toContain('Did you mean --port?')
  })

  test('shell completion prints a script for bash, and proposes an option for its beginning', async () => {
    expect((await run(['complete', 'bash'])).text).toContain('populace')
    expect((await run(['complete', '--', 'serve', '--wat'])).text).toContain('--watch')
  })
})

/** Options of `serve` from the command line, the environment, a file and the defaults. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Command, Option } from 'commander'
import { afterAll, describe, expect, test } from 'vitest'
import { serveCommand } from '../../src/cli/serve/serve.ts'
import { variableOf } from '../../src/cli/settings/settings.ts'

const cli = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const dir = mkdtempSync(join(tmpdir(), 'populace-'))
afterAll(() => rmSync(dir, { recursive: true }))

interface Given {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly file?: unknown
}

/** The resulting options, and the source. */
async function settled({ args = [], env = {}, file }: Given): Promise<Record<string, unknown>> {
  let found: Record<string, unknown> = {}
  const path = join(dir, 'options.json')
  writeFileSync(path, JSON.stringify(file ?? {}))
  const command: Command = serveCommand(env).action((source, options) => {
    found = { source, ...options }
  })
  await command.parseAsync(['--config', path, ...args], { from: 'user' })
  return found
}

/** A value of each kind of option, by the placeholder of its flags. */
const VALUES: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
  number: ['7', 7],
  megabytes: ['7', 7],
  ms: ['7', 7],
}
const TEXTS: Readonly<Record<string, readonly [text: string, value: unknown]>> = {
  adminSecret: ['given-given-given', 'given-given-given'],
  jwtSecret: ['given-given-given', 'given-given-given'],
  token: ['given', ['given']],
  delay: ['5', { least: 5, most: 5 }],
  basePath: ['/cms/', '/cms'],
  corsHeaders: ['X-A', ['X-A']],
  allowedHost: ['a.example', ['a.example']],
  allowedOrigin: ['http://a.example', ['http://a.example']],
  allowNetwork: ['a.example', ['a.example']],
  grant: ['*.find', ['*.find']],
}

const options = serveCommand({}).options.filter(
  (option) => !['config', 'data', 'printConfig'].includes(option.attributeName()),
)
const exampleOf = (option: Option): readonly [string, unknown] => {
  const { flags, argChoices } = option
  const placeholder = /<([^>]+)>/.exec(flags)?.[1]
  const choice = argChoices?.at(-1)
  if (choice !== undefined) return [choice, choice]
  if (placeholder === undefined) return flags.startsWith('--no-') ? ['false', false] : ['true', true]
  return TEXTS[option.attributeName()] ?? VALUES[placeholder] ?? ['given', 'given']
}
const rows = options.map((option) => {
  const name = option.attributeName()
  const [text, value] = exampleOf(option)
  return { name, flag: option.long ?? '', isSwitch: !option.flags.includes('<'), text, value }
})

describe.each(rows)('the option $name', ({ name, flag, isSwitch, text, value }) => {
  test('comes from the command line, the environment and the file', async () => {
    const args = isSwitch ? [flag] : [flag, text]
    const json = isSwitch ? value : text
    expect((await settled({ args }))[name]).toEqual(value)
    expect((await settled({ env: { [variableOf(name)]: text } }))[name]).toEqual(value)
    expect((await settled({ file: { [name]: json } }))[name]).toEqual(value)
  })
})

describe('precedence', () => {
  const all: Given = {
    args: ['--port', '1'],
    env: { POPULACE_PORT: '2', PORT: '3' },
    file: { port: 4 },
  }
  test.each<[string, Given, number]>([
    ['the command line', all, 1],
    ['the variable of Populace', { ...all, args: [] }, 2],
    ['the variable of the platform', { env: { PORT: '3' }, file: { port: 4 } }, 3],
    ['the file', { file: { port: 4 } }, 4],
    ['the default', {}, 1337],
  ])('%s', async (_from, given, port) => {
    expect((await settled(given))['port']).toBe(port)
  })

  test('the source too', async () => {
    const folder = (name: string): string => {
      mkdirSync(join(dir, name, 'content-types'), { recursive: true })
      return join(dir, name)
    }
    const [inFile, inVariable, onLine] = ['file', 'variable', 'line'].map(folder)
    const [file, env] = [{ source: inFile }, { POPULACE_SOURCE: inVariable ?? '' }]
    expect((await settled({ file }))['source']).toBe(inFile)
    expect((await settled({ file, env }))['source']).toBe(inVariable)
    expect((await settled({ file, env, args: [onLine ?? ''] }))['source']).toBe(onLine)
  })
})

test.each<[Given, string]>([
  [{ file: { prot: 1 } }, '/prot: unknown option "prot"; did you mean "port"?'],
  [{ file: { port: 'x' } }, '/port: Expected a whole number.'],
  [{ file: { watch: 'yes' } }, '/watch: expected true or false'],
  [{ file: [] }, 'expected a file with an object of options'],
  [{ env: { POPULACE_PORT: '70000' } }, 'POPULACE_PORT: Expected a port from 0 to 65535'],
  [{ env: { POPULACE_WATCH: 'yes' } }, 'POPULACE_WATCH: expected true or false, found "yes"'],
])('%j is refused', async (given, message) => {
  await expect(settled(given)).rejects.toThrow(message)
})

test('--print-config prints each value with its origin, and no secret', async () => {
  const config = join(dir, 'populace.config.mjs')
  writeFileSync(config, 'export default { maxPipelined: 9 }\n')
  const args = [cli, 'serve', '--config', config, '--token', 'very-secret', '--print-config']
  const env = { ...process.env, POPULACE_DELAY: '5' }
  const { stdout: printed } = await promisify(execFile)(process.execPath, args, { env })
  expect(printed).toMatch(/^port +\d+ +/m)
  expect(printed).toMatch(/^maxPipelined +9 +configuration file$/m)
  expect(printed).toMatch(/^delay +\S+ +variable POPULACE_DELAY$/m)
  expect(printed).toMatch(/^token +"\*\*\*" +command line$/m)
  expect(printed).not.toContain('very-secret')
})

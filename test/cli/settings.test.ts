/** Tests options of `serve` from the command line, the environment, a file and the defaults. */
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
  /** Whether the test itself names a source. If the test names no source, the source is an empty dataset. */
  readonly hasSource?: true
}

const EMPTY = join(dir, 'empty')
mkdirSync(join(EMPTY, 'content-types'), { recursive: true })

/** Returns the effective options of `serve`, with its source as the member `source`. */
async function settled({ args = [], env = {}, file, hasSource }: Given): Promise<Record<string, unknown>> {
  let found: Record<string, unknown> = {}
  const path = join(dir, 'options.json')
  writeFileSync(path, JSON.stringify(file ?? {}))
  const command: Command = serveCommand(env).action((source, options) => {
    found = { source, ...options }
  })
  const source = hasSource === true ? [] : [EMPTY]
  await command.parseAsync([...source, '--config', path, ...args], { from: 'user' })
  return found
}

interface Example {
  readonly text: string
  readonly value: unknown
}
const same = (...texts: readonly string[]): readonly Example[] => texts.map((text) => ({ text, value: text }))
const listed = (...texts: readonly string[]): readonly Example[] =>
  texts.map((text) => ({ text, value: [text] }))

/** Two valid values for each option that accepts only certain texts. */
const TEXTS: Readonly<Record<string, readonly Example[]>> = {
  adminSecret: same('given-given-given', 'other-other-other'),
  jwtSecret: same('given-given-given', 'other-other-other'),
  token: listed('given', 'other'),
  delay: [
    { text: '5', value: { least: 5, most: 5 } },
    { text: '6-7', value: { least: 6, most: 7 } },
  ],
  basePath: [
    { text: '/cms/', value: '/cms' },
    { text: '/a/b', value: '/a/b' },
  ],
  corsHeaders: listed('X-A', 'X-B'),
  allowedHost: listed('a.example', 'b.example'),
  allowedOrigin: listed('http://a.example', 'http://b.example'),
  allowNetwork: listed('a.example', 'b.example'),
  grant: listed('*.find', '*.findOne'),
}
const NONE: Example = { text: '', value: undefined }
const NUMBERS = [7, 8].map((value) => ({ text: String(value), value }))

const options = serveCommand({}).options.filter(
  (option) => !['config', 'data', 'printConfig'].includes(option.attributeName()),
)
function examplesOf(option: Option): readonly Example[] {
  const { flags, argChoices = [] } = option
  const placeholder = /<([^>]+)>/.exec(flags)?.[1]
  if (argChoices.length > 0) return same(argChoices.at(-1) ?? '', argChoices[0] ?? '')
  if (placeholder === undefined)
    return [!option.negate, option.negate].map((value) => ({ text: String(value), value }))
  const isNumber = ['number', 'megabytes', 'ms'].includes(placeholder)
  return TEXTS[option.attributeName()] ?? (isNumber ? NUMBERS : same('given', 'other'))
}
const rows = options.map((option) => {
  const name = option.attributeName()
  const [first = NONE, second = NONE] = examplesOf(option)
  const isSwitch = !option.flags.includes('<')
  const args = [option.long ?? '', ...(isSwitch ? [] : [first.text])]
  const fileOf = ({ text, value }: Example) => ({ file: { [name]: isSwitch ? value : text } })
  const envOf = ({ text }: Example) => ({ env: { [variableOf(name)]: text } })
  return { flags: option.flags, name, first, second, args, fileOf, envOf }
})

describe.each(rows)('the option $flags', ({ name, first, second, args, fileOf, envOf }) => {
  const valueFrom = async (given: Given): Promise<unknown> => (await settled(given))[name]

  test('an option can be set on the command line, in the environment and in a file', async () => {
    expect(second.value).not.toEqual(first.value)
    for (const given of [{ args }, envOf(first), fileOf(first)])
      expect(await valueFrom(given)).toEqual(first.value)
  })

  test('an option on the command line overrides the environment, which overrides the file', async () => {
    expect(await valueFrom({ args, ...envOf(second), ...fileOf(second) })).toEqual(first.value)
    expect(await valueFrom({ ...envOf(first), ...fileOf(second) })).toEqual(first.value)
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

  test('the source of the command follows the same precedence as an option', async () => {
    const folder = (name: string): string => {
      mkdirSync(join(dir, name, 'content-types'), { recursive: true })
      return join(dir, name)
    }
    const [inFile, inVariable, onLine] = ['file', 'variable', 'line'].map(folder)
    const [file, env] = [{ source: inFile }, { POPULACE_SOURCE: inVariable ?? '' }]
    const hasSource = true
    expect((await settled({ file, hasSource }))['source']).toBe(inFile)
    expect((await settled({ file, env, hasSource }))['source']).toBe(inVariable)
    expect((await settled({ file, env, hasSource, args: [onLine ?? ''] }))['source']).toBe(onLine)
  })
})

test.each<[Given, string]>([
  [{ file: { prot: 1 } }, '/prot: unknown option "prot"; did you mean "port"?'],
  [{ file: { port: 'x' } }, '/port: Expected a whole number.'],
  [{ file: { watch: 'yes' } }, '/watch: expected true or false'],
  [{ file: [] }, 'expected a file with an object of options'],
  [{ env: { POPULACE_PORT: '70000' } }, 'POPULACE_PORT: Expected a port from 0 to 65535'],
  [{ env: { POPULACE_WATCH: 'yes' } }, 'POPULACE_WATCH: expected true or false, found "yes"'],
])('the invalid options %j are rejected', async (given, message) => {
  await expect(settled(given)).rejects.toThrow(message)
})

test('`--print-config` prints each value with its origin, and hides secrets', async () => {
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

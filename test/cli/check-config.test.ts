/** Tests that `check` reads options from a file. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, describe, expect, test } from 'vitest'
import { withChoosingOptions } from '../../src/cli/check/choosing.ts'
import { checkCommand } from '../../src/cli/check/command.ts'
import { withConfigOption } from '../../src/cli/check/config.ts'

const dir = mkdtempSync(join(tmpdir(), 'populace-'))
afterAll(() => rmSync(dir, { recursive: true }))

/** Returns the options of `check` for a configuration file and command-line arguments. */
async function optionsOf(config: unknown, ...args: readonly string[]): Promise<Record<string, unknown>> {
  const file = join(dir, 'check.json')
  writeFileSync(file, typeof config === 'string' ? config : JSON.stringify(config))
  let found: Record<string, unknown> = {}
  const command = withConfigOption(withChoosingOptions(new Command('check'))).action((given) => {
    found = given
  })
  await command.parseAsync(['--config', file, ...args], { from: 'user' })
  return found
}

describe('a file of options', () => {
  test('a file of options supplies the options that are missing on the command line', async () => {
    const config = { only: ['fields,sort', 'populate.on'], shard: '2/4', maxTime: 30, level: 'must' }
    expect(await optionsOf(config)).toMatchObject({
      only: ['fields', 'sort', 'populate.on'],
      shard: { number: 2, of: 4 },
      maxTime: 30,
      level: 'must',
    })
    expect(await optionsOf(config, '--level', 'may', '--only', 'search')).toMatchObject({
      only: ['search'],
      level: 'may',
    })
  })

  test.each([
    ['{"onyl": ["fields"]}', '/onyl: unknown option; the options are only,'],
    ['{"level": "most"}', '/level: expected one of must, should, may'],
    ['{"maxTime": true}', '/maxTime: expected a text'],
    [
      '{"shard": "5/4"}',
      'Expected a part and the number of parts, such as 2/4 for the second of four parts.',
    ],
    ['[', 'expected a JSON file with an object of options'],
  ])('a file of options with a fault is rejected: %s', async (config, message) => {
    await expect(optionsOf(config)).rejects.toThrow(message)
  })
})

describe('the source of a check', () => {
  const folder = (name: string): string => {
    const path = join(dir, name)
    mkdirSync(join(path, 'content-types'), { recursive: true })
    return path
  }
  const sourceOf = async (config: unknown, ...args: readonly string[]): Promise<unknown> => {
    const file = join(dir, 'source.json')
    writeFileSync(file, JSON.stringify(config))
    let source: unknown
    const command = checkCommand().action((_source: unknown, { data }: { readonly data: unknown }) => {
      source = data
    })
    await command.parseAsync(['--config', file, ...args], { from: 'user' })
    return source
  }

  test('the source of a check is named by the command line, or else by the configuration file', async () => {
    const [one, other] = [folder('one'), folder('other')]
    expect(await sourceOf({ data: one })).toBe(one)
    expect(await sourceOf({ data: one }, '--data', other)).toBe(other)
    expect(await sourceOf({ data: one }, other)).toBe(other)
  })

  test('the source of a check is the folder of --schema on the command line or in the configuration file', async () => {
    const [one, other] = [folder('one'), folder('other')]
    expect(await sourceOf({ data: one }, '--schema', other)).toBe(other)
    expect(await sourceOf({ data: one, schema: other })).toBe(other)
    await expect(sourceOf({}, '--schema', join(dir, 'absent'))).rejects.toThrow(
      'absent: expected a dataset folder',
    )
  })
})

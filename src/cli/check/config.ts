/** The configuration file of `check`. Options on the command line override options in the configuration file. */
import { existsSync } from 'node:fs'
import type { Command } from 'commander'
import { readRegular } from '../../sources/regular-file.ts'
import { isObject, type Json, parseJson } from '../../util/json.ts'
import { readValue } from '../settings/read-value.ts'

/** The name of the default configuration file, in the working directory. */
const DEFAULT_FILE = 'populace.check.json'

export const withConfigOption = (command: Command): Command =>
  command
    .option('--config <file>', `a JSON file with options by name (default: ${DEFAULT_FILE}, if it exists)`)
    .hook('preAction', (_this, action) => configure(action))

/**
 * Reads the options that are not on the command line from the configuration file: `{"target":
 * "http://localhost:1337", "only": ["fields"]}`.
 * @throws RangeError for a missing file, invalid JSON, or an unknown name or value, FileError for a folder or a too
 * large file.
 */
function configure(command: Command): void {
  const given: unknown = command.getOptionValue('config')
  const file = typeof given === 'string' ? given : DEFAULT_FILE
  if (typeof given !== 'string' && !existsSync(file)) return
  const config = readConfig(file)
  const options = new Map(command.options.map((option) => [option.attributeName(), option]))
  for (const [name, value] of Object.entries(config)) {
    if (name === '$schema') continue
    const option = options.get(name)
    if (option === undefined || name === 'config')
      throw new RangeError(
        `${file}: /${name}: unknown option; the options are ${[...options.keys()].filter((key) => key !== 'config').join(', ')}`,
      )
    if (command.getOptionValueSource(name) === 'cli') continue
    // The shards have read the known failures, and their reports contain them.
    if (name === 'known' && command.getOptionValue('merge') !== undefined) continue
    command.setOptionValueWithSource(name, readValue(option, value, `${file}: /${name}`), 'config')
  }
}

function readConfig(file: string): { readonly [name: string]: Json } {
  const text = existsSync(file) ? readRegular(file).toString('utf8') : undefined
  const json = text === undefined ? undefined : parseJson(text)
  if (!isObject(json)) throw new RangeError(`${file}: expected a JSON file with an object of options`)
  return json
}

/**
 * Reads the options of a command from the environment and from a configuration file. An option on the command line
 * has precedence over an environment variable. An environment variable has precedence over the configuration file,
 * and the file over the defaults.
 */
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Command, Option } from 'commander'
import { closest } from 'fastest-levenshtein'
import { readRegular } from '../../sources/regular-file.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../util/json.ts'
import { print } from '../terminal.ts'
import { readText, readValue } from './read-value.ts'

/**
 * The names of configuration files in the working directory. Without `--config`, the command reads the first of
 * these files that exists.
 */
const FILES = ['populace.config.json', 'populace.config.mjs', 'populace.config.js', 'populace.config.ts']

/**
 * For each option that hosting platforms set, the name of their environment variable. The variable `POPULACE_…` of the
 * same option takes precedence.
 */
const PLATFORM: Readonly<Record<string, string>> = { port: 'PORT', host: 'HOST' }

/**
 * The options that neither a configuration file nor an environment variable can set. In both, `source` in place of
 * `data` names the source.
 */
const OWN: ReadonlySet<string> = new Set(['config', 'data', 'printConfig', 'version', 'help'])

/** The options whose values `--print-config` never prints, because they are secrets. */
const SECRET: ReadonlySet<string> = new Set(['token', 'key', 'adminSecret', 'jwtSecret'])

type Environment = Readonly<Record<string, string | undefined>>

export const withSettings = (command: Command, env: Environment = process.env): Command =>
  command
    .option('--config <file>', `a file of options: ${FILES.join(', ')} by default`)
    .option('--print-config', 'print the value of each option, and the place where it was set, and exit')
    .hook('preAction', async (_this, action) => {
      await configure(action, env)
      if (action.getOptionValue('printConfig') !== true) return
      print(settingsText(action))
      process.exit(0)
    })

/** Returns the name of the environment variable that sets an option: `maxBodySize` → `POPULACE_MAX_BODY_SIZE`. */
export const variableOf = (name: string): string =>
  `POPULACE_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

const SOURCE = 'source'

async function configure(command: Command, env: Environment): Promise<void> {
  const options = new Map(
    command.options
      .filter((option) => !OWN.has(option.attributeName()))
      .map((option) => [option.attributeName(), option]),
  )
  const given: unknown = command.getOptionValue('config')
  const file = typeof given === 'string' ? given : FILES.find((name) => existsSync(name))
  if (file !== undefined) takeFile(command, options, await readConfig(file), file)
  for (const [name, option] of options) takeVariable(command, option, name, env)
  const source = env[variableOf(SOURCE)]
  if (source !== undefined) takeSource(command, source)
}

function takeFile(
  command: Command,
  options: ReadonlyMap<string, Option>,
  config: JsonObject,
  file: string,
): void {
  for (const [name, value] of Object.entries(config)) {
    const where = `${file}: /${name}`
    if (name === '$schema') continue
    if (name === SOURCE) {
      if (typeof value !== 'string') throw new RangeError(`${where}: expected a path`)
      takeSource(command, value)
      continue
    }
    const option = options.get(name)
    if (option === undefined)
      throw new RangeError(`${where}: ${unknownOption(name, [...options.keys(), SOURCE])}`)
    if (command.getOptionValueSource(name) !== 'cli')
      command.setOptionValueWithSource(name, readValue(option, value, where), 'config')
  }
}

const unknownOption = (name: string, names: readonly string[]): string =>
  `unknown option "${name}"; did you mean "${closest(name, [...names])}"?`

function takeVariable(command: Command, option: Option, name: string, env: Environment): void {
  const platform = PLATFORM[name]
  const own = variableOf(name)
  const variable = env[own] === undefined && platform !== undefined ? platform : own
  const text = env[variable]
  if (text === undefined || text === '' || command.getOptionValueSource(name) === 'cli') return
  command.setOptionValueWithSource(name, readText(option, text, variable), `env ${variable}`)
}

/** Sets the source of the command, which is its first argument, unless the command line has it. */
function takeSource(command: Command, source: string): void {
  if (command.args.length === 0) command.processedArgs[0] = source
}

/** Reads the configuration file. @throws RangeError for a file without an object of options */
async function readConfig(file: string): Promise<JsonObject> {
  const found: Json | undefined = file.endsWith('.json')
    ? parseJson(existsSync(file) ? readRegular(file).toString('utf8') : '')
    : await defaultOf(file)
  if (!isObject(found)) throw new RangeError(`${file}: expected a file with an object of options`)
  return found
}

/** Reads the default export of a configuration module as JSON. Node.js 22.18 and later can import TypeScript. */
async function defaultOf(file: string): Promise<Json | undefined> {
  try {
    const module: { readonly default?: unknown } = await import(pathToFileURL(resolve(file)).href)
    return parseJson(JSON.stringify(module.default) ?? '')
  } catch (error) {
    throw new RangeError(
      `${file}: cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

const ORIGINS: Readonly<Record<string, string>> = {
  cli: 'command line',
  config: 'configuration file',
  default: 'default',
}

/** Returns the output of `--print-config`: one line per option with its name, value as JSON, and origin. */
function settingsText(command: Command): string {
  const names = [...new Set(command.options.map((option) => option.attributeName()))]
  const rows = names
    .filter((name) => !OWN.has(name))
    .map((name) => {
      const value: unknown = command.getOptionValue(name)
      const shown = value !== undefined && SECRET.has(name) ? '"***"' : (JSON.stringify(value) ?? 'none')
      const origin = command.getOptionValueSource(name) ?? 'default'
      return [name, shown, ORIGINS[origin] ?? origin.replace('env ', 'variable ')]
    })
  rows.unshift([SOURCE, JSON.stringify(command.processedArgs[0]) ?? 'none', ''])
  const widths = [0, 1].map((at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        `${row
          .map((text, at) => text.padEnd(widths[at] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}

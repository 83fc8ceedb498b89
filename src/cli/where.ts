/**
 * Determines the source of a command: the argument, `--data`, the project around the working directory, or the example.
 */

import { existsSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { type Command, Option } from 'commander'
import { isProjectAt, isServerUrl, locate, projectsBelow } from '../sources/index.ts'
import { printable } from '../util/printable.ts'
import { SOURCE_HELP } from './options.ts'
import { guideDataset } from './root.ts'
import { printError } from './terminal.ts'

const DEFAULT = 'the Strapi project or dataset here, else the built-in example'

/** The way in which the action of a command receives the source: as its first argument, or in the option `data`. */
export type SourcePlace = 'argument' | 'data'

/** The position of the source among the arguments of a command, and the names of options that replace the source. */
export interface SourceArguments {
  /** The number of arguments that precede the source. */
  readonly after?: number
  readonly instead?: string
  /** The name of an option with which the command needs no source. */
  readonly without?: string
}

/**
 * Adds the source to a command, as an argument and as `--data`. The program determines the source before the action
 * of the command runs.
 */
export function withSource(
  command: Command,
  place: SourcePlace,
  { after = 0, instead, without }: SourceArguments = {},
): Command {
  return command
    .argument('[source]', `${SOURCE_HELP} (default: ${DEFAULT})`)
    .addOption(new Option('--data <source>', 'the source, in place of the argument [source]'))
    .hook('preAction', (_this, action) => {
      if (without !== undefined && action.getOptionValue(without) !== undefined) return
      const given: unknown =
        (instead === undefined ? undefined : action.getOptionValue(instead)) ??
        action.args[after] ??
        action.processedArgs[after] ??
        action.getOptionValue('data')
      const source = sourceFrom(typeof given === 'string' ? given : undefined)
      if (place === 'argument') action.processedArgs[after] = source
      else action.setOptionValueWithSource('data', source, 'cli')
    })
}

/**
 * Returns the path or URL of the source, and prints the path if the user did not name the source exactly.
 * @throws SourceError
 */
export function sourceFrom(given: string | undefined): string {
  const wanted = given ?? sourceHere()
  if (wanted === undefined) {
    tell(
      'No Strapi project here: this is the built-in example. Name a project, a dataset or an export to use yours.',
    )
    return guideDataset()
  }
  if (isServerUrl(wanted)) return wanted
  const { path, below } = locate(wanted)
  if (below !== undefined || given === undefined) tell(`Source: ${nearPath(resolve(path))}`)
  return path
}

/**
 * Returns the path of the source for the working directory: the directory itself if it is a dataset, else the project
 * around the directory, else the directory if projects are below it.
 */
function sourceHere(): string | undefined {
  if (existsSync('content-types') && existsSync('entries')) return '.'
  return projectAround(process.cwd()) ?? (projectsBelow('.').length > 0 ? '.' : undefined)
}

function projectAround(folder: string): string | undefined {
  if (isProjectAt(folder)) return folder
  const above = dirname(folder)
  return above === folder ? undefined : projectAround(above)
}

const MAX_LINE = 1_000
const tell = (line: string): void => printError(printable(line, MAX_LINE))

/** Returns a path relative to the working directory; returns a path outside of this directory unchanged. */
function nearPath(path: string): string {
  const near = relative('.', path)
  return near.startsWith('..') ? path : near || '.'
}

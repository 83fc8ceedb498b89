/** Implements `serve --watch`, which reloads the source after each change and prints the changed parts. */

import { relative } from 'node:path'
import { DatasetError, formatFault } from '../../reference/schema/fault.ts'
import { type Watching, watchWorld } from '../../server/watch/watch.ts'
import { SourceError } from '../../sources/index.ts'
import { printable, printableLines } from '../../util/printable.ts'
import type { SourceOptions } from '../options.ts'
import { openGiven, running, type Started } from '../source.ts'
import { print, printError } from '../terminal.ts'

/** The maximum number of faults that the terminal prints after one edit. */
const MOST_FAULTS = 20

/** Reopens the source after each change. @throws SourceError for a source that cannot be watched, such as a server. */
export async function watchSource(
  opened: Started,
  path: string,
  options: SourceOptions,
  use: (opened: Started) => boolean,
): Promise<Watching> {
  const { watched } = opened.source
  let current = opened
  let isDiscarding = false
  if (watched === undefined)
    throw new SourceError(`${path}: --watch expects a source on this machine, found a server`)
  return watchWorld(opened, {
    watched,
    graphOf: ({ graph }) => graph,
    reload: async () => running({ ...(await openGiven(path, options)), profile: opened.profile }),
    use: (now) => {
      isDiscarding = use(now)
      current.source.end?.()
      current = now
    },
    changed: (changes, milliseconds) => {
      const lost = isDiscarding ? '. This discarded the writes to the default world' : ''
      void print(`Changed in ${Math.round(milliseconds)} ms: ${changes}${lost}\n`)
    },
    ...(opened.source.code === undefined ? {} : { codeFile: (file) => codeName(file, path) }),
    failed: (error) =>
      printError(printableLines(`${errorText(error)}\nThe server still answers from the last valid source.`)),
  })
}

/** Returns the path of a code file relative to the folder; undefined for any other file. */
const codeName = (file: string, folder: string): string | undefined =>
  /\.[cm]?[jt]sx?$/.test(file) ? printable(relative(folder, file), MAX_NAME) : undefined

const MAX_NAME = 200

function errorText(error: unknown): string {
  if (!(error instanceof DatasetError)) return error instanceof Error ? error.message : String(error)
  const lines = error.faults.slice(0, MOST_FAULTS).map(formatFault)
  const rest = error.faults.length + error.more - lines.length
  return [...lines, ...(rest > 0 ? [`and ${rest} more faults`] : [])].join('\n')
}

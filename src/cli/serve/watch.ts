/** `serve --watch`: reloads the source after a change and prints what changed. */
import { DatasetError, formatFault } from '../../reference/schema/fault.ts'
import { type Watching, watchWorld } from '../../server/watch/watch.ts'
import { SourceError } from '../../sources/index.ts'
import type { SourceOptions } from '../options.ts'
import { type Opened, openGiven } from '../source.ts'

/** The limit of printed faults of one edit. */
const MOST_FAULTS = 20

/** Reopens the source after each change. @throws SourceError for a source that cannot be watched, such as a server. */
export async function watchSource(
  opened: Opened,
  path: string,
  options: SourceOptions,
  use: (opened: Opened) => void,
): Promise<Watching> {
  const { watched } = opened.source
  let current = opened
  if (watched === undefined) throw new SourceError(`${path}: --watch looks after files, and this is none`)
  return watchWorld(opened, {
    watched,
    graphOf: ({ graph }) => graph,
    reload: () => openGiven(path, options),
    use: (now) => {
      use(now)
      current.source.end?.()
      current = now
    },
    changed: (changes, milliseconds) =>
      void process.stdout.write(`Changed in ${Math.round(milliseconds)} ms: ${changes}\n`),
    failed: (error) => void process.stderr.write(`${errorText(error)}\nAnswers go on as before.\n`),
  })
}

function errorText(error: unknown): string {
  if (!(error instanceof DatasetError)) return error instanceof Error ? error.message : String(error)
  const lines = error.faults.slice(0, MOST_FAULTS).map(formatFault)
  const rest = error.faults.length + error.more - lines.length
  return [...lines, ...(rest > 0 ? [`and ${rest} more faults`] : [])].join('\n')
}

/** A running server as what a command is pointed at: how far reading has come is told on standard error. */

import { openSource, type Progress, type Source } from '../sources/index.ts'
import { forget } from '../sources/live/kept.ts'
import type { Json } from '../util/json.ts'
import { printable } from '../util/printable.ts'
import { withoutLastSlashes } from '../util/url/slashes.ts'

export interface LiveSourceOptions {
  /** The API token; the variable POPULACE_TOKEN where it is left out. */
  readonly token?: string
  /** A folder with the schemas of the server: its project, or a dataset. */
  readonly project?: string
  readonly settings?: Json
  readonly strict?: boolean
  /** The folder that is written of it: beside it answers are kept until all are there. */
  readonly out?: string
}

/**
 * Reads all that the server at a URL shows.
 * @throws SourceError, DatasetError
 */
export async function openLiveSource(url: string, options: LiveSourceOptions): Promise<Source> {
  const { project, settings, strict = false, out } = options
  const token = options.token ?? process.env['POPULACE_TOKEN']
  const line = progressLine(process.stderr)
  try {
    return await openSource(url, {
      env: process.env,
      strict,
      ...(settings === undefined ? {} : { settings }),
      live: {
        ...(token === undefined || token === '' ? {} : { token }),
        ...(project === undefined ? {} : { project }),
        ...(out === undefined ? {} : { partial: partialOf(out) }),
        progress: line.tell,
      },
    })
  } finally {
    line.end()
  }
}

/** Where answers are kept for a folder that is still to be written. */
const partialOf = (out: string): string => `${withoutLastSlashes(out)}.partial`

/** To be called when the folder is written: no answer needs to be kept any more. */
export const forgetPartial = (out: string): void => forget(partialOf(out))

interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

interface ProgressLine {
  readonly tell: (progress: Progress) => void
  readonly end: () => void
}

/** One line that is written over and over on a terminal; elsewhere a line for each type. */
export function progressLine(stream: Stream): ProgressLine {
  let last = ''
  const tell = ({ type, done, of, rows, requests }: Progress): void => {
    const text = printable(`${done + 1}/${of} ${type}: ${rows} rows, ${requests} requests`, 200)
    if (stream.isTTY === true)
      stream.write(`\r\u001b[K${text.slice(0, Math.max(10, (stream.columns ?? 80) - 1))}`)
    else if (type !== last) stream.write(`${text}\n`)
    last = type
  }
  return { tell, end: () => void (stream.isTTY === true && last !== '' && stream.write('\r\u001b[K')) }
}

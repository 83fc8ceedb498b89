/** Opens a running server as a source and prints the progress on standard error. */

import { openSource, type Progress, type Source } from '../sources/index.ts'
import { forget } from '../sources/live/answer-cache.ts'
import type { Json } from '../util/json.ts'
import { printable } from '../util/printable.ts'
import { withoutLastSlashes } from '../util/url/slashes.ts'

export interface LiveSourceOptions {
  /** The API token; by default, the value of the environment variable POPULACE_TOKEN. */
  readonly token?: string
  /** The headers of every request to the server, with lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  /** A folder with the schemas of the server: a Strapi project or a dataset. */
  readonly project?: string
  readonly settings?: Json
  readonly strict?: boolean
  /**
   * The output folder. Until the import is complete, a second folder next to the output folder caches the server's
   * answers.
   */
  readonly out?: string
}

/** Reads all content that the server at a URL shows over REST. @throws SourceError, DatasetError */
export async function openLiveSource(url: string, options: LiveSourceOptions): Promise<Source> {
  const { headers, project, settings, strict = false, out } = options
  const token = options.token ?? process.env['POPULACE_TOKEN']
  const line = progressLine(process.stderr)
  try {
    return await openSource(url, {
      env: process.env,
      strict,
      ...(settings === undefined ? {} : { settings }),
      live: {
        ...(token === undefined || token === '' ? {} : { token }),
        ...(headers === undefined ? {} : { headers }),
        ...(project === undefined ? {} : { project }),
        ...(out === undefined ? {} : { partial: partialOf(out) }),
        progress: line.print,
      },
    })
  } finally {
    line.end()
  }
}

/** Returns the path of the folder that caches the server's answers, for the path of an output folder. */
const partialOf = (out: string): string => `${withoutLastSlashes(out)}.partial`

/** Deletes the server's cached answers after the output folder is written. */
export const forgetPartial = (out: string): void => forget(partialOf(out))

interface Stream {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly write: (text: string) => unknown
}

interface ProgressLine {
  readonly print: (progress: Progress) => void
  readonly end: () => void
}

/**
 * Returns the functions that print the progress of an import. On a terminal, one line is rewritten; another stream
 * gets one line for each type.
 */
export function progressLine(stream: Stream): ProgressLine {
  let last = ''
  const print = ({ type, done, of, rows, requests }: Progress): void => {
    const text = printable(`${done + 1}/${of} ${type}: ${rows} rows, ${requests} requests`, 200)
    if (stream.isTTY === true)
      stream.write(`\r\u001b[K${text.slice(0, Math.max(10, (stream.columns ?? 80) - 1))}`)
    else if (type !== last) stream.write(`${text}\n`)
    last = type
  }
  return { print, end: () => void (stream.isTTY === true && last !== '' && stream.write('\r\u001b[K')) }
}

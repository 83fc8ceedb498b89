/** Reads recordings of a real server. A suite case can take its request and its expected answer from a recording. */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../util/json.ts'
import type { FindRecording, Recording } from './expand.ts'

/** One line of a JSON lines file `<dataset>/recordings/<topic>.jsonl`, which contains a recording. */
export interface RecordedLine {
  readonly id: string
  readonly method?: string
  readonly path: string
  /** The name of the dataset's API token that the request had, or `none`. */
  readonly auth: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly allow?: string
  readonly body: Json
}

/**
 * Returns a function that finds recordings below a folder of datasets, and reads the files of recordings on demand.
 * The package does not contain all recordings, but only the file `CITED` with the recordings that cases and rules
 * cite.
 */
export function recordingFinder(fixtures: string): FindRecording {
  const known = new Map<string, ReadonlyMap<string, Recording>>()
  return (dataset, id) => {
    const all = join(fixtures, dataset, 'recordings')
    const lines = (): readonly RecordedLine[] =>
      existsSync(all) ? recordedLines(all) : linesOf(readFileSync(join(fixtures, dataset, CITED), 'utf8'))
    const found = known.get(dataset) ?? new Map(lines().map(recordingOf))
    known.set(dataset, found)
    return found.get(id)
  }
}

/** The name of the file next to a dataset that contains the recordings which cases and rules cite. */
export const CITED = 'cited.jsonl'

/** Returns all recordings in a folder, in the order of the files and of the lines in each file. */
export function recordedLines(dir: string): readonly RecordedLine[] {
  const files = readdirSync(dir).filter((name) => name.endsWith('.jsonl'))
  return files.flatMap((name) => linesOf(readFileSync(join(dir, name), 'utf8')))
}

const linesOf = (text: string): readonly RecordedLine[] =>
  text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))

function recordingOf(line: RecordedLine): [string, Recording] {
  const { id, method = 'GET', path, auth, headers = {}, status, allow, body } = line
  const request = { method, url: path, headers, ...(auth === 'none' ? {} : { token: auth }) }
  const answer = {
    status,
    ...(allow === undefined ? {} : { headers: { allow } }),
    checks: [{ at: '', equals: body }],
  }
  return [id, { request, answer }]
}

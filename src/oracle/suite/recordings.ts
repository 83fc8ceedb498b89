/** Recordings of a real server, as requests and answers of cases. */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json } from '../../ground/json.ts'
import type { FindRecording, Recording } from './expand.ts'

/** One line of `<dataset>/recordings/<topic>.jsonl`. */
export interface RecordedLine {
  readonly id: string
  readonly method?: string
  readonly path: string
  /** The name of the dataset's token, or `none`. */
  readonly auth: string
  readonly headers?: Readonly<Record<string, string>>
  readonly status: number
  readonly allow?: string
  readonly body: Json
}

/** Recordings below a folder of datasets, each file read when it is first asked for. */
export function recordingFinder(fixtures: string): FindRecording {
  const known = new Map<string, ReadonlyMap<string, Recording>>()
  return (dataset, id) => {
    const lines = (): readonly RecordedLine[] => recordedLines(join(fixtures, dataset, 'recordings'))
    const found = known.get(dataset) ?? new Map(lines().map(recordingOf))
    known.set(dataset, found)
    return found.get(id)
  }
}

/** Every line of the recordings in a folder, by file and in the order written. */
export function recordedLines(dir: string): readonly RecordedLine[] {
  const files = readdirSync(dir).filter((name) => name.endsWith('.jsonl'))
  const lines = files.flatMap((name) => readFileSync(join(dir, name), 'utf8').split('\n')).filter(Boolean)
  return lines.map((line) => JSON.parse(line))
}

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

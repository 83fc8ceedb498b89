/** Reads the answers of other releases of the real server to the recorded requests. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { RecordedLine } from '../../src/oracle/suite/recordings.ts'
import { compareVersions } from '../../src/reference/strapi/versions.ts'
import type { Json } from '../../src/util/json.ts'
import { readJson, readRecordings } from './recordings.ts'

const home = new URL('../../fixtures/strapi-versions/', import.meta.url)
const ENDING = '.jsonl.gz'

/** The measured releases, oldest first. */
export const MEASURED: readonly string[] = readdirSync(fileURLToPath(home))
  .filter((name) => name.endsWith(ENDING))
  .map((name) => name.slice(0, -ENDING.length))
  .sort(compareVersions)

const readHere = (name: string): unknown => JSON.parse(readFileSync(new URL(name, home), 'utf8'))

/** The ids of recordings that are not compared, by release. */
const leftOut = new Map(Object.entries(readHere('left-out.json') as Record<string, readonly string[]>))

/** The ids of recordings that show each change, by change id. */
export const recordingsOfChanges: ReadonlyMap<string, readonly string[]> = new Map(
  (readHere('changes.json') as readonly { id: string; recordings: readonly string[] }[]).map(
    ({ id, recordings }) => [id, recordings],
  ),
)

const recordings = readRecordings()
const outOfScope = Object.keys(Object(readJson('out-of-scope.json')))

interface Answered {
  readonly id: string
  readonly status: number
  readonly body: Json
}

/** Returns every recording in scope, with the answer of the given release. */
export const recordingsOf = (version: string): readonly RecordedLine[] =>
  answeredBy(version).map(({ recording }) => recording)

/** Returns the recordings to which the given release gave another answer than the latest release. */
export const differingOf = (version: string): readonly RecordedLine[] =>
  answeredBy(version)
    .filter(({ differs }) => differs)
    .map(({ recording }) => recording)

interface AnsweredBy {
  readonly recording: RecordedLine
  readonly differs: boolean
}

function answeredBy(version: string): readonly AnsweredBy[] {
  const lines = gunzipSync(readFileSync(new URL(`${version}${ENDING}`, home)))
    .toString()
    .trim()
    .split('\n')
  const differing = new Map(lines.map((line): [string, Answered] => parsed(line)))
  const hidden = new Set([...outOfScope, ...(leftOut.get(version) ?? [])])
  return recordings
    .filter(({ id }) => !hidden.has(id))
    .map((recording) => {
      const other = differing.get(recording.id)
      return other === undefined
        ? { recording, differs: false }
        : { recording: { ...recording, status: other.status, body: other.body }, differs: true }
    })
}

function parsed(line: string): [string, Answered] {
  const answered: Answered = JSON.parse(line)
  return [answered.id, answered]
}

/** Opens the recorded project with its database, and compares its answers with the recorded answers. */

import type { RecordedLine } from '../../src/oracle/suite/recordings.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { bearers, makeProject } from '../support/project.ts'
import { answersAsRecorded, readJson, readRecordings } from '../support/recordings.ts'

const outOfScope = new Set(Object.keys(Object(readJson('out-of-scope.json'))))

/** The recorded requests that the project must answer as recorded. */
export const recordings = readRecordings().filter(({ id }) => !outOfScope.has(id))
export const tokens = bearers()

export const project = makeProject()
export const source = await openProject(project.folder, { env: {} })

/** Returns the ids of the given recordings whose answer from the project differs from the recorded answer. */
export function differingFrom(lines: readonly RecordedLine[]): readonly string[] {
  const { roleOfToken = () => undefined } = source
  const api = createReferenceApi(graphOf(source), { profile: 'strapi-5.54-sqlite', roleOfToken })
  const bearer = (caller: string): string => tokens.get(caller) ?? caller
  return lines.filter((line) => !answersAsRecorded(line, api, bearer)).map(({ id }) => id)
}

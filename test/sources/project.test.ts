/** Tests that a project with its SQLite database answers like the server that wrote the database. */
import { afterAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { bearers, makeProject } from '../support/project.ts'
import { answersAsRecorded, readJson, readRecordings } from '../support/recordings.ts'

const project = makeProject()
afterAll(project.remove)

const source = await openProject(project.folder, { env: {} })
const tokens = bearers()
const outOfScope = new Set(Object.keys(Object(readJson('out-of-scope.json'))))
const recordings = readRecordings().filter(({ id }) => !outOfScope.has(id))

describe('the recorded project, read with its database', () => {
  test('is read without notes', () => {
    expect(source.notes).toEqual([])
    expect(source.kind).toBe('Strapi project with SQLite .tmp/data.db')
    expect(source.server).toMatchObject({ version: '5.54.0', database: 'sqlite' })
  })

  test('gives every recorded answer, also for its own tokens', () => {
    const { roleOfToken = () => undefined } = source
    const api = createReferenceApi(graphOf(source), { profile: 'strapi-5.54-sqlite', roleOfToken })
    const bearer = (caller: string): string => tokens.get(caller) ?? caller
    const callers = new Set(recordings.map(({ auth }) => auth))
    expect(recordings.length).toBeGreaterThan(1600)
    expect([...tokens.keys()].filter((name) => callers.has(name)).length).toBeGreaterThan(3)
    const differing = recordings.filter((recording) => !answersAsRecorded(recording, api, bearer))
    expect(differing.map(({ id }) => id)).toEqual([])
  })
})

/** Tests that a project with its SQLite database answers like the server that wrote the database. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
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
  test('the recorded project with its database is read without notes', () => {
    expect(source.notes).toEqual([])
    expect(source.kind).toBe('Strapi project with SQLite .tmp/data.db')
    expect(source.server).toMatchObject({ version: '5.54.0', database: 'sqlite' })
  })

  test('the recorded project with its database gives every recorded answer, also for its own tokens', () => {
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

describe('a schema file with a duplicate name', () => {
  const other = makeProject()
  afterAll(other.remove)
  const attributes = '"name": { "type": "integer" }, "name": { "type": "string" }'
  const names = '"singularName": "badge", "pluralName": "badges", "displayName": "Badge"'
  other.write(
    'src/api/badge/content-types/badge/schema.json',
    `{ "kind": "collectionType", "collectionName": "badges", "info": { ${names} }, "attributes": { ${attributes} } }`,
  )

  test('a schema file with a duplicate name is read like Strapi reads it, with a note', async () => {
    const { notes, files } = await openProject(other.folder, { env: {} })
    expect(notes).toContainEqual(
      expect.objectContaining({
        file: 'src/api/badge/content-types/badge/schema.json',
        pointer: '/attributes/name',
        says: expect.stringMatching(/^duplicate name: .*; Strapi keeps the last value$/),
      }),
    )
    expect(files.contentTypes['badge']).toMatchObject({ attributes: { name: { type: 'string' } } })
  })

  test('a schema file with a duplicate name is a fault with --strict', async () => {
    await expect(openProject(other.folder, { env: {}, strict: true })).rejects.toThrow('duplicate name')
  })
})

describe('a schema file with a comma after the last attribute', () => {
  const schema = (kind: string) => `{
    "kind": "collectionType", "collectionName": "${kind}s",
    "info": { "singularName": "${kind}", "pluralName": "${kind}s", "displayName": "a, }" },
    "attributes": { "name": { "type": "enumeration", "enum": ["a,]", "b\\\\",] }, },
  }`

  test('a TypeScript project reads the file, because the build of TypeScript omits the comma', async () => {
    const other = makeProject()
    onTestFinished(other.remove)
    other.write('src/api/badge/content-types/badge/schema.json', schema('badge'))
    const { files } = await openProject(other.folder, { env: {} })
    expect(files.contentTypes['badge']).toMatchObject({
      info: { displayName: 'a, }' },
      attributes: { name: { type: 'enumeration', enum: ['a,]', 'b\\'] } },
    })
  })

  test('the file is a fault of a JavaScript project', async () => {
    const other = makeProject()
    onTestFinished(other.remove)
    other.write('src/api/badge/content-types/badge/schema.json', schema('badge'))
    rmSync(join(other.folder, 'tsconfig.json'))
    await expect(openProject(other.folder, { env: {} })).rejects.toThrow('not JSON')
  })
})

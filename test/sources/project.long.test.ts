/**
 * Tests all recorded answers of a project with its SQLite database, and schema files that Strapi reads although they are
 * not valid JSON.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { openProject } from '../../src/sources/project/open.ts'
import { makeProject } from '../support/project.ts'
import { differingFrom, project, recordings, tokens } from './recorded-project.ts'

afterAll(project.remove)

/** A schema file with a duplicate name, and its text. */
const DUPLICATE = 'src/api/badge/content-types/badge/schema.json'
const attributes = '"name": { "type": "integer" }, "name": { "type": "string" }'
const info = '"info": { "singularName": "badge", "pluralName": "badges", "displayName": "Badge" }'
const members = `"kind": "collectionType", "collectionName": "badges", ${info}`
const DUPLICATE_TEXT = `{ ${members}, "attributes": { ${attributes} } }`

test('the recorded project with its database gives every recorded answer, also for its own tokens', () => {
  const callers = new Set(recordings.map(({ auth }) => auth))
  expect(recordings.length).toBeGreaterThan(1600)
  expect([...tokens.keys()].filter((name) => callers.has(name)).length).toBeGreaterThan(3)
  expect(differingFrom(recordings)).toEqual([])
})

test('a schema file with a duplicate name is read like Strapi reads it, with a note', async () => {
  const other = makeProject()
  onTestFinished(other.remove)
  other.write(DUPLICATE, DUPLICATE_TEXT)
  const { notes, files } = await openProject(other.folder, { env: {} })
  expect(notes).toContainEqual(
    expect.objectContaining({
      file: DUPLICATE,
      pointer: '/attributes/name',
      says: expect.stringMatching(/^duplicate name: .*; Strapi keeps the last value$/),
    }),
  )
  expect(files.contentTypes['badge']).toMatchObject({ attributes: { name: { type: 'string' } } })
})

test('a schema file with a duplicate name is a fault with --strict', async () => {
  const other = makeProject()
  onTestFinished(other.remove)
  other.write(DUPLICATE, DUPLICATE_TEXT)
  await expect(openProject(other.folder, { env: {}, strict: true })).rejects.toThrow('duplicate name')
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

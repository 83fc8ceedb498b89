/**
 * Tests that faults which Strapi tolerates are repaired with a note at each place, and that strict reading rejects
 * them.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sqlite from 'node-sqlite3-wasm'
import { afterAll, describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf, noteText } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import type { Json } from '../../src/util/json.ts'
import { databaseBytes, makeProject } from '../support/project.ts'

const project = makeProject()
afterAll(project.remove)

const TAG = 'src/api/tag/content-types/tag/schema.json'
const HERO = 'src/components/blocks/hero.json'
const original = (path: string): string => readFileSync(join(project.folder, path), 'utf8')
const originals = new Map([TAG, HERO].map((path) => [path, original(path)]))

const reset = (): void => {
  for (const [path, text] of originals) project.write(path, text)
  project.write('.tmp/data.db', databaseBytes())
}

/** Adds attributes to a schema file of the project. */
function withAttributes(path: string, attributes: { readonly [name: string]: Json }): void {
  const schema = JSON.parse(originals.get(path) ?? '')
  project.write(path, JSON.stringify({ ...schema, attributes: { ...schema.attributes, ...attributes } }))
}

function inDatabase(sql: string): void {
  const database = new sqlite.Database(project.database)
  database.exec(`pragma foreign_keys = off; ${sql}`)
  database.close()
}

const open = (strict = false) => openProject(project.folder, { env: {}, strict })
const notesOf = async (): Promise<readonly string[]> => (await open()).notes.map(noteText)

/** Returns the only note, after a check that strict reading rejects the project; then restores the files. */
async function only(): Promise<string> {
  const [note = '', ...more] = await notesOf()
  expect(more).toEqual([])
  const strict = await open(true).then(
    () => 'opened',
    ({ name }: Error) => name,
  )
  expect(strict).toBe('DatasetError')
  return note
}

describe('schemas', () => {
  const target = 'api::gone.gone'
  test.each<[string, { readonly [name: string]: Json }, RegExp]>([
    [
      'a custom field whose name has a known word',
      { color: { type: 'customField', customField: 'plugin::ours.color' } },
      /#\/attributes\/color\/type: .*the custom field plugin::ours\.color counts as string$/,
    ],
    [
      'a custom field without a known word',
      { color: { type: 'customField', customField: 'plugin::ours.hue' } },
      /#\/attributes\/color\/type: .*the custom field plugin::ours\.hue counts as JSON$/,
    ],
    ['a type that nobody knows', { color: { type: 'colour' } }, /"colour"; the attribute counts as JSON$/],
    [
      'a default of another type',
      { weight: { type: 'integer', default: 'x' } },
      /imported without the default$/,
    ],
    [
      'a name that a query cannot express',
      { '1': { type: 'string' } },
      /#\/attributes\/1: unusable.*ignored$/,
    ],
  ])('%s', async (_what, attributes, says) => {
    withAttributes(TAG, attributes)
    expect(await only()).toMatch(says)
    reset()
  })

  test('a custom field has values of its base type', async () => {
    inDatabase(
      `alter table tags add column hue json; update tags set hue = '{"h":120}', color = '#fff' where id = 1`,
    )
    withAttributes(TAG, {
      color: { type: 'customField', customField: 'plugin::color-picker.color' },
      hue: { type: 'customField', customField: 'plugin::ours.hue' },
    })
    expect(await only()).toMatch(/plugin::ours\.hue counts as JSON$/)
    const { files } = await open()
    expect(files.entries?.['tag']).toContainEqual(
      expect.objectContaining({ id: 1, color: '#fff', hue: { h: 120 } }),
    )
    reset()
  })

  test('a flag of a schema that is neither true nor false counts as false', async () => {
    withAttributes(TAG, { picture: { type: 'media', multiple: 'no' } })
    expect(await only()).toMatch(/#\/attributes\/picture\/multiple: .*; imported as false$/)
    reset()
  })

  test('a relation without an inverse attribute is read as a one-sided relation', async () => {
    const back = {
      type: 'relation',
      relation: 'oneToMany',
      target: 'api::article.article',
      mappedBy: 'nothing',
    }
    withAttributes(TAG, { articles: back })
    const [note = ''] = await notesOf()
    expect(note).toMatch(
      /^src\/api\/tag\/.*#\/attributes\/articles\/mappedBy: .*imported as a one-way relation$/,
    )
    reset()
  })

  test('a missing target type is noted once, and relations to it are omitted', async () => {
    const link = { type: 'relation', relation: 'oneToOne', target }
    withAttributes(TAG, { one: link, two: link })
    withAttributes(HERO, { three: link })
    expect(await only()).toMatch(
      /#\/attributes\/one\/target: unknown content type.*at 2 more places; ignored$/,
    )
    const api = createReferenceApi(graphOf(await open()))
    expect(api.answer({ url: '/api/tags?fields=one' }).status).toBe(400)
    reset()
  })

  test('a component without a schema file is removed from the zones that list it', async () => {
    const zone = { type: 'dynamiczone', components: ['gone.part', 'blocks.cta'] }
    withAttributes(TAG, { zone, part: { type: 'component', component: 'gone.part', repeatable: false } })
    inDatabase(
      'create table tags_cmps (id integer, entity_id integer, cmp_id integer, component_type text, field text, "order" float)',
    )
    expect(await only()).toMatch(/unknown component.*gone\.part.*ignored$/)
    reset()
  })

  test('a schema file that is not JSON is one error with file and position', async () => {
    project.write(TAG, '{\n  "kind": ')
    await expect(open()).rejects.toThrow(
      /^src\/api\/tag\/content-types\/tag\/schema\.json:2:\d+: not JSON: [^\n]*$/,
    )
    reset()
  })

  test('a fault with which Strapi does not start is an error with file and pointer', async () => {
    withAttributes(TAG, {})
    project.write(TAG, JSON.stringify({ ...JSON.parse(original(TAG)), kind: 'someType' }))
    await expect(open()).rejects.toThrow(
      /^src\/api\/tag\/content-types\/tag\/schema\.json#\/kind: unknown kind/,
    )
    reset()
  })
})

describe('rows', () => {
  test('a stored value that its enumeration lacks is answered, and a note lists the value', async () => {
    inDatabase("update kitchensinks set an_enum = 'omega' where id < 20")
    const notes = await notesOf()
    expect(notes).toEqual([
      expect.stringMatching(
        /kitchensink\/schema\.json#\/attributes\/anEnum\/enum: .*: omega; the list now includes them$/,
      ),
    ])
    const api = createReferenceApi(graphOf(await open()))
    const { body } = api.answer({ url: '/api/kitchensinks?filters[id]=7&fields=anEnum' })
    expect(JSON.parse(body).data).toMatchObject([{ anEnum: 'omega' }])
    await expect(open(true)).rejects.toThrow(/database, rows of api::kitchensink\.kitchensink#.*anEnum/)
    reset()
  })

  test.each([
    [
      'a date that is none',
      "update kitchensinks set a_date = '2024-02-31' where id = 3",
      /aDate: wrong value.*imported as null$/,
    ],
    [
      'a time that is none',
      "update kitchensinks set a_time = '25:00' where id = 3",
      /aTime: wrong value.*imported as null$/,
    ],
    [
      'a component that the schema of the zone no longer allows',
      "insert into homepages_cmps values (99, 1, 1, 'place.geo', 'zone', 9)",
      /component not allowed in this zone.*ignored$/,
    ],
    [
      'a draft and a published row of a type without drafts',
      'insert into tags (id, document_id, name, locale, published_at) select 99, document_id, name, locale, published_at from tags where id = 1',
      /duplicate row.*ignored$/,
    ],
    [
      'a locale that was removed from the list of locales',
      "update tags set locale = 'xx' where id = 1",
      /unknown locale.*added to the locales$/,
    ],
  ])('%s', async (_what, sql, says) => {
    inDatabase(sql)
    expect(await only()).toMatch(says)
    reset()
  })

  test('JSON that is too deep, or has numbers beyond the range of JSON, becomes null with a note', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    inDatabase(
      `update kitchensinks set a_json = '${deep}' where id = 1; update kitchensinks set a_json = '[1e999]' where id = 2`,
    )
    const notes = await notesOf()
    expect(notes).toEqual([
      expect.stringMatching(/aJson.*too deep.*imported as null$/),
      expect.stringMatching(/aJson\/0: not JSON.*imported as null$/),
    ])
    reset()
  })

  test('an invalid value of a database column becomes null, as in the real server', async () => {
    inDatabase("update kitchensinks set an_integer = 'x', a_boolean = 'x', a_datetime = 'x' where id = 3")
    const { files, notes } = await open()
    expect(notes).toEqual([])
    expect(files.entries?.['kitchensink']).toContainEqual(
      expect.objectContaining({ id: 3, anInteger: null, aBoolean: null, aDatetime: null }),
    )
    reset()
  })

  test('links of a database to missing rows are omitted', async () => {
    inDatabase('delete from authors where id = 1; delete from files where id = 1; delete from admin_users')
    expect(await notesOf()).toEqual([])
    reset()
  })
})

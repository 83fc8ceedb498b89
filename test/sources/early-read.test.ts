/** Tests that a source is read, and its made-up entries are generated, while the code of its project registers. */
import { expect, test } from 'vitest'
import { readAll } from '../../src/sources/assembly/read.ts'
import type { SchemaFile } from '../../src/sources/database/model.ts'
import type { Schemas } from '../../src/sources/database/read.ts'
import { fillerOf, withFake } from '../../src/sources/fake/fake.ts'
import type { JsonObject } from '../../src/util/json.ts'

const schemasOf = (attributes: JsonObject): Schemas => {
  const json = { info: { singularName: 'note', pluralName: 'notes' }, attributes }
  const file: SchemaFile = { uid: 'api::note.note', stem: 'note', name: 'note', file: 'note.json', json }
  return { contentTypes: [file], components: [] }
}

const PLACES = { rows: 'database', contentTypes: 'src/api', settings: 'config/api', stored: 'stored' }
const ANSWERS = { settings: {}, privateAttributes: [] }
const TITLE = { title: { type: 'string' } }

/** Reads a project whose code registers the schemas that `change` returns. */
async function readWith(given: Schemas, change: (schemas: Schemas) => Schemas) {
  const steps: string[] = []
  const early: object[] = []
  const registered = async (schemas: Schemas) => {
    steps.push('begins')
    await new Promise(setImmediate)
    steps.push('ends')
    return { schemas: change(schemas), notes: [{ file: 'x', line: 0, says: 'registered' }] }
  }
  const ahead = async ({ files }: { readonly files: object }): Promise<void> => {
    steps.push('read')
    early.push(files)
  }
  const { loaded, notes } = await readAll(given, ANSWERS, null, { registered, ahead }, PLACES)
  return { steps, early, loaded, notes: notes.map(({ says }) => says) }
}

test('the rows are read while the code registers, and are not read again if the code changes no schema', async () => {
  const { steps, early, loaded, notes } = await readWith(schemasOf(TITLE), (schemas) => schemas)
  expect(steps).toEqual(['begins', 'read', 'ends'])
  expect(early).toEqual([loaded.files])
  expect(early[0]).toBe(loaded.files)
  expect(notes).toEqual(['registered'])
})

test('the rows are read again if the code changes a schema', async () => {
  const changed = schemasOf({ ...TITLE, added: { type: 'string' } })
  const { steps, early, loaded } = await readWith(schemasOf(TITLE), () => changed)
  expect(steps).toEqual(['begins', 'read', 'ends'])
  expect(early[0]).not.toBe(loaded.files)
  expect(loaded.files.contentTypes['note']).toMatchObject({ attributes: { added: { type: 'string' } } })
})

test('a project with custom fields is read after the code has registered their types', async () => {
  const given = schemasOf({ color: { type: 'customField', customField: 'plugin::color-picker.color' } })
  const { steps, loaded } = await readWith(given, () => schemasOf({ color: { type: 'string' } }))
  expect(steps).toEqual(['begins', 'ends'])
  expect(loaded.files.contentTypes['note']).toMatchObject({ attributes: { color: { type: 'string' } } })
})

test('made-up entries that are generated ahead equal entries that are generated after the code has registered', async () => {
  const { loaded } = await readWith(schemasOf(TITLE), (schemas) => schemas)
  const source = { kind: 'a project', notes: [], ...loaded }
  const options = { count: 3, seed: 5 }
  const filler = fillerOf(options)
  filler.ahead(loaded)
  const { graph, ...made } = filler.fill(source)
  expect(made).toEqual(withFake(source, options))
  expect(graph?.tables.get('api::note.note')?.rows).toHaveLength(3)
  // An invalid option throws when the source is filled, not when entries are generated ahead.
  const many = fillerOf({ count: 1_000_000, seed: 5 })
  many.ahead(loaded)
  expect(() => many.fill(source)).toThrow('--fake would create 1000000 rows')
})

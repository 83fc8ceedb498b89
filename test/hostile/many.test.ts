/** Tests many faults, long names, and lists that a nested loop would search in quadratic time. */
import { afterAll, describe, expect, test } from 'vitest'
import { buildGraph } from '../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { DatasetError, formatFault } from '../../src/reference/schema/fault.ts'
import { collection, graphOf, relation } from '../graph/library.ts'
import { faultsAt, folderOf, removeFolders, THING } from './folders.ts'

afterAll(removeFolders)

const COUNT = 4000
const many = <T>(make: (at: number) => T, count = COUNT): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
const named = <T>(make: (at: number) => readonly [string, T], count = COUNT): { [name: string]: T } =>
  Object.fromEntries(many(make, count))

function refusalOf(files: DatasetFiles) {
  const result = buildGraph(files)
  if ('graph' in result) throw new Error('no fault')
  return result
}

const DRAFTS = { pluginOptions: { i18n: { localized: true } } }

describe('a dataset with as many faults as rows', () => {
  const wrong: readonly [string, DatasetFiles][] = [
    [
      'values of a long enumeration',
      {
        contentTypes: { a: collection('a', { e: { type: 'enumeration', enum: many((at) => `v${at}`) } }) },
        entries: { a: many(() => ({ e: 'x' })) },
      },
    ],
    [
      'components of a large zone',
      {
        contentTypes: { a: collection('a', { z: { type: 'dynamiczone', components: many(() => 'c.c') } }) },
        components: { 'c/c': { attributes: {} } },
        entries: { a: [{ z: many(() => ({ __component: 'c.d' })) }] },
      },
    ],
    [
      'locales of many',
      {
        contentTypes: { a: collection('a', {}, DRAFTS) },
        locales: { default: 'l0', locales: many((at) => ({ code: `l${at}` })) },
        entries: { a: many((at) => ({ locale: `x${at}` })) },
      },
    ],
    [
      'many attributes with similar names',
      {
        contentTypes: {
          a: collection(
            'a',
            named((at) => [`name${at}`, { type: 'string' }]),
          ),
        },
        entries: { a: [named((at) => [`nome${at}`, 1])] },
      },
    ],
    [
      'many links that only one side of a relation lists',
      {
        contentTypes: {
          a: collection('a', { bs: relation('oneToMany', 'api::b.b', { mappedBy: 'a' }) }),
          b: collection('b', { a: relation('manyToOne', 'api::a.a', { inversedBy: 'bs' }) }),
        },
        entries: { a: [{ bs: [] }, {}], b: many(() => ({ a: 1 })) },
      },
    ],
    [
      'rows of one document',
      {
        contentTypes: { a: collection('a', { other: relation('oneToOne', 'api::a.a') }) },
        entries: { a: many(() => ({ documentId: 'one', other: 'one' })) },
      },
    ],
  ]

  test.each(wrong)('%s', { timeout: 60_000 }, (_, files) => {
    const { faults, more } = refusalOf(files)
    expect(faults).toHaveLength(1000)
    expect(faults.length + more).toBeGreaterThanOrEqual(COUNT - 1)
    for (const fault of faults) expect(formatFault(fault).length).toBeLessThan(1500)
  })

  test('the error message for a dataset of many faulty rows lists some faults and counts the others', () => {
    const dir = folderOf({
      'content-types/thing.json': THING,
      'entries/thing.json': JSON.stringify(many(() => 1)),
    })
    const load = (): unknown => loadDataset(dir)
    expect(load).toThrow(DatasetError)
    expect(load).toThrow(/\nand 3000 more$/)
    expect(faultsAt(dir)).toHaveLength(1000)
  })

  test('5000 faults below a very long role name are listed a few times and then counted', () => {
    const permissions = many((at) => `x${at}`, 5000)
    const access = { roles: { ['x'.repeat(400_000)]: { permissions }, public: { permissions: [] } } }
    const { faults, more } = refusalOf({ contentTypes: { a: collection('a', {}) }, access })
    expect(faults.length + more).toBe(5000)
    expect(faults.length).toBeLessThan(5)
  })
})

test('a repeated fault with a long path is listed a few times and then counted', () => {
  const row = `{"${'x'.repeat(100_000)}": {${many(() => '"a": 1', 20_000).join()}}}`
  const dir = folderOf({ 'content-types/thing.json': THING, 'entries/thing.json': `[${row}]` })
  expect(faultsAt(dir).map(({ message }) => message)).toEqual(['duplicate name'])
  expect(() => loadDataset(dir)).toThrow(/\nand 19990 more$/)
})

test('the loader reports an undeclared locale once, with the number of other rows that use the locale', () => {
  const contentTypes = { a: collection('a', {}, DRAFTS) }
  const { faults, more } = refusalOf({ contentTypes, entries: { a: many(() => ({ locale: 'de' })) } })
  expect(more).toBe(0)
  expect(faults.map(({ found }) => found)).toEqual([`"de", here and at ${COUNT - 1} more places`])
})

test('a long list of names in a fault is cut, and the omitted names are counted', () => {
  const values = many((at) => `v${at}`, 25)
  const a = collection('a', { e: { type: 'enumeration', enum: values } })
  const { faults } = refusalOf({ contentTypes: { a }, entries: { a: [{ e: 'x' }] } })
  expect(faults[0]?.expected).toBe(`one of ${values.slice(0, 20).join(', ')} and 5 more`)
})

test('a long value in a fault is cut to 60 characters', () => {
  const found = (value: string): string | undefined => {
    const text = `[{"name": ${value}}]`
    return faultsAt(folderOf({ 'content-types/thing.json': THING, 'entries/thing.json': text }))[0]?.found
  }
  expect(found('{"a": [1, {"b": null}], "c": {}, "d": []}')).toBe('{"a":[1,{"b":null}],"c":{},"d":[]}')
  expect(found(`[${'1,'.repeat(100)}1]`)).toBe(`${`[${'1,'.repeat(100)}`.slice(0, 59)}…`)
  expect(found(`${'['.repeat(900)}${']'.repeat(900)}`)).toBe(`${'['.repeat(59)}…`)
  expect(found(`{"a": "${'x'.repeat(500)}"}`)).toBe(`{"a":"${'x'.repeat(53)}…`)
})

describe('morph relations', () => {
  const manyMorphs = (attributes: number, rows: number, owner: object): DatasetFiles => ({
    contentTypes: {
      a: collection(
        'a',
        named((at) => [`m${at}`, relation('morphMany', 'api::b.b', { morphBy: 'by' })], attributes),
      ),
      b: collection('b', { by: { type: 'relation', relation: 'morphToMany' } }),
    },
    entries: { a: [JSON.parse(JSON.stringify(owner))], b: many(() => ({}), rows) },
  })

  test('morph relations from many attributes to many rows exceed the limit of values', () => {
    const { faults } = refusalOf(manyMorphs(3000, 3000, {}))
    expect(faults).toMatchObject([{ file: 'entries/a.json', message: 'too many values' }])
  })

  test('many morph attributes of a row that link one other row give it a single link back', () => {
    const graph = graphOf(
      manyMorphs(
        300,
        1,
        named((at) => [`m${at}`, [1]], 300),
      ),
    )
    const [row] = graph.tables.get('api::b.b')?.rows ?? []
    expect(row?.links['by']).toEqual([{ type: 'api::a.a', id: 1 }])
  })
})

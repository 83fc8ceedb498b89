/** Tests dataset files in memory with any JavaScript value; the loader calls no method and no getter of the values. */
import { describe, expect, test } from 'vitest'
import { buildGraph } from '../../src/reference/load/build.ts'
import type { Fault } from '../../src/reference/schema/fault.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { brief, collection, graphOf, rowById } from '../graph/library.ts'

const thing = collection('thing', { data: { type: 'json' } })

/** Passes values that TypeScript would reject to the loader. */
function faultsOf(files: unknown, options?: object): readonly Fault[] {
  const result: ReturnType<typeof buildGraph> = Reflect.apply(buildGraph, undefined, [files, options])
  return 'faults' in result ? result.faults : []
}

const faultsWith = (data: unknown): readonly Fault[] =>
  faultsOf({ contentTypes: { thing }, entries: { thing: [{ data }] } })

const run = (): never => {
  throw new Error('this must not run')
}

class Row {
  readonly id = 1
}

const within = (): unknown => {
  const list: unknown[] = []
  list.push({ list })
  return list
}

const gone = (): unknown => {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

describe('no JSON', () => {
  test.each<[string, unknown]>([
    ['undefined', undefined],
    ['a function', run],
    ['a symbol', Symbol('x')],
    ['a bigint', 10n],
    ['NaN', Number.NaN],
    ['Infinity', Number.POSITIVE_INFINITY],
    ['an object of a class', new Date(0)],
    ['an object of a class', new Map([['a', 1]])],
    ['an object of a class', new Row()],
    ['an object of a class', new String('text')],
    ['an object of a class', new Uint8Array(4)],
    ['an object of a class', Object.create({ inherited: 1 })],
    ['an object with a getter', Object.defineProperty({}, 'a', { enumerable: true, get: run })],
    ['an object with a hidden member', Object.defineProperty({}, 'a', { value: 1 })],
    ['an object with a symbol', { [Symbol.toPrimitive]: 1 }],
    ['an object that throws when it is read', new Proxy({}, { ownKeys: run, getPrototypeOf: () => null })],
    ['an object that throws when it is read', gone()],
    ['a list with gaps', Object.assign([1], { 2: 1 })],
    ['a list with gaps', Object.assign([], { length: 4_000_000_000 })],
    ['a list with gaps', Object.assign([1], { length: 2, name: 1 })],
    ['a list with names', Object.assign([1], { name: 1 })],
    ['a list with a getter', Object.defineProperty([], 0, { enumerable: true, get: run })],
    ['a value that contains itself', within()],
  ])('%s', (found, data) => {
    const pointer = found === 'a value that contains itself' ? '/0/data/0/list' : '/0/data'
    expect(faultsWith(data)).toEqual([
      { file: 'entries/thing.json', pointer, message: 'not JSON', expected: 'JSON', found },
    ])
  })

  test('methods of an object in place of JSON are neither called nor stored', () => {
    const [fault] = faultsWith({ toJSON: run, toString: run, valueOf: run })
    expect(fault).toMatchObject({ pointer: '/0/data/toJSON', found: 'a function' })
  })

  test('every value that is not JSON is reported', () => {
    expect(faultsWith([undefined, [1n], { a: run }]).map(({ pointer }) => pointer)).toEqual([
      '/0/data/0',
      '/0/data/1/0',
      '/0/data/2/a',
    ])
  })
})

describe('values that convert to JSON', () => {
  test.each<[string, unknown]>([
    ['an object without prototype', Object.assign(Object.create(null), { a: 1 })],
    ['a frozen object', Object.freeze({ a: Object.freeze([1]) })],
    ['a proxy that answers', new Proxy({ a: 1 }, {})],
    ['a name like any other', JSON.parse('{"__proto__": {"a": 1}, "constructor": 1}')],
  ])('%s is accepted', (_, data) => {
    const graph = graphOf(
      JSON.parse(JSON.stringify({ contentTypes: { thing }, entries: { thing: [{ data }] } })),
    )
    const result: ReturnType<typeof buildGraph> = Reflect.apply(buildGraph, undefined, [
      { contentTypes: { thing }, entries: { thing: [{ data }] } },
    ])
    expect(result).toEqual({ graph })
  })

  test('an object that a dataset in memory shares between places is copied to each place, up to the limit of values', () => {
    let shared: unknown = 1
    for (let level = 0; level < 60; level++) shared = [shared, shared]
    const files = { contentTypes: { thing }, entries: { thing: [{ data: shared }] } }
    expect(faultsOf(files, { limits: { values: 10_000 } })).toMatchObject([{ message: 'too many values' }])
    const one = { id: 1 }
    expect(faultsWith([one, one, { one }])).toEqual([])
  })
})

describe('datasets in memory with a wrong structure', () => {
  test.each<[unknown, string]>([
    [undefined, '.# wrong type'],
    [null, '.# wrong type'],
    ['files', '.# wrong type'],
    [[], '.# wrong type'],
    [new Map(), '.# wrong type'],
    [{}, 'content-types# no schema'],
    [{ contentTypes: null }, 'content-types# wrong type'],
    [{ contentTypes: [thing] }, 'content-types# wrong type'],
    [{ contentTypes: { thing }, entries: 5 }, 'entries# wrong type'],
    [{ contentTypes: { thing }, entires: {} }, '.#/entires unknown part'],
    [{ contentTypes: { '../thing': thing } }, 'content-types#/..~1thing not a file name'],
    [{ contentTypes: { 'a\\b': thing } }, 'content-types#/a\\b not a file name'],
    [{ contentTypes: { '.thing': thing } }, 'content-types#/.thing not a file name'],
    [{ contentTypes: { '': thing } }, 'content-types#/ not a file name'],
    [
      { contentTypes: { thing }, components: { 'a/../../b': {} } },
      'components#/a~1..~1..~1b not a file name',
    ],
  ])('%j', (files, expected) => {
    expect(faultsOf(files)[0]).toMatchObject({})
    expect(faultsOf(files).map(brief)).toContain(expected)
  })

  test('a part of a dataset in memory that is undefined counts as missing', () => {
    expect(faultsOf({ contentTypes: { thing }, media: undefined, components: undefined })).toEqual([])
  })

  test('the limits of depth and of values apply to datasets in memory', () => {
    const files = { contentTypes: { thing }, entries: { thing: [{ data: [[[]]] }] } }
    expect(faultsOf(files, { limits: { depth: 4 } }).map(brief)).toEqual([
      'entries/thing.json#/0/data/0/0 too deep',
    ])
    expect(faultsOf(files, { limits: { values: 10 } }).map(({ message }) => message)).toEqual([
      'too many values',
    ])
  })
})

describe('an edit', () => {
  const graph = graphOf({ contentTypes: { thing }, entries: { thing: [{ data: 1 }, { data: { a: [1] } }] } })

  test.each<[string, unknown]>([
    ['a date', new Date(0)],
    ['a getter', Object.defineProperty({}, 'a', { enumerable: true, get: run })],
    ['a proxy that throws', [new Proxy({}, { ownKeys: run, getPrototypeOf: run, get: run })]],
    ['a very long list', Object.assign([], { length: 4_000_000_000 })],
    ['a value within itself', within()],
  ])('an edit that assigns %s is rejected', (_, data) => {
    const edit = (): unknown =>
      editGraph(graph, ({ entries }) => void Reflect.set(entries['thing']?.[0] ?? {}, 'data', data))
    expect(edit).toThrow(DatasetError)
    expect(rowById(graph, 'api::thing.thing', 1).values['data']).toBe(1)
  })

  test('an edit fails if it assigns a proxy that throws', () => {
    const edit = (): unknown =>
      editGraph(graph, ({ entries }) => {
        Reflect.set(entries['thing']?.[0] ?? {}, 'data', new Proxy({}, { get: run }))
      })
    expect(edit).toThrow('this must not run')
    expect(rowById(graph, 'api::thing.thing', 1).values['data']).toBe(1)
  })

  test('an edit that writes equal values returns the same graph object', () => {
    const same = editGraph(graph, ({ entries }) => {
      entries['thing'] = [{ data: 1 }, { data: { a: [1] } }]
    })
    expect(same).toBe(graph)
  })

  test('an edit of a graph has the limits with which the graph was built', () => {
    const files = { contentTypes: { thing }, entries: { thing: [{ data: [] }] } }
    const built = buildGraph(files, { limits: { depth: 6 } })
    const small = 'graph' in built ? built.graph : graph
    const put = (levels: string) => (): unknown =>
      editGraph(small, ({ entries }) => {
        entries['thing'] = [{ data: JSON.parse(levels) }]
      })
    expect(put('[[[[]]]]')).not.toThrow()
    expect(put('[[[[[]]]]]')).toThrow(DatasetError)
  })
})

/** Mutants in memory: values that a program passes as files, or assigns in an edit. */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { EditableObject } from '../../../src/writing/edit/edit.ts'
import type { BaseDataset } from './base.ts'
import type { Mutate } from './mutant.ts'
import { isRecord, jsonOf, slotsOf } from './tree.ts'

/** Returns the files of a dataset as plain objects. */
function filesOf(base: BaseDataset): EditableObject {
  const files: EditableObject = { contentTypes: {}, components: {}, entries: {} }
  const sections = {
    'content-types': files['contentTypes'],
    components: files['components'],
    entries: files['entries'],
  }
  for (const path of base.files.keys()) {
    const [, folder, stem = ''] = /^(?:(content-types|components|entries)\/)?(.*)\.json$/.exec(path) ?? []
    const section = Object.entries(sections).find(([name]) => name === folder)?.[1]
    if (isRecord(section)) section[stem] = jsonOf(base, path)
    else files[stem] = jsonOf(base, path)
  }
  return files
}

class MemoryRow {
  readonly id = 1
}

function withGetter(value: unknown): object {
  return Object.defineProperty({}, 'id', { enumerable: true, get: () => value })
}

function throwing(): object {
  const fail = (): never => {
    throw new Error('hands off')
  }
  return new Proxy({}, { get: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail })
}

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function circular(): object {
  const one: { [key: string]: unknown } = { id: 1 }
  one['self'] = [one]
  return one
}

function nested(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = null
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

/** JavaScript values that are not JSON, or that are far too large. */
const NON_JSON: { readonly [says: string]: () => unknown } = {
  undefined: () => undefined,
  'a function': () => () => 1,
  'a symbol': () => Symbol('x'),
  'a bigint': () => 10n,
  'not a number': () => Number.NaN,
  infinity: () => Number.POSITIVE_INFINITY,
  'minus zero': () => -0,
  'a date': () => new Date(0),
  'an invalid date': () => new Date(Number.NaN),
  'a map': () => new Map([['id', 1]]),
  'a set': () => new Set([1]),
  'a pattern': () => /(a+)+$/,
  'an error': () => new Error('x'),
  'a promise': () => Promise.resolve([]),
  bytes: () => new Uint8Array(8),
  'an object of a class': () => new MemoryRow(),
  'an object without prototype': () => Object.assign(Object.create(null), { id: 1 }),
  'an object with a strange prototype': () => Object.create({ id: 1 }),
  'a list with gaps': () => Object.assign([1], { 5: 1 }),
  'a very long list': () => Object.assign([], { length: 4_000_000_000 }),
  'a list with a name': () => Object.assign([1], { name: 1 }),
  'a getter': () => withGetter(1),
  'a getter that throws': () => Object.defineProperty({}, 'id', { enumerable: true, get: throwing }),
  'a hidden member': () => Object.defineProperty({}, 'id', { value: 1 }),
  'a member by symbol': () => ({ [Symbol.iterator]: 1 }),
  'a method': () => ({ toJSON: () => ({}), toString: () => 'x' }),
  'a proxy': () => new Proxy({ id: 1 }, {}),
  'a proxy that throws': throwing,
  'a proxy that is gone': revoked,
  'a value in itself': circular,
  'lists of many levels': () => nested(50_000, (inner) => [inner]),
  'objects of many levels': () => nested(50_000, (inner) => ({ inner })),
  'components of many levels': () => nested(900, (inner) => ({ inner })),
  '60 nested lists, each twice in the list around it': () => nested(60, (inner) => [inner, inner]),
  '60 nested objects, each twice in the object around it': () => nested(60, (a) => ({ a, b: a })),
  '__proto__ of its own': () => JSON.parse('{"__proto__": {"id": 1}}'),
  'a boxed text': () => new String('x'),
  frozen: () => Object.freeze({ id: 1, inner: { id: 2 } }),
}

/**
 * The names of the values that throw when a member is read. A recipe that assigns one of these values throws the
 * same error, because Immer reads the value.
 */
const THROWING: readonly string[] = ['a proxy that throws', 'a proxy that is gone']

/** Puts the value with the given name at a random place in the files. */
function plant(files: object, says: string, { pick }: Roll): void {
  const whole: EditableObject = Object.fromEntries(Object.entries(files))
  const { holder, key } = pick(slotsOf(whole).slice(1))
  Reflect.set(holder === whole ? files : holder, key, NON_JSON[says]?.())
}

export const mutateMemory: Mutate = (base, roll) => {
  const says = roll.pick(Object.keys(NON_JSON))
  if (roll.chance(30) && !THROWING.includes(says)) {
    const recipe = (dataset: object): void => plant(dataset, says, roll)
    return { says: `an edit puts in ${says}`, change: { at: 'edit', recipe } }
  }
  if (roll.chance(5))
    return { says: `${says} as the whole`, change: { at: 'memory', files: NON_JSON[says]?.() } }
  const files = filesOf(base)
  plant(files, says, roll)
  return { says, change: { at: 'memory', files } }
}

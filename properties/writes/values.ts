/**
 * Laws about the links and values of writes, with a short independent model of the links after a change and of valid
 * values.
 */
import * as fc from 'fast-check'
import type { Json } from '../../src/util/json.ts'
import { firstState, type WritingState } from '../../src/writing/index.ts'
import { load } from '../arbitraries/world.ts'
import { expectSame, type Fault } from '../laws/law.ts'
import { plainWriteLaw, type WriteLaw, type WriteTrial, writeLaw } from './write-law.ts'

/**
 * A schema with a type that has a list of links, a unique text and components, and with the target type of the links.
 */
const SCHEMA = {
  contentTypes: {
    restaurant: {
      info: { singularName: 'restaurant', pluralName: 'restaurants' },
      attributes: {
        name: { type: 'string' },
        code: { type: 'string', unique: true },
        isOpen: { type: 'boolean' },
        regulars: { type: 'relation', relation: 'manyToMany', target: 'api::author.author' },
        blocks: { type: 'dynamiczone', components: ['blocks.quote'] },
      },
    },
    author: {
      info: { singularName: 'author', pluralName: 'authors' },
      attributes: { name: { type: 'string' } },
    },
  },
  components: { 'blocks/quote': { attributes: { text: { type: 'string' } } } },
}
const AUTHORS = ['anna', 'ben', 'cleo', 'dora', 'emil']
const graph = load({
  ...SCHEMA,
  entries: { author: AUTHORS.map((documentId) => ({ documentId, name: documentId })) },
})

const headers = { 'content-type': 'application/json' }

interface WrittenList {
  readonly state: WritingState
  readonly status: number
  readonly data: Readonly<Record<string, Json>>
}

function put(
  { subject: { write } }: WriteTrial,
  state: WritingState,
  method: string,
  url: string,
  data: Json,
): WrittenList {
  const body = new TextEncoder().encode(JSON.stringify({ data }))
  const made = write(state, { method, url, headers, body })
  if (made === undefined) throw new Error(`${url} is no write`)
  return { state: made.state, status: made.answer.status, data: JSON.parse(made.answer.body).data ?? {} }
}

const author = fc.constantFrom(...AUTHORS)
const side = fc.constantFrom('start', 'end', 'before', 'after', 'unsaid')

type ListChange =
  | { readonly kind: 'set'; readonly all: readonly string[] }
  | { readonly kind: 'disconnect'; readonly one: string }
  | { readonly kind: 'connect'; readonly one: string; readonly side: string; readonly other: string }
  | { readonly kind: 'both'; readonly one: string; readonly gone: string }

const change: fc.Arbitrary<ListChange> = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), all: fc.uniqueArray(author) }),
  fc.record({ kind: fc.constant('disconnect' as const), one: author }),
  fc.record({ kind: fc.constant('connect' as const), one: author, side, other: author }),
  fc.record({ kind: fc.constant('both' as const), one: author, gone: author }),
)

/**
 * Returns the value to write, and the resulting list of links; undefined if a position names a row that is not in the
 * list.
 */
function meant(
  list: readonly string[],
  requested: ListChange,
): { readonly value: Json; readonly list: readonly string[] } | undefined {
  const without = (one: string): readonly string[] => list.filter((other) => other !== one)
  switch (requested.kind) {
    case 'set':
      return { value: { set: requested.all }, list: requested.all }
    case 'disconnect':
      return { value: { disconnect: [requested.one] }, list: without(requested.one) }
    case 'both':
      return {
        value: { connect: [requested.one], disconnect: [{ documentId: requested.gone }] },
        list: [...without(requested.one).filter((one) => one !== requested.gone), requested.one],
      }
    case 'connect': {
      const { one, side: place, other } = requested
      const others = without(one)
      const at = others.indexOf(other)
      const isRelative = place === 'before' || place === 'after'
      if (isRelative && at < 0) return undefined
      const places: Readonly<Record<string, number>> = { start: 0, before: at, after: at + 1 }
      const index = places[place] ?? others.length
      const position = isRelative ? { [place]: other } : { [place]: true }
      const value = place === 'unsaid' ? one : { documentId: one, position }
      return { value: { connect: [value] }, list: [...others.slice(0, index), one, ...others.slice(index)] }
    }
  }
}

const lists = writeLaw(
  {
    id: 'writes.links',
    says:
      '`set` replaces all links by the given links, in the given order. ' +
      '`connect` adds each link at the position that the request names. ' +
      '`disconnect` removes exactly the named links. ' +
      'An update keeps the links of earlier updates, unless it removes or replaces them.',
    sees: ['changed'],
  },
  fc.array(change, { minLength: 3, maxLength: 10 }),
  (trial, changes) => {
    const first = put(trial, firstState(graph), 'POST', '/api/restaurants', { name: 'a' })
    const url = `/api/restaurants/${first.data['documentId']}?populate[regulars][fields][0]=documentId`
    let state = first.state
    let list: readonly string[] = []
    for (const requested of changes) {
      const next = meant(list, requested)
      if (next === undefined) continue
      const made = put(trial, state, 'PUT', url, { regulars: next.value })
      const found: readonly { readonly documentId: string }[] = Object(made.data['regulars'] ?? [])
      const ids = found.map(({ documentId }) => documentId)
      const fault = expectSame(JSON.stringify(requested), ids, next.list)
      if (fault !== undefined) return fault
      state = made.state
      list = next.list
      trial.see('changed')
    }
    return undefined
  },
)

const unique = writeLaw(
  {
    id: 'writes.unique',
    says:
      'The server accepts a unique value for only one document. ' +
      'The server accepts null in a unique attribute for any number of documents.',
    sees: ['taken', 'refused'],
  },
  fc.array(fc.constantFrom('a', 'b', 'c-1', null), { minLength: 2, maxLength: 6 }),
  (trial, values) => {
    let state = firstState(graph)
    const taken = new Set<string | null>()
    for (const code of values) {
      const made = put(trial, state, 'POST', '/api/restaurants', { code })
      const expected = code !== null && taken.has(code) ? 400 : 201
      trial.see(expected === 400 ? 'refused' : 'taken')
      if (made.status !== expected) return `the answer to ${code} is ${made.status}`
      taken.add(code)
      state = made.state
    }
    return undefined
  },
)

const texts = writeLaw(
  {
    id: 'writes.short-texts',
    says: 'A text of the type `string` without `maxLength` has at most 255 UTF-16 units.',
    sees: ['short', 'long'],
  },
  fc
    .tuple(fc.constantFrom('x', '🍜'), fc.constantFrom(254, 255, 256))
    .map(([first, length]) => first.padEnd(length, 'x')),
  (trial, name) => {
    const { status } = put(trial, firstState(graph), 'POST', '/api/restaurants', { name })
    trial.see(name.length > 255 ? 'long' : 'short')
    return status === (name.length > 255 ? 400 : 201)
      ? undefined
      : `the answer to a name of ${name.length} units has the status ${status}`
  },
)

const FLAGS = [true, 'true', '1', 1, false, 'false', '0', 0]

const flags = plainWriteLaw(
  {
    id: 'writes.flags',
    says:
      'A boolean attribute accepts true and false. A boolean attribute accepts the numbers 1 and 0. ' +
      'A boolean attribute accepts the texts `true`, `false`, `1` and `0`.',
    sees: [],
  },
  (trial) => {
    const said = FLAGS.map(
      (isOpen) =>
        put(trial, firstState(graph), 'POST', '/api/restaurants', { isOpen }).data['isOpen'] ?? null,
    )
    return expectSame(
      'an accepted flag has the wrong value',
      said,
      FLAGS.map((_, at) => at < 4),
    )
  },
)

const OWN_NAMES = ['id', 'documentId', 'createdAt', 'updatedAt', 'createdBy', 'nope']

const names = plainWriteLaw(
  {
    id: 'writes.names',
    says:
      'A body is refused if it names an attribute that only the server sets. ' +
      'A body is refused if it names an attribute that does not exist. ' +
      'A body is also refused if a component of the body names an attribute that does not exist.',
    sees: [],
  },
  (trial) => {
    const bodies = [
      ...OWN_NAMES.flatMap((name) => [
        { [name]: 'x' },
        { blocks: [{ __component: 'blocks.quote' }], [name]: 'x' },
      ]),
      { blocks: [{ __component: 'blocks.quote', nope: 1 }] },
    ]
    return bodies
      .map((body): Fault => {
        const { status } = put(trial, firstState(graph), 'POST', '/api/restaurants', body)
        return status === 400 ? undefined : `the answer to ${JSON.stringify(body)} has the status ${status}`
      })
      .find(Boolean)
  },
)

export const VALUE_WRITE_LAWS: readonly WriteLaw[] = [lists, unique, texts, flags, names]

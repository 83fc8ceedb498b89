/** A short independent model of two things: the list of links after a change, and which values are valid. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/util/json.ts'
import { firstState, type WritingState, write } from '../../src/writing/index.ts'
import { graphOf } from '../../test/support/datasets.ts'
import { SEED } from '../../test/support/seed.ts'

const RUNS = Number(process.env['POPULACE_WRITE_RUNS'] ?? 20)
const SAMPLE = { seed: SEED, numRuns: RUNS * 2 }

const graph = graphOf('guide')
const headers = { authorization: 'Bearer admin-token', 'content-type': 'application/json' }

interface WrittenList {
  readonly state: WritingState
  readonly status: number
  readonly data: Readonly<Record<string, Json>>
}

function put(state: WritingState, method: string, url: string, data: Json): WrittenList {
  const body = new TextEncoder().encode(JSON.stringify({ data }))
  const made = write(state, { method, url, headers, body })
  if (made === undefined) throw new Error(`${url} is no write`)
  return { state: made.state, status: made.answer.status, data: JSON.parse(made.answer.body).data ?? {} }
}

const AUTHORS = graph.tables.get('api::author.author')?.rows.map(({ documentId }) => documentId) ?? []
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

/** The value to write and the list that results; undefined for a position next to an absent row. */
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

describe('laws of what is written', () => {
  test(`a list of links is what was asked for, one change after the other, seed ${SEED}`, () => {
    let changed = 0
    fc.assert(
      fc.property(fc.array(change, { minLength: 3, maxLength: 10 }), (changes) => {
        const first = put(firstState(graph), 'POST', '/api/restaurants', { name: 'a' })
        const url = `/api/restaurants/${first.data['documentId']}?populate[regulars][fields][0]=documentId`
        let state = first.state
        let list: readonly string[] = []
        for (const requested of changes) {
          const next = meant(list, requested)
          if (next === undefined) continue
          const made = put(state, 'PUT', url, { regulars: next.value })
          const found: readonly { readonly documentId: string }[] = Object(made.data['regulars'] ?? [])
          expect(found.map(({ documentId }) => documentId)).toEqual(next.list)
          state = made.state
          list = next.list
          changed++
        }
      }),
      SAMPLE,
    )
    expect(changed).toBeGreaterThan(RUNS)
  })

  test(`a unique value is taken of one, seed ${SEED}`, () => {
    const values = fc.array(fc.constantFrom('a', 'b', 'c-1', ''), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(values, (all) => {
        let state = firstState(graph)
        const taken = new Set<string>()
        for (const uid of all) {
          const made = put(state, 'POST', '/api/samplers', { uid })
          expect(made.status).toBe(uid !== '' && taken.has(uid) ? 400 : 201)
          taken.add(uid)
          state = made.state
        }
      }),
      SAMPLE,
    )
  })

  test(`a short text has 255 UTF-16 units at most, and booleans are said in eight ways, seed ${SEED}`, () => {
    const text = fc
      .tuple(fc.constantFrom('x', '🍜'), fc.constantFrom(254, 255, 256))
      .map(([first, length]) => first.padEnd(length, 'x'))
    fc.assert(
      fc.property(text, (string) => {
        const { status } = put(firstState(graph), 'POST', '/api/samplers', { string })
        expect(status).toBe(string.length <= 255 ? 201 : 400)
      }),
      SAMPLE,
    )
    const said = [true, 'true', '1', 1, false, 'false', '0', 0]
    const answers = said.map(
      (boolean) => put(firstState(graph), 'POST', '/api/samplers', { boolean }).data['boolean'],
    )
    expect(answers).toEqual(said.map((_, at) => at < 4))
  })

  test('what the server keeps or names itself is not taken', () => {
    for (const name of ['id', 'documentId', 'createdAt', 'updatedAt', 'createdBy', 'nope'])
      for (const inner of [{}, { blocks: [{ __component: 'blocks.quote' }] }]) {
        const made = put(firstState(graph), 'POST', '/api/restaurants', { ...inner, [name]: 'x' })
        expect([name, made.status]).toEqual([name, 400])
      }
    const zone = { blocks: [{ __component: 'blocks.quote', nope: 1 }] }
    expect(put(firstState(graph), 'POST', '/api/restaurants', zone).status).toBe(400)
  })
})

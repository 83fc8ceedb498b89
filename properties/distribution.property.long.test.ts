/**
 * Tests the distribution of generated data with a fixed seed. The tests measure the share of ordinary values in rows,
 * and the share of requests that find entries.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import type { Graph, Node } from '../src/reference/graph/graph.ts'
import { isList, isObject, type Json } from '../src/util/json.ts'
import { modelsOf } from '../src/writing/index.ts'
import type { QueryObject } from './arbitraries/print.ts'
import { type Ask, requestOf, seeds } from './arbitraries/request.ts'
import { fits } from './arbitraries/usual.ts'
import { worlds } from './arbitraries/world.ts'
import { without } from './laws/replies.ts'

const SAMPLES = fc.sample(fc.tuple(worlds(), seeds), { seed: 1, numRuns: 600 })

/** Returns the rows and components of all types of a graph with an `api::` uid. */
function nodesOf({ tables }: Graph): readonly Node[] {
  const nodes: Node[] = [...tables.values()]
    .filter(({ type }) => type.uid.startsWith('api::'))
    .flatMap(({ rows }) => rows)
  for (const node of nodes) nodes.push(...Object.values(node.components).flat())
  return nodes
}

describe('generated rows', () => {
  test('generated rows are within the limits of their schema', () => {
    let limited = 0
    const faults = SAMPLES.flatMap(([{ graph }]) =>
      nodesOf(graph).flatMap((node) =>
        [...(modelsOf(graph).get(node.uid)?.attributes ?? [])].flatMap(([name, limits]) => {
          const value = node.values[name]
          if (value === undefined) return []
          if (limits.required || limits.pattern || limits.minLength || limits.max !== undefined) limited++
          return fits(value, limits) ? [] : [`${node.uid}.${name} ${JSON.stringify(value)}`]
        }),
      ),
    )
    expect(faults).toEqual([])
    expect(limited).toBeGreaterThan(5_000)
  })

  test('no two generated documents have the same value of a unique attribute', () => {
    let unique = 0
    for (const [{ graph }] of SAMPLES) {
      const holders = new Map<string, string>()
      for (const { type, rows } of graph.tables.values()) {
        const names = [...(modelsOf(graph).get(type.uid)?.attributes ?? [])].flatMap(([name, limits]) =>
          limits.unique ? [name] : [],
        )
        for (const { documentId, values } of rows) {
          for (const name of names) {
            if ((values[name] ?? null) === null) continue
            const key = JSON.stringify([type.uid, name, values[name]])
            expect(holders.get(key) ?? documentId).toBe(documentId)
            holders.set(key, documentId)
            unique++
          }
        }
      }
    }
    expect(unique).toBeGreaterThan(500)
  })
})

interface Listed {
  readonly ask: Ask
  readonly shown: number
  readonly totalOf: (query: QueryObject) => number
}

function listed([{ graph }, seed]: (typeof SAMPLES)[number]): Listed | undefined {
  const { answer } = createReferenceApi(graph)
  const ask = seed(graph)
  const read = (query: QueryObject): Json => JSON.parse(answer(requestOf({ ...ask, query })).body)
  const body = read(ask.query)
  if (ask.target !== 'list' || !isObject(body) || !isList(body.data)) return undefined
  return {
    ask,
    shown: body.data.length,
    totalOf: (query) => {
      const counted = read({ ...query, fields: 'id', pagination: { limit: '1', withCount: 'true' } })
      return Number(Object(Object(Object(counted).meta).pagination).total)
    },
  }
}

describe('generated requests', () => {
  const lists = SAMPLES.map(listed).filter((one) => one !== undefined)
  const share = (some: readonly Listed[], test: (one: Listed) => boolean): number =>
    some.filter(test).length / some.length

  test('generated requests find entries in at least nine of ten lists', () => {
    expect(share(lists, ({ shown }) => shown > 0)).toBeGreaterThanOrEqual(0.9)
  })

  test('generated requests have filters, at least half of which exclude some of the entries', () => {
    const filtered = lists.filter(({ ask }) => ask.query.filters !== undefined)
    const cuts = share(filtered, ({ ask, totalOf }) => {
      const left = totalOf(ask.query)
      return left > 0 && left < totalOf(without(ask.query, 'filters'))
    })
    expect(filtered.length).toBeGreaterThan(150)
    expect(cuts).toBeGreaterThanOrEqual(0.5)
  })

  test('generated searches find entries in at least half of the requests', () => {
    const searched = lists.filter(({ ask }) => ask.query._q !== undefined)
    expect(searched.length).toBeGreaterThan(40)
    expect(share(searched, ({ shown }) => shown > 0)).toBeGreaterThanOrEqual(0.5)
  })
})

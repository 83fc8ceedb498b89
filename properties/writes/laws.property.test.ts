/** Laws of single writes: connecting and disconnecting, writing twice, and writing by a role. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mayDo } from '../../src/reference/access.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType, RelationAttribute } from '../../src/reference/schema/schema.ts'
import { firstState, modelsOf, type WritingState, write } from '../../src/writing/index.ts'
import { SEED } from '../../test/support/seed.ts'
import { dice, roll } from '../arbitraries/dice.ts'
import { worlds } from '../arbitraries/world.ts'
import { randomWrite, requestFor } from './request.ts'

const RUNS = Number(process.env['POPULACE_WRITE_RUNS'] ?? 20)

const put = (state: WritingState, url: string, data: object): WritingState | undefined => {
  const body = new TextEncoder().encode(JSON.stringify({ data }))
  const made = write(state, { method: 'PUT', url, headers: { 'content-type': 'application/json' }, body })
  return made === undefined || made.answer.status !== 200 ? undefined : made.state
}

const TIMES = ['createdAt', 'updatedAt', 'publishedAt']
const isNothing = (value: unknown): boolean => Array.isArray(value) && value.length === 0
/** Drops instants, empty lists and optionally row ids, for comparisons. */
const without = (json: unknown, ids: boolean): unknown =>
  JSON.parse(JSON.stringify(json), (key, value) =>
    TIMES.includes(key) || (ids && key === 'id') || isNothing(value) ? undefined : value,
  )

/** Every row with its links, whichever side a file writes them on. */
const rowsOf = ({ tables }: Graph): unknown => [...tables].map(([uid, { rows }]) => [uid, rows])

const ownTypes = ({ schema }: Graph): readonly ContentType[] =>
  [...schema.contentTypes.values()].filter(
    ({ uid, kind }) => uid.startsWith('api::') && kind === 'collectionType',
  )

/** Many-to-many relations: connecting a row does not take it from another one. */
const sharedLinks = (graph: Graph, type: ContentType): readonly RelationAttribute[] =>
  [...type.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'relation' &&
    attribute.via === 'stored' &&
    modelsOf(graph).get(type.uid)?.attributes.get(attribute.name)?.cardinality === 'manyToMany'
      ? [attribute]
      : [],
  )

describe('laws of writing', () => {
  test(`disconnect undoes connect, seed ${SEED}`, () => {
    let undone = 0
    fc.assert(
      fc.property(worlds({ restrictions: false }), dice(20), ({ graph }, throws) => {
        const { pick } = roll(throws)
        const links = ownTypes(graph).flatMap((type) =>
          sharedLinks(graph, type).map((link) => ({ type, link })),
        )
        if (links.length === 0) return
        const { type, link } = pick(links)
        const status = type.draftAndPublish ? 'draft' : 'published'
        const rows = (graph.tables.get(type.uid)?.rows ?? []).filter((row) => row.status === status)
        const targets = graph.tables.get(link.target)?.rows ?? []
        if (rows.length === 0 || targets.length === 0) return
        const [row, target] = [pick(rows), pick(targets)]
        if ((row.links[link.name] ?? []).some(({ id }) => id === target.id)) return
        const locale = row.locale === null ? '' : `&locale=${row.locale}`
        const url = `/api/${type.pluralName}/${row.documentId}?status=draft${locale}`
        const named = { id: target.id }
        const first = put(firstState(graph), url, {})
        const connected = first && put(first, url, { [link.name]: { connect: [named] } })
        const gone = connected && put(connected, url, { [link.name]: { disconnect: [named] } })
        if (first === undefined || connected === undefined || gone === undefined) return
        undone++
        expect(without(rowsOf(gone.graph), false)).toEqual(without(rowsOf(first.graph), false))
      }),
      { seed: SEED, numRuns: RUNS * 3 },
    )
    expect(undone).toBeGreaterThan(RUNS / 20)
  })

  test(`nothing written twice is what it was once, up to times and ids, seed ${SEED}`, () => {
    let again = 0
    fc.assert(
      fc.property(worlds({ restrictions: false }), dice(20), ({ graph }, throws) => {
        const { pick } = roll(throws)
        const types = ownTypes(graph).filter(({ uid }) => (graph.tables.get(uid)?.rows.length ?? 0) > 0)
        if (types.length === 0) return
        const type = pick(types)
        const { documentId, locale } = pick(graph.tables.get(type.uid)?.rows ?? [])
        const url = `/api/${type.pluralName}/${documentId}?${locale === null ? '' : `locale=${locale}&`}populate=*`
        const once = put(firstState(graph), url, {})
        const twice = once && put(once, url, {})
        if (once === undefined || twice === undefined) return
        again++
        for (const status of ['draft', 'published']) {
          const read = ({ graph: of }: WritingState): unknown =>
            without(JSON.parse(createReferenceApi(of).answer({ url: `${url}&status=${status}` }).body), true)
          expect(read(twice)).toEqual(read(once))
        }
      }),
      { seed: SEED, numRuns: RUNS },
    )
    expect(again).toBeGreaterThan(RUNS / 4)
  })

  test(`a role changes nothing that it may not write, seed ${SEED}`, () => {
    let [taken, refused] = [0, 0]
    fc.assert(
      fc.property(worlds(), fc.array(dice(80), { minLength: 3, maxLength: 3 }), ({ graph }, all) => {
        for (const role of graph.access.roles.values()) {
          for (const throws of all) {
            const one = randomWrite(graph, throws)
            if (one === undefined) continue
            const state = firstState(graph)
            const request = requestFor(one)
            const headers = { ...request.headers, authorization: 'Bearer whoever' }
            const made = write(state, { ...request, headers }, { roleOfToken: () => role })
            if (made === undefined) continue
            const action = { POST: 'create', PUT: 'update', DELETE: 'delete' }[one.method]
            if (!mayDo(role, `${one.type.uid}.${action}`)) {
              refused++
              expect(made.state).toBe(state)
              continue
            }
            if (made.state !== state) taken++
            for (const [uid, table] of made.state.graph.tables) {
              const before = graph.tables.get(uid)
              if (uid === one.type.uid || before === undefined || before === table) continue
              // Rows of other types change only in their links to the written document.
              expect(table.rows.length).toBe(before.rows.length)
              for (const row of table.rows)
                expect(isDeepStrictEqual(row.values, before.byId.get(row.id)?.values)).toBe(true)
            }
          }
        }
      }),
      { seed: SEED, numRuns: RUNS },
    )
    expect([taken > 0, refused > 0]).toEqual([true, true])
  })
})

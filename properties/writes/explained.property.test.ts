/** The explanation of a refused write is correct: the server accepts the body that it proposes. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { explainWrite } from '../../src/explain/writing/explained.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { firstState, type WriteRequest, write } from '../../src/writing/index.ts'
import { SEED } from '../../test/support/seed.ts'
import { dice } from '../arbitraries/dice.ts'
import { worlds } from '../arbitraries/world.ts'
import { randomWrite, requestFor } from './request.ts'

const RUNS = Number(process.env['POPULACE_WRITE_RUNS'] ?? 15)

/** No other body can succeed: the document does not exist, or the world is full. */
const isStubborn = (
  graph: Graph,
  { method, url, headers }: WriteRequest,
  corrected: string | null,
): boolean => {
  const body = new TextEncoder().encode('{"data":{}}')
  const least = write(firstState(graph), {
    ...(method === undefined ? {} : { method }),
    url: corrected ?? url,
    ...(headers === undefined ? {} : { headers }),
    body,
  })
  return least?.answer.status === 404
}

interface Tally {
  mended: number
  refused: number
  /** Refused writes without a proposed body. */
  readonly left: string[]
}

/** The fault in the explanation of one write, if any. */
function faultOf(graph: Graph, request: WriteRequest, tally: Tally): string | undefined {
  const state = firstState(graph)
  const made = write(state, request)
  const explained = explainWrite(state, request)
  if (made === undefined) return explained === null ? undefined : 'explained, and no write'
  const { status } = made.answer
  if (status < 400) return explained === null ? undefined : 'explained, and taken'
  if (explained === null) return `not explained: ${made.answer.body}`
  if (explained.status !== status || !made.answer.body.includes(JSON.stringify(explained.message)))
    return 'another refusal'
  if (status !== 400 || request.method === 'DELETE') return undefined
  tally.refused++
  if (explained.body === null) {
    if (!isStubborn(graph, request, explained.corrected))
      tally.left.push(`${explained.rule} ${explained.message}`)
    return undefined
  }
  const body = new TextEncoder().encode(JSON.stringify(explained.body))
  const again = write(state, { ...request, url: explained.corrected ?? request.url, body })
  if (again === undefined || again.answer.status >= 300)
    return `${JSON.stringify(explained.body)} is refused: ${again?.answer.body}`
  tally.mended++
  for (const { pointer } of explained.faults)
    if (!pointer.startsWith('/data')) return `the pointer ${pointer}`
  return undefined
}

/** Private attributes that an explanation for outsiders names although the request does not. */
function namedFor(graph: Graph, request: WriteRequest): readonly string[] {
  const state = firstState(graph)
  // The sentences of rules are public.
  const explained = JSON.stringify({ ...explainWrite(state, request, { outsider: true }), says: null })
  const known = `${new TextDecoder().decode(request.body === 'too-large' ? undefined : request.body)} ${write(state, request)?.answer.body ?? ''}`
  const { contentTypes, components } = graph.schema
  const models = [...contentTypes.values(), ...components.values()]
  const open = new Set(
    models.flatMap(({ attributes }) =>
      [...attributes.values()].flatMap((one) => (one.private ? [] : [one.name])),
    ),
  )
  return models
    .flatMap(({ attributes }) => [...attributes.values()])
    .filter((one) => one.private && !open.has(one.name))
    .map(({ name }) => name)
    .filter((name) => isWord(name, explained) && !isWord(name, known))
}

const isWord = (name: string, text: string): boolean => text.split(/[^\w-]+/).includes(name)

test(`an explanation for an outsider names nothing private, seed ${SEED}`, () => {
  let explained = 0
  const writes = fc.array(dice(80), { minLength: 4, maxLength: 8, size: 'max' })
  const { errorInstance } = fc.check(
    fc.property(worlds({ restrictions: false }), writes, ({ graph }, all) => {
      for (const throws of all) {
        const one = randomWrite(graph, throws)
        if (one === undefined) continue
        const request = requestFor({ ...one, data: { ...one.data, nmae: 1 } })
        const named = namedFor(graph, request)
        if (named.length > 0) throw new Error(`${one.method} ${one.path}: ${named.join(', ')}`)
        explained++
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(errorInstance).toBeNull()
  expect(explained).toBeGreaterThan(10)
})

test(`what would be taken is taken, seed ${SEED}`, () => {
  const tally: Tally = { mended: 0, refused: 0, left: [] }
  const writes = fc.array(dice(80), { minLength: 4, maxLength: 8, size: 'max' })
  const { errorInstance } = fc.check(
    fc.property(worlds({ restrictions: false }), writes, ({ graph }, all) => {
      for (const throws of all) {
        const one = randomWrite(graph, throws)
        const fault = one === undefined ? undefined : faultOf(graph, requestFor(one), tally)
        if (fault !== undefined)
          throw new Error(`${JSON.stringify(one?.data)} ${one?.method} ${one?.path}: ${fault}`)
      }
    }),
    { seed: SEED, numRuns: RUNS },
  )
  expect(errorInstance).toBeNull()
  expect(tally.mended).toBeGreaterThan(10)
  expect(tally.left.filter((text) => !text.startsWith('write.room'))).toEqual([])
})

/** Explanations of refused writes keep their word: what they say is taken, is. */
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

/** Refused for what no other body would mend: a document that is not there, or a world that is full. */
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
  /** Of what is refused and not mended. */
  readonly left: string[]
}

/** What is wrong with the explanation of one write. */
function faultOf(graph: Graph, request: WriteRequest, tally: Tally): string | undefined {
  const state = firstState(graph)
  const made = write(state, request)
  const told = explainWrite(state, request)
  if (made === undefined) return told === null ? undefined : 'explained, and no write'
  const { status } = made.answer
  if (status < 400) return told === null ? undefined : 'explained, and taken'
  if (told === null) return `not explained: ${made.answer.body}`
  if (told.status !== status || !made.answer.body.includes(JSON.stringify(told.message)))
    return 'another refusal'
  if (status !== 400 || request.method === 'DELETE') return undefined
  tally.refused++
  if (told.body === null) {
    if (!isStubborn(graph, request, told.corrected)) tally.left.push(`${told.rule} ${told.message}`)
    return undefined
  }
  const body = new TextEncoder().encode(JSON.stringify(told.body))
  const again = write(state, { ...request, url: told.corrected ?? request.url, body })
  if (again === undefined || again.answer.status >= 300)
    return `${JSON.stringify(told.body)} is refused: ${again?.answer.body}`
  tally.mended++
  for (const { pointer } of told.faults) if (!pointer.startsWith('/data')) return `the pointer ${pointer}`
  return undefined
}

/** Names of private attributes that an outsider is told of and did not write. */
function namedFor(graph: Graph, request: WriteRequest): readonly string[] {
  const state = firstState(graph)
  // What a rule says is the same for all.
  const told = JSON.stringify({ ...explainWrite(state, request, { outsider: true }), says: null })
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
    .filter((name) => isWord(name, told) && !isWord(name, known))
}

const isWord = (name: string, text: string): boolean => text.split(/[^\w-]+/).includes(name)

test(`an outsider is told of nothing private, seed ${SEED}`, () => {
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

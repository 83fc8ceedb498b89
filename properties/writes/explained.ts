/**
 * Laws about explanations of refused writes: the server accepts the proposed body, and outsiders learn nothing private.
 */
import * as fc from 'fast-check'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { firstState, type WriteRequest } from '../../src/writing/index.ts'
import { dice } from '../arbitraries/dice.ts'
import { worlds } from '../arbitraries/world.ts'
import type { Fault } from '../laws/law.ts'
import { randomWrite, requestFor } from './request.ts'
import { type WriteLaw, type WriteTrial, writeLaw } from './write-law.ts'

/**
 * Returns whether the server answers 404 even to the body `{"data":{}}`, at the corrected URL or else at the URL of
 * the request.
 */
const isStubborn = (
  { subject: { write } }: WriteTrial,
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

/** Returns the fault in the explanation of one write, if any. */
function faultOf(trial: WriteTrial, graph: Graph, request: WriteRequest): Fault {
  const { write, explainWrite } = trial.subject
  const state = firstState(graph)
  const made = write(state, request)
  const explained = explainWrite(state, request)
  if (made === undefined)
    return explained === null ? undefined : 'an explanation exists, although the request is not a write'
  const { status } = made.answer
  if (status < 400)
    return explained === null ? undefined : 'an explanation exists, although the server accepted the write'
  if (explained === null) return `the refused write has no explanation: ${made.answer.body}`
  if (explained.status !== status || !made.answer.body.includes(JSON.stringify(explained.message)))
    return 'the explanation has another status or message than the answer'
  if (status !== 400 || request.method === 'DELETE') return undefined
  if (explained.body === null) {
    const isRight = isStubborn(trial, graph, request, explained.corrected) || explained.rule === 'write.room'
    return isRight ? undefined : `the explanation proposes no body: ${explained.rule} ${explained.message}`
  }
  const body = new TextEncoder().encode(JSON.stringify(explained.body))
  const again = write(state, { ...request, url: explained.corrected ?? request.url, body })
  if (again === undefined || again.answer.status >= 300)
    return `the server refuses the proposed body ${JSON.stringify(explained.body)}: ${again?.answer.body}`
  trial.see('mended')
  for (const { pointer } of explained.faults)
    if (!pointer.startsWith('/data')) return `the pointer ${pointer} is not below /data`
  return undefined
}

/**
 * Returns the private attributes that an explanation for an outsider names, although neither the request nor its
 * answer names them.
 */
function namedFor(
  { subject: { write, explainWrite } }: WriteTrial,
  graph: Graph,
  request: WriteRequest,
): readonly string[] {
  const state = firstState(graph)
  // Ignores the member `says` of the explanation, because the sentences of rules are public.
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

const inputs = fc.record({
  world: worlds({ restrictions: false }),
  all: fc.array(dice(80), { minLength: 4, maxLength: 8, size: 'max' }),
})

const forOutsiders = writeLaw(
  {
    id: 'writes.explained-outsiders',
    says: 'An explanation for anyone but the developer names nothing private.',
    sees: ['explained'],
  },
  inputs,
  (trial, { world: { graph }, all }) => {
    for (const throws of all) {
      const one = randomWrite(graph, throws)
      if (one === undefined) continue
      const named = namedFor(trial, graph, requestFor({ ...one, data: { ...one.data, nmae: 1 } }))
      if (named.length > 0) return `${one.method} ${one.path}: ${named.join(', ')}`
      trial.see('explained')
    }
    return undefined
  },
)

const explained = writeLaw(
  {
    id: 'writes.explained',
    says:
      'The explanation of a refused write has the status of the refusal. ' +
      'The explanation of a refused write has the message of the refusal. An accepted write has no explanation. ' +
      'The explanation of a refused write proposes a body unless no body can succeed. The server accepts the proposed body. ' +
      'Each fault that the explanation lists is at a place in `data` of the body.',
    sees: ['mended'],
  },
  inputs,
  (trial, { world: { graph }, all }) => {
    for (const throws of all) {
      const one = randomWrite(graph, throws)
      const fault = one === undefined ? undefined : faultOf(trial, graph, requestFor(one))
      if (fault !== undefined) return `${JSON.stringify(one?.data)} ${one?.method} ${one?.path}: ${fault}`
    }
    return undefined
  },
)

export const EXPLAINED_WRITE_LAWS: readonly WriteLaw[] = [forOutsiders, explained]

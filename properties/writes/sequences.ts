/** The law about random sequences of writes and the reads after each write. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { filesOf } from '../../src/reference/load/build.ts'
import { answerOf } from '../../src/semantics/answer.ts'
import { isObject, type Json } from '../../src/util/json.ts'
import { firstState, type WriteOptions, type WritingState } from '../../src/writing/index.ts'
import { type Dice, dice } from '../arbitraries/dice.ts'
import { type AskSeed, readOf, requestOf, seeds } from '../arbitraries/request.ts'
import { worlds } from '../arbitraries/world.ts'
import type { Fault } from '../laws/law.ts'
import { type RandomWrite, randomWrite, requestFor } from './request.ts'
import { type MadeWrite, type WriteTrial, writeLaw } from './write-law.ts'

const OPTIONS: WriteOptions = { profile: 'documented' }

export const sequences = writeLaw(
  {
    id: 'writes.sequence',
    says:
      "A read after a write shows the data of the write's answer. A read after a write shows no deleted data. " +
      'A refused write changes nothing. No write fails with 500. ' +
      'The same write to the same state gives the same answer. ' +
      'The same write to the same state gives the same rows in the world. ' +
      'Creating and then deleting a document without links restores the earlier world. ' +
      'Loading the dataset files of the last world gives the same world. ' +
      'The evaluator `src/semantics` and the reference give the same answers for the last world.',
    sees: ['created', 'updated', 'deleted', 'refused', 'undone'],
  },
  fc.record({
    world: worlds({ restrictions: false }),
    writes: fc.array(dice(80), { minLength: 1, maxLength: 8, size: 'max' }),
    asks: fc.array(seeds, { minLength: 2, maxLength: 2 }),
  }),
  (trial, { world, writes, asks }) => {
    const { write } = trial.subject
    let state = firstState(world.graph)
    for (const throws of writes) {
      const one = randomWrite(state.graph, throws)
      const made = one === undefined ? undefined : write(state, requestFor(one), OPTIONS)
      if (one === undefined || made === undefined) continue
      const fault =
        outcomeFault(trial, state, made, one) ??
        againFault(trial, state, made, one) ??
        undoneFault(trial, made.state, throws)
      if (fault !== undefined) return `${textOfWrite(one)}: ${fault}`
      state = made.state
    }
    return graphFault(trial, state.graph) ?? readFault(trial, state.graph, asks)
  },
)

const textOfWrite = ({ method, path, query, data }: RandomWrite): string =>
  `${method} ${path}?${query.join('&')} ${JSON.stringify(data)}`

const KINDS = { POST: 'created', PUT: 'updated', DELETE: 'deleted' } as const

function outcomeFault(
  trial: WriteTrial,
  before: WritingState,
  { state: after, answer: { status, body } }: MadeWrite,
  one: RandomWrite,
): Fault {
  if (status >= 500) return `${status} ${body}`
  if (status >= 400) {
    trial.see('refused')
    return after === before ? undefined : `the write is refused with ${status}, but changes the state`
  }
  trial.see(KINDS[one.method])
  if (isCrowded(before.graph, one)) return undefined
  return one.method === 'DELETE'
    ? goneFault(trial, after.graph, one)
    : readBackFault(trial, after.graph, body, one)
}

/**
 * Returns whether a single type has several documents, which generated files may contain. If a single type has several
 * documents, the requested status determines which document is the answer.
 */
const isCrowded = ({ tables }: Graph, { type }: RandomWrite): boolean =>
  type.kind === 'singleType' && (tables.get(type.uid)?.byDocument.size ?? 0) > 1

/** Returns the fault if a read after a write returns other values than the answer to the write. */
function readBackFault(
  { subject: { createApi } }: WriteTrial,
  graph: Graph,
  body: string,
  { type, method, path, query }: RandomWrite,
): Fault {
  const answered: Json = JSON.parse(body)
  const data = isObject(answered) ? answered['data'] : undefined
  const documentId = isObject(data ?? null) ? Reflect.get(Object(data), 'documentId') : undefined
  const at = method === 'POST' && type.kind === 'collectionType' ? `${path}/${String(documentId)}` : path
  const read = createApi(graph).answer({ method: 'GET', url: `${at}?${query.join('&')}` })
  return read.body === body ? undefined : `answered ${body}\nread ${read.status} ${read.body}`
}

function goneFault(
  { subject: { createApi } }: WriteTrial,
  graph: Graph,
  { path, query }: RandomWrite,
): Fault {
  const requested = query.filter((parameter) => !parameter.startsWith('status'))
  return ['draft', 'published']
    .map((status) => {
      const url = `${path}?${[...requested, `status=${status}`].join('&')}`
      const { status: code } = createApi(graph).answer({ method: 'GET', url })
      return code === 404 ? undefined : `the document is deleted, but ${url} answers ${code}`
    })
    .find((fault) => fault !== undefined)
}

/** Returns the fault if the same write to the same state has a different result. */
function againFault(
  { subject: { write } }: WriteTrial,
  before: WritingState,
  made: MadeWrite,
  one: RandomWrite,
): Fault {
  const again = write(before, requestFor(one), OPTIONS)
  if (again === undefined || again.answer.body !== made.answer.body)
    return `the same write has the answer ${again?.answer.body}`
  const isSame = isDeepStrictEqual(filesOf(again.state.graph), filesOf(made.state.graph))
  return isSame ? undefined : 'the same write to the same state gives another world'
}

/** Returns the fault if creating and deleting a document without links changes the world. */
function undoneFault({ subject: { write }, see }: WriteTrial, state: WritingState, throws: Dice): Fault {
  const one = randomWrite(state.graph, throws, false)
  if (one?.method !== 'POST') return undefined
  const made = write(state, requestFor(one), OPTIONS)
  if (made === undefined || made.state === state) return undefined
  const answered: Json = JSON.parse(made.answer.body)
  const data = isObject(answered) ? Object(answered['data']) : {}
  const query = one.query.filter((parameter) => parameter.startsWith('locale'))
  const path = `${one.path}/${String(Reflect.get(data, 'documentId'))}`
  const gone = write(made.state, requestFor({ ...one, method: 'DELETE', path, query }), OPTIONS)
  if (gone?.answer.status !== 204)
    return `the DELETE of a created document has the answer ${gone?.answer.status} ${gone?.answer.body}`
  see('undone')
  const isSame = isDeepStrictEqual(filesOf(gone.state.graph), filesOf(state.graph))
  return isSame ? undefined : 'creating and deleting a document changes the world'
}

/** Returns the fault if the files of a world build a different world. */
function graphFault({ subject: { load } }: WriteTrial, graph: Graph): Fault {
  const { tables } = load(filesOf(graph) ?? { contentTypes: {} })
  for (const [uid, { rows }] of graph.tables) {
    const others = tables.get(uid)?.rows ?? []
    for (const [at, row] of rows.entries()) {
      if (!isDeepStrictEqual(row, others[at]))
        return `the row ${uid} ${row.id} is ${JSON.stringify(row)}\nits dataset file gives ${JSON.stringify(others[at])}`
    }
    if (rows.length !== others.length)
      return `${uid} has ${rows.length} rows, but its dataset file gives ${others.length} rows`
  }
  return undefined
}

function readFault({ subject: { createApi } }: WriteTrial, graph: Graph, asks: readonly AskSeed[]): Fault {
  const { answer } = createApi(graph)
  for (const seed of asks) {
    const ask = seed(graph)
    const request = requestOf(ask)
    const { status, body } = answer(request)
    const expected = answerOf(graph, readOf(ask))
    if (status !== expected.status)
      return `${request.url}: src/semantics answers ${expected.status}, the server answers ${status} ${body}`
    if (expected.body === undefined) continue
    const plain: Json = JSON.parse(JSON.stringify(expected.body))
    if (!isDeepStrictEqual(JSON.parse(body), plain))
      return `${request.url}: src/semantics answers ${JSON.stringify(plain)}\nthe server answers ${body}`
  }
  return undefined
}

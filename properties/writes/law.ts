/**
 * The laws of writes: a reader sees every written value; a refused write changes nothing; creating and deleting a
 * document leaves no trace. The files of every resulting world build the same world, and the semantics reads it
 * alike.
 */
import { isDeepStrictEqual } from 'node:util'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph, filesOf } from '../../src/reference/load/build.ts'
import { formatFault } from '../../src/reference/schema/fault.ts'
import { answerOf } from '../../src/semantics/answer.ts'
import { isObject, type Json } from '../../src/util/json.ts'
import { firstState, type WriteOptions, type WritingState, write } from '../../src/writing/index.ts'
import type { Dice } from '../arbitraries/dice.ts'
import { type AskSeed, readOf, requestOf } from '../arbitraries/request.ts'
import { type RandomWrite, randomWrite, requestFor } from './request.ts'

/** Counts the outcomes of writes. */
export interface WriteTally {
  created: number
  updated: number
  deleted: number
  refused: number
  undone: number
}

/** All zero. */
export const noWrites = (): WriteTally => ({ created: 0, updated: 0, deleted: 0, refused: 0, undone: 0 })

const OPTIONS: WriteOptions = { profile: 'documented' }

/** Runs a sequence of writes and returns the first fault. */
export function writesFault(
  graph: Graph,
  writes: readonly Dice[],
  asks: readonly AskSeed[],
  tally: WriteTally,
): string | undefined {
  let state = firstState(graph)
  for (const throws of writes) {
    const one = randomWrite(state.graph, throws)
    const made = one === undefined ? undefined : write(state, requestFor(one), OPTIONS)
    if (one === undefined || made === undefined) continue
    const fault =
      outcomeFault(state, made.state, made.answer, one, tally) ??
      againFault(state, made, one) ??
      undoneFault(made.state, throws, tally)
    if (fault !== undefined) return `${textOfWrite(one)}: ${fault}`
    state = made.state
  }
  return graphFault(state.graph) ?? readFault(state.graph, asks)
}

const textOfWrite = ({ method, path, query, data }: RandomWrite): string =>
  `${method} ${path}?${query.join('&')} ${JSON.stringify(data)}`

interface WriteReply {
  readonly status: number
  readonly body: string
}

const KINDS = { POST: 'created', PUT: 'updated', DELETE: 'deleted' } as const

function outcomeFault(
  before: WritingState,
  after: WritingState,
  { status, body }: WriteReply,
  one: RandomWrite,
  tally: WriteTally,
): string | undefined {
  if (status >= 500) return `${status} ${body}`
  if (status >= 400) {
    tally.refused++
    return after === before ? undefined : `refused with ${status}, and another state`
  }
  tally[KINDS[one.method]]++
  if (isCrowded(before.graph, one)) return undefined
  return one.method === 'DELETE' ? goneFault(after.graph, one) : readBackFault(after.graph, body, one)
}

/** A file may hold several documents of a single type; the status then decides which one answers. */
const isCrowded = ({ tables }: Graph, { type }: RandomWrite): boolean =>
  type.kind === 'singleType' && (tables.get(type.uid)?.byDocument.size ?? 0) > 1

/** A reader sees the same values as the answer to the write. */
function readBackFault(graph: Graph, body: string, { type, method, path, query }: RandomWrite) {
  const answered: Json = JSON.parse(body)
  const data = isObject(answered) ? answered['data'] : undefined
  const documentId = isObject(data ?? null) ? Reflect.get(Object(data), 'documentId') : undefined
  const at = method === 'POST' && type.kind === 'collectionType' ? `${path}/${String(documentId)}` : path
  const read = createReferenceApi(graph).answer({ method: 'GET', url: `${at}?${query.join('&')}` })
  return read.body === body ? undefined : `answered ${body}\nread ${read.status} ${read.body}`
}

function goneFault(graph: Graph, { path, query }: RandomWrite): string | undefined {
  const requested = query.filter((parameter) => !parameter.startsWith('status'))
  return ['draft', 'published']
    .map((status) => {
      const url = `${path}?${[...requested, `status=${status}`].join('&')}`
      const { status: code } = createReferenceApi(graph).answer({ method: 'GET', url })
      return code === 404 ? undefined : `deleted, and ${url} answers ${code}`
    })
    .find((fault) => fault !== undefined)
}

/** The same write to the same state has the same result. */
function againFault(
  before: WritingState,
  made: { readonly state: WritingState; readonly answer: WriteReply },
  one: RandomWrite,
): string | undefined {
  const again = write(before, requestFor(one), OPTIONS)
  if (again?.answer.body !== made.answer.body) return `again answered ${again?.answer.body}`
  const isSame = isDeepStrictEqual(filesOf(again.state.graph), filesOf(made.state.graph))
  return isSame ? undefined : 'again made another world'
}

/** Creating and deleting a document without links leaves the world unchanged. */
function undoneFault(state: WritingState, throws: Dice, tally: WriteTally): string | undefined {
  const one = randomWrite(state.graph, throws, false)
  if (one?.method !== 'POST') return undefined
  const made = write(state, requestFor(one), OPTIONS)
  if (made === undefined || made.state === state) return undefined
  const answered: Json = JSON.parse(made.answer.body)
  const data = isObject(answered) ? Object(answered['data']) : {}
  const query = one.query.filter((parameter) => parameter.startsWith('locale'))
  const path = `${one.path}/${String(Reflect.get(data, 'documentId'))}`
  const gone = write(made.state, requestFor({ ...one, method: 'DELETE', path, query }), OPTIONS)
  if (gone?.answer.status !== 204) return `made, and deleted with ${gone?.answer.status} ${gone?.answer.body}`
  tally.undone++
  const isSame = isDeepStrictEqual(filesOf(gone.state.graph), filesOf(state.graph))
  return isSame ? undefined : 'made and deleted, and not the world of before'
}

/** The files of a world build the same world. */
function graphFault(graph: Graph): string | undefined {
  const files = filesOf(graph)
  const built = buildGraph(files ?? { contentTypes: {} })
  if ('faults' in built) return `a world that cannot be loaded: ${built.faults.map(formatFault).join('\n')}`
  for (const [uid, { rows }] of graph.tables) {
    const others = built.graph.tables.get(uid)?.rows ?? []
    for (const [at, row] of rows.entries()) {
      if (!isDeepStrictEqual(row, others[at]))
        return `${uid} ${row.id} is ${JSON.stringify(row)}\nand from its file ${JSON.stringify(others[at])}`
    }
    if (rows.length !== others.length) return `${uid}: ${rows.length} rows, and ${others.length} of the files`
  }
  return undefined
}

function readFault(graph: Graph, asks: readonly AskSeed[]): string | undefined {
  const { answer } = createReferenceApi(graph)
  for (const seed of asks) {
    const ask = seed(graph)
    const request = requestOf(ask)
    const { status, body } = answer(request)
    const expected = answerOf(graph, readOf(ask))
    if (status !== expected.status)
      return `${request.url}: semantics ${expected.status}, answered ${status} ${body}`
    if (expected.body === undefined) continue
    const plain: Json = JSON.parse(JSON.stringify(expected.body))
    if (!isDeepStrictEqual(JSON.parse(body), plain))
      return `${request.url}: semantics ${JSON.stringify(plain)}\nanswered ${body}`
  }
  return undefined
}

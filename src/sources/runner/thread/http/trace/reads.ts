/**
 * Traces Strapi's actions that run step by step in the thread, because document middlewares, lifecycle hooks or
 * services of the project run inside these actions. The trace contains a request to the content API that is
 * equivalent to the steps of the action.
 */
import type Koa from 'koa'
import type { Given, GivenMap } from '../../../../../reference/parse/given.ts'
import { parseJson } from '../../../../../util/json.ts'
import type { CodePlace, CoreCall } from '../../../protocol.ts'
import type { AskServer } from '../../loaded.ts'
import { givenMapOf } from '../compare.ts'
import { ownText } from '../holding.ts'
import { type Difference, differences } from './differences.ts'
import { MOST_CHANGES, type Recorder } from './recorder.ts'
import type { Refusals } from './refusals.ts'
import { watched } from './watched.ts'

/** The key under which a Koa context stores the trace of its request. */
export const READ_TRACE = Symbol.for('populace.read-trace')

/** The key that marks the parameters of a read, if Strapi's own service makes this read. */
const READ = Symbol.for('populace.read')

/** An action of Strapi that runs step by step in the thread. */
interface SteppedAction {
  readonly uid: string
  readonly name: string
  readonly id: string
}

const PARAMS = 'the parameters of a read'

export interface ReadTrace {
  /** Runs the steps of a Strapi action, and traces the action. */
  readonly begin: (action: SteppedAction, run: () => Promise<unknown>) => Promise<unknown>
  /**
   * Runs a call of the project's code to a function of Strapi, such as
   * `strapi.documents("api::article.article").create`.
   */
  readonly calling: Refusals['calling']
  /**
   * Returns a context for document middlewares, which records changes to the parameters of a read. The context is
   * undefined if the read is not part of the traced action.
   */
  readonly read: (context: object) => TracedRead | undefined
  /** Returns a proxy that records changes to a value, because these changes may change the answer. */
  readonly written: (value: unknown) => unknown
  /** Records the start of a function of the project. */
  readonly ran: (place: CodePlace) => void
}

interface TracedRead {
  readonly context: object
  /**
   * Sends the content API a request that is equivalent to the traced read. The caller calls `asked` after document
   * middlewares have changed the parameters of the read.
   */
  readonly asked: () => Promise<void>
}

interface Tracing {
  readonly context: Koa.Context
  readonly recorder: Recorder
  readonly ask: AskServer
  /**
   * Makes the call to the content API that runs an action for the request, including the changes by the project's
   * code.
   */
  readonly callOf: (action: SteppedAction) => CoreCall
}

export function createReadTrace(tracing: Tracing): ReadTrace {
  const { recorder, callOf } = tracing
  let action: SteppedAction | undefined
  return {
    begin: (begun, run) => {
      const isRead = begun.name.startsWith('find')
      if (isRead) action = begun
      // Notes the request to the content API, because the explanation of a refused read needs this request.
      const refused = (): void => (isRead ? note(tracing, callOf(begun)) : undefined)
      return recorder.refusals.acting(`${begun.uid}.${begun.name}`, run, refused)
    },
    calling: (call, run) => recorder.refusals.calling(call, run),
    read: (read) => {
      const params: unknown = Reflect.get(read, 'params')
      const isOwn =
        isBag(params) && Reflect.get(params, READ) === true && Reflect.get(read, 'uid') === action?.uid
      return isOwn && action !== undefined ? tracedRead(read, params, action, tracing) : undefined
    },
    written: (value) => (isBag(value) ? watched(value, () => recorder.write([])) : value),
    ran: (place) => recorder.run(place),
  }
}

const isBag = (value: unknown): value is object => typeof value === 'object' && value !== null

function tracedRead(read: object, params: object, action: SteppedAction, tracing: Tracing): TracedRead {
  const { recorder } = tracing
  const before = textsOf(params)
  const note = (kind: Difference['kind'], [name = '', ...below]: readonly string[]): void =>
    recorder.add('query', kind, [rootOf(name), ...below])
  const watch = (value: object): object => watched(value, note)
  let given: unknown = watch(params)
  const context = Object.defineProperty({ ...read }, 'params', {
    configurable: true,
    enumerable: true,
    get: () => given,
    set: (value: unknown) => {
      const [old, now] = [given, value].map((one) => (isBag(one) ? givenMapOf(one, PARAMS) : {}))
      for (const { kind, path } of differences(old, now, MOST_CHANGES)) note(kind, path)
      given = isBag(value) ? watch(value) : value
    },
  })
  return { context, asked: () => asked(before, given, action, tracing) }
}

async function asked(
  before: ReadonlyMap<string, string>,
  params: unknown,
  action: SteppedAction,
  tracing: Tracing,
): Promise<void> {
  const { context, recorder, ask, callOf } = tracing
  const edits = isBag(params) ? editsOf(before, givenMapOf(params, PARAMS)) : undefined
  if (edits === undefined) return
  const call = callOf(action)
  const query =
    edits.size === 0 ? call.query : edited(call.query ?? givenMapOf(context.query, 'ctx.query'), edits)
  const answer = await ask({ ...call, ...(query === undefined ? {} : { query }), dryRun: true })
  // The content API may refuse the equivalent request, for example because a document middleware requests types that
  // the caller may not see.
  if (!('status' in answer) || answer.status >= 400) return recorder.called(undefined)
  note(tracing, { ...call, ...(query === undefined ? {} : { query }) })
  recorder.answered(parseJson(ownText(answer.body)))
}

/** Records the request that the content API received, or that is equivalent to the steps of the action. */
function note({ context, recorder }: Tracing, { open, query }: CoreCall): void {
  recorder.called({
    ...{ method: 'GET', url: context.url },
    ...(open === true ? { open } : {}),
    ...(query === undefined ? {} : { query }),
  })
}

/** Returns the name of the query parameter that corresponds to a parameter of the document service. */
const rootOf = (name: string): string => (name === 'start' || name === 'limit' ? 'pagination' : name)

const textsOf = (params: object): ReadonlyMap<string, string> =>
  new Map(Object.entries(givenMapOf(params, PARAMS)).map(([name, value]) => [name, textOf(value)]))

const textOf = (value: Given | undefined): string => JSON.stringify(value) ?? ''

/**
 * Returns the query parameters that must change in the equivalent request; undefined if no request can express the
 * change.
 */
function editsOf(
  before: ReadonlyMap<string, string>,
  after: GivenMap,
): ReadonlyMap<string, Given | undefined> | undefined {
  const names = [...new Set([...before.keys(), ...Object.keys(after)])]
  const changed = names.filter((name) => (before.get(name) ?? '') !== textOf(after[name]))
  if (changed.includes('documentId')) return undefined
  return new Map(
    changed.map((name): readonly [string, Given | undefined] => {
      const root = rootOf(name)
      return root === name ? [name, after[name]] : [root, pageOf(after)]
    }),
  )
}

const pageOf = ({ start, limit }: GivenMap): Given => ({
  ...(start === undefined ? {} : { start }),
  ...(limit === undefined ? {} : { limit }),
})

function edited(query: GivenMap, edits: ReadonlyMap<string, Given | undefined>): GivenMap {
  const kept = Object.entries(query).filter(([name]) => !edits.has(name))
  const set = [...edits].filter(([, value]) => value !== undefined)
  return Object.fromEntries([...kept, ...set])
}

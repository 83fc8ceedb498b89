/** Implements the document service `strapi.documents`, including the project's document middlewares. */
import type { CodePlace } from '../../../protocol.ts'
import type { Bypass } from '../../bypass.ts'
import type { MemberMap } from '../core-parts.ts'
import { isCallable, listOf, memberOf, recordOf, valueAt } from '../values.ts'
import { readTrace, traced } from './read-trace.ts'
import { type CallServer, callText } from './server-calls.ts'

const METHODS = ['findMany', 'findFirst', 'findOne', 'create', 'update', 'delete', 'clone', 'count'] as const
const PUBLISHING = ['publish', 'unpublish', 'discardDraft'] as const

export interface Documents {
  /** The function that project code calls as `strapi.documents`. */
  readonly facade: object
  readonly repository: (uid: string) => MemberMap
  readonly hasMiddlewares: () => boolean
  /** The number of registered document middlewares. */
  readonly count: () => number
}

interface DocumentMiddleware {
  readonly run: unknown
  /** The place in the project's code that registered the middleware. */
  readonly place: CodePlace | undefined
}

export interface DocumentParts {
  readonly call: CallServer
  readonly contentType: (uid: string) => unknown
  /** Emits the event of a write, such as `entry.create`, on `strapi.eventHub`. */
  readonly announce: (event: string, uid: string, entry: unknown) => Promise<void>
  readonly bypass: Bypass
  /** Returns the place in the project's code that is currently running. */
  readonly here: () => CodePlace | undefined
}

export function createDocuments({ call, contentType, announce, bypass, here }: DocumentParts): Documents {
  const middlewares: DocumentMiddleware[] = []
  const run = async (asked: MemberMap): Promise<unknown> => {
    const trace = readTrace()
    const read = trace?.read(asked)
    const context = read?.context ?? asked
    let at = 0
    const next = async (): Promise<unknown> => {
      const middleware = middlewares[at]
      at += 1
      if (middleware === undefined) {
        await read?.asked()
        const result = await answer(context)
        return read === undefined ? result : trace?.written(result)
      }
      if (!isCallable(middleware.run)) return next()
      const { run: code, place } = middleware
      if (place !== undefined) trace?.ran(place)
      return bypass.around('a document middleware', (inner) => code(context, inner), next)
    }
    return next()
  }
  const answer = async ({ uid, action, params }: MemberMap): Promise<unknown> => {
    const [type, method] = [String(uid), String(action)]
    const result = await call({ service: 'documents', uid: type, method, args: [withPage(params)] })
    for (const [event, entry] of writes(method, params, result)) await announce(event, type, entry)
    return result
  }
  const repositories = new Map<string, MemberMap>()
  const repository = (uid: string): MemberMap => {
    const known = repositories.get(uid)
    if (known !== undefined) return known
    const type = contentType(uid)
    const hasDrafts = valueAt(type, ['options', 'draftAndPublish']) === true
    const methods = [...METHODS, ...(hasDrafts ? PUBLISHING : [])]
    const made: MemberMap = Object.fromEntries(
      methods.map((action) => [
        action,
        async (params: unknown = {}) =>
          traced(callText({ service: 'documents', uid, method: action }), () =>
            run({ uid, contentType: type, action, params }),
          ),
      ]),
    )
    if (type !== undefined) repositories.set(uid, made)
    return made
  }
  const use = (run: unknown): (() => unknown) => {
    const middleware = { run, place: here() }
    middlewares.push(middleware)
    return () => middlewares.splice(middlewares.indexOf(middleware), 1)
  }
  const utils = { transformData: async (data: unknown) => data }
  return {
    facade: Object.assign((uid: string) => repository(uid), { use, utils }),
    repository,
    hasMiddlewares: () => middlewares.length > 0,
    count: () => middlewares.length,
  }
}

/**
 * Replaces NaN in `start` and `limit` by a string, because JSON cannot represent NaN. The server then refuses the
 * string as an invalid value.
 */
function withPage(params: unknown): unknown {
  const odd = ['start', 'limit'].filter((name) => Number.isNaN(memberOf(params, name)))
  return odd.length === 0
    ? params
    : { ...recordOf(params), ...Object.fromEntries(odd.map((name) => [name, 'NaN'])) }
}

/** Returns the events that Strapi emits after a write of the document service, each with the event's entry. */
function writes(
  method: string,
  params: unknown,
  result: unknown,
): readonly (readonly [event: string, entry: unknown])[] {
  const entries = listOf(recordOf(result)['entries'])
  const each = (event: string): readonly (readonly [string, unknown])[] =>
    entries.map((entry) => [event, entry] as const)
  const isPublished = memberOf(params, 'status') === 'published'
  switch (method) {
    case 'create':
    case 'update': {
      if (result === null || result === undefined) return []
      const write = [`entry.${method}`, result] as const
      return isPublished ? [write, ['entry.publish', result]] : [write]
    }
    case 'delete':
      return each('entry.delete')
    case 'clone':
      return each('entry.create')
    case 'publish':
      return each('entry.publish')
    case 'unpublish':
      return each('entry.unpublish')
    case 'discardDraft':
      return each('entry.draft-discard')
    default:
      return []
  }
}

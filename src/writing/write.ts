/**
 * A write as a pure function of a state and a request, which returns a new state and an answer. The phases of a write
 * are route → body → access → query → keys → values and plan → apply → answer. A refused write leaves the state
 * unchanged.
 */
import {
  bearerToken,
  type Lacks,
  mayDo,
  type RoleOfToken,
  roleOf,
  WRITE_ACTIONS,
} from '../reference/access.ts'
import type { ApiRequest } from '../reference/api.ts'
import type { Role } from '../reference/graph/graph.ts'
import { createReader } from '../reference/read.ts'
import { forbidden, unauthorized } from '../reference/refusal.ts'
import { readable } from '../reference/request.ts'
import { corsHeaders, json } from '../reference/respond/http.ts'
import { type Answered, CRASH, refuse } from '../reference/respond/respond.ts'
import { findRoute, router } from '../reference/route.ts'
import { type ProfileOptions, profile } from '../reference/strapi/profile.ts'
import type { Departs } from '../reference/strapi/write-quirks.ts'
import { type Body, parseBody } from './body/parse.ts'
import { departing } from './profile.ts'
import { put } from './put.ts'
import { errorBody, Refused, type WriteRefusal } from './refusal.ts'
import { remove } from './remove.ts'
import type { CiteWrite } from './rules.ts'
import {
  Stopped,
  type WriteAnswer,
  type WriteOutcome,
  type WriteRoute,
  type Writer,
  type WritingState,
} from './writer.ts'

export interface WriteRequest extends Omit<ApiRequest, 'query'> {
  readonly body?: Body
}

export interface WriteOptions {
  readonly profile?: string | ProfileOptions
  readonly roleOfToken?: RoleOfToken
  readonly budget?: number
  /** Called with the number of evaluation steps that the answer took. */
  readonly spent?: (steps: number) => void
  /** Called with the missing permission if the server refuses the write because a role lacks a permission. */
  readonly lacks?: Lacks
  /** Called with the id of each rule that the write follows. */
  readonly cite?: CiteWrite
  /** The milliseconds by which each write that changes the graph advances the clock of the state; 1000 by default. */
  readonly pace?: number
}

/** Answers a request that writes; undefined for any other request. Never throws, even for malformed requests. */
export function write(
  state: WritingState,
  request: WriteRequest,
  options: WriteOptions = {},
): WriteAnswer | undefined {
  const { method, url, headers } = readable(request)
  const { graph } = state
  const { budget, spent, profile: requested } = options
  const reading = {
    ...(requested === undefined ? {} : { profile: requested }),
    ...(budget === undefined ? {} : { budget }),
    ...(spent === undefined ? {} : { spent }),
  }
  const reader = createReader(graph, reading)
  const route = findRoute(router(graph), { method, url, headers, cite: noted, has: reader.has })
  if (route.kind !== 'write') return undefined
  const departs = departing(profile(options.profile))
  const cors = corsHeaders(headers, noted)
  const cite = options.cite ?? noted
  const writer: Writer = {
    ...{ state, route, reader, reading, departs, headers, method, cite },
    body: request.body,
    open: request.open === true,
    roleOf: (token) => roleOf(graph, token, options.roleOfToken),
    lacks: options.lacks ?? noted,
  }
  try {
    const { graph: after, ids, answered } = attempt(writer)
    const answer =
      answered === undefined ? { status: 204, headers: cors, body: '' } : json(answered, cors, noted)
    const isWritten = after !== graph
    const next = { graph: after, ids, time: state.time + (options.pace ?? SECOND) }
    return { state: isWritten ? next : state, answer }
  } catch (error) {
    if (error instanceof Refused || error instanceof Stopped) cite('write.whole')
    if (error instanceof Refused) {
      cite(error.refusal.rule)
      return { state, answer: json(refusedBy(error.refusal, departs), cors, noted) }
    }
    if (error instanceof Stopped) return { state, answer: json(error.answered, cors, noted) }
    throw error
  }
}

const noted = (): void => undefined

const SECOND = 1000

function refusedBy(refusal: WriteRefusal, departs: Departs): Answered {
  const { crash, status } = refusal
  return crash !== undefined && departs(crash) ? CRASH : { status, body: errorBody(refusal) }
}

function attempt(writer: Writer): WriteOutcome {
  const { route, reader, headers, body, method, cite, departs } = writer
  // Strapi ignores the body of a DELETE.
  const parsed = method === 'DELETE' ? EMPTY : parseBody(body, headers['content-type'], cite, departs)
  if (!parsed.ok) throw new Refused(parsed.refusal)
  const role = roleFor(writer)
  // Checks the query of a DELETE like the query of a request for a list, because both accept several locales.
  const target = method === 'DELETE' ? ({ kind: 'list' } as const) : answerTarget(route)
  cite('write.query')
  const sound = reader.check({ type: route.type, target, search: route.search, role })
  if (!sound.ok) throw new Stopped(sound.refusal === null ? CRASH : refuse(sound.refusal, reader.has))
  return method === 'DELETE' ? remove(writer, role) : put(writer, role, parsed.value)
}

const EMPTY = { ok: true, value: {} } as const

/**
 * Returns the role of the caller. @throws Stopped with 401 if the caller has no role, and with 403 if the role lacks
 * the permission for the write.
 */
function roleFor({ route, reader, headers, method, cite, roleOf: find, lacks, open }: Writer): Role {
  if (open) return ANYBODY
  const token = bearerToken(headers['authorization'])
  const role = find(token)
  const action = `${route.type.uid}.${WRITE_ACTIONS[method] ?? ''}`
  if (role === undefined) {
    // A request without a token gets 401 instead of 403 if the public role has no permission at all.
    if (token === undefined) lacks({ role: reader.graph.access.publicRole, action })
    cite('write.access.token')
    throw new Stopped(refuse(unauthorized(), reader.has))
  }
  if (mayDo(role, action)) return role
  lacks({ role: role.name, action })
  cite('write.access.action')
  throw new Stopped(refuse(forbidden(), reader.has))
}

/**
 * The role for routes with `auth: false`. On a route with `auth: false`, a real server checks no permissions, not even
 * for links.
 */
const ANYBODY: Role = { name: '', permissions: new Set(['*']) }

const answerTarget = ({ target }: WriteRoute): WriteRoute['target'] =>
  target.kind === 'list' ? { kind: 'document', documentId: '' } : target

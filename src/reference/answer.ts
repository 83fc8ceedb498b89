/** The answer to a routed request: access → parse → check → plan → evaluate → respond. */
import type { Json } from '../util/json.ts'
import { bearerToken, may } from './access.ts'
import { citeShown } from './cite/entries.ts'
import { citeWritten } from './cite/written.ts'
import type { Values } from './evaluate/render.ts'
import { countMembers } from './evaluate/size.ts'
import type { CallerRole } from './fast/answers.ts'
import type { Graph, Role } from './graph/graph.ts'
import { faultOfPath } from './not-found.ts'
import type { QuerySyntax } from './parse/syntax.ts'
import type { Reading } from './prepare.ts'
import type { Read, Reader } from './read.ts'
import { forbidden, notFound, tooLarge, unauthorized } from './refusal.ts'
import type { RequestDetails } from './request.ts'
import { format, isReshaped } from './respond/format.ts'
import { MAX_ANSWER_MEMBERS } from './respond/json.ts'
import type { Texts } from './respond/pieces.ts'
import { type Answered, CRASH, refuse, respond, type Written } from './respond/respond.ts'
import type { Routed } from './route.ts'
import type { Cite } from './rules.ts'

/** A well-formed read that the role may do. */
export type SoundRead = Pick<Reading, 'type' | 'target' | 'role'> & { readonly syntax: QuerySyntax }

/** Finds what a sound read answers: the body, or undefined where nothing is found. */
export type Evaluator = (graph: Graph, read: SoundRead) => Json | undefined

/** How requests are answered. */
export interface AnswerContext {
  readonly reader: Reader
  /** Reads without headers and parameters of code, perhaps from a cache. */
  readonly readPlain: (reading: Reading) => Read<Values | Texts>
  /** Answers sound reads in place of plan and evaluate. */
  readonly evaluator: Evaluator | undefined
  readonly roleNow: (authorization: string | undefined) => Role | undefined
  readonly cite: Cite
  /** Whether anybody observes the rules of an answer. */
  readonly isCited: boolean
}

type ReadRoute = Extract<Routed, { kind: 'read' }>

/** Access: 401 for an unknown token, 403 for a read that the role may not do and for every write. */
export function answerRoute(
  route: Extract<Routed, { kind: 'read' | 'write' }>,
  request: RequestDetails,
  context: AnswerContext,
  caller?: CallerRole,
): Answered | Written {
  const { headers, open } = request
  const { cite, reader, roleNow } = context
  if (open && route.kind === 'read') return read(route, NOBODY, request, context)
  if (bearerToken(headers['authorization']) !== undefined) cite('access.token')
  const { role } = caller ?? { role: roleNow(headers['authorization']) }
  if (role === undefined) {
    cite('access.unknown-token')
    return refuse(unauthorized(), reader.has)
  }
  if (
    route.kind === 'write' ||
    !may(role, route.type.uid, route.target.kind === 'document' ? 'findOne' : 'find')
  ) {
    cite('access.forbidden')
    return refuse(forbidden(), reader.has)
  }
  return read(route, role, request, context)
}

/** The role for routes with `auth: false`. */
const NOBODY: Role = { name: '', permissions: new Set() }

function read(
  { type, target, path, search }: ReadRoute,
  role: Role,
  { headers, query }: RequestDetails,
  context: AnswerContext,
): Answered | Written {
  const { reader, readPlain, evaluator, cite, isCited } = context
  const { graph, has } = reader
  cite('endpoint.payload')
  const reading: Reading = { type, target, search, role, query }
  if (evaluator !== undefined) return readBy(evaluator, reading, path, headers, context)
  const isPlain = query === undefined && !isReshaped(headers)
  const found = isPlain ? readPlain(reading) : reader.read(reading)
  if (!found.ok) return found.refusal === null ? CRASH : refuse(found.refusal, has)
  const { syntax, plan, result, isAsAsked } = found
  const answered = respond(result, plan.page, cite)
  const fault = answered.status === 404 ? faultOfPath(path, cite) : undefined
  if (fault !== undefined) return refuse(fault, has)
  if ('pieces' in answered) return answered
  if (isCited && isAsAsked && result.form === 'values') {
    const parts = citeShown(plan, result.entries, found.context, cite)
    citeWritten(syntax, plan, parts, graph, cite)
  }
  return format(answered, type, headers, { graph, cite, has })
}

/** Parses and checks as always, and leaves the answer to the evaluator. */
function readBy(
  answer: Evaluator,
  reading: Reading,
  path: string,
  headers: RequestDetails['headers'],
  { reader, cite }: AnswerContext,
): Answered {
  const { graph, has } = reader
  const sound = reader.check(reading)
  if (!sound.ok) return sound.refusal === null ? CRASH : refuse(sound.refusal, has)
  const body = answer(graph, { ...reading, syntax: sound.syntax })
  if (body === undefined) return refuse(faultOfPath(path, cite) ?? notFound('endpoint.not-found'), has)
  if (countMembers(body) > MAX_ANSWER_MEMBERS) return refuse(tooLarge(cite), has)
  return format({ status: 200, body }, reading.type, headers, { graph, cite, has })
}

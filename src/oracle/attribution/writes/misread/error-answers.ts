/** Misreadings of writes by which the target answers an error with another status or another form than the reference. */
import { bearerToken, mayDo, roleOf, WRITE_ACTIONS } from '../../../../reference/access.ts'
import { isList, isObject, type Json, memberOf } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import type { CheckedRule } from '../../../exchange/rules.ts'
import type { Answer } from '../../../target/target.ts'
import { listedIn, messageOf } from '../../refused.ts'
import type { AskedWrite, WriteMisreading } from './kit.ts'

interface RefusedWrite {
  readonly status: number
  /** The rule about the status. */
  readonly rule: CheckedRule
  /** The name of such a write. */
  readonly what: string
  /** Returns whether an answer with the status is the answer to such a write; absent if each such answer is. */
  readonly isMeant?: (right: Answer) => boolean
}

const REFUSED: readonly RefusedWrite[] = [
  { status: 400, rule: 'endpoint.error', what: 'invalid write' },
  {
    ...{ status: 400, rule: 'write.values', what: 'write with invalid values' },
    isMeant: ({ body }) => listedIn(body).length > 0,
  },
  { status: 401, rule: 'access.unknown-token', what: 'write with an unknown token' },
  { status: 403, rule: 'write.access.action', what: 'write without the permission' },
  { status: 404, rule: 'write.unknown', what: 'write of an unknown document' },
]
/** The statuses that a server may answer in place of the right one. */
const OTHERS: readonly number[] = [400, 401, 403, 404, 409, 422]

/**
 * Returns whether one of two statuses is 400 and the other 404. Such a target looks for the document at another time,
 * or creates a missing document.
 */
const isOfDocument = (expected: number, other: number): boolean =>
  [expected, other].includes(400) && [expected, other].includes(404)

/** A misreading: a write without a token and without the permission answers 401. */
const ANONYMOUS: WriteMisreading = {
  rule: 'write.access.action',
  kind: '401 without a token',
  says: 'A write without a token and without the permission answers 403. The server answers 401.',
  read: ({ request }) => request,
  distort: ({ request }, right) =>
    request.headers['authorization'] === undefined && right.status === 403
      ? { ...right, status: 401 }
      : undefined,
}

/** The misreadings in which each error of one status has another status. */
const OTHER_STATUSES: readonly WriteMisreading[] = REFUSED.flatMap(
  ({ status: expected, rule, what, isMeant = () => true }) =>
    OTHERS.filter((other) => other !== expected && !isOfDocument(expected, other)).map((other) => ({
      rule,
      kind: `${what}: status ${other} in place of ${expected}`,
      says: `Each ${what} answers ${expected}. The server answers ${other} in place of ${expected}.`,
      read: ({ request }) => request,
      distort: (_asked, right) =>
        right.status === expected && isMeant(right) ? { ...right, status: other } : undefined,
    })),
)

/** Returns the documentId in the path of a PUT; undefined for any other write. */
function documentIn({ request, type }: AskedWrite): string | undefined {
  const [, , , id] = splitTarget(request.url).path.split('/')
  return request.method === 'PUT' && type.kind === 'collectionType' && id !== '' ? id : undefined
}

/** Returns whether the document exists in any locale, before the session or before the write. */
const isKnown = ({ graph, type, rowOf }: AskedWrite, id: string): boolean =>
  graph.tables.get(type.uid)?.byDocument.has(id) === true ||
  rowOf('draft') !== undefined ||
  (type.localized && graph.locales.codes.some(({ code }) => rowOf('draft', code) !== undefined))

/** Returns whether an error is about an entry that a relation cannot link. */
function isOfLink({ body }: Answer): boolean {
  const message = messageOf(body)
  return (
    message.startsWith('Document with id ') || message.endsWith(' associated with this entity do not exist')
  )
}

/** The checks that a target may make after it looks for the document, each with a test of their errors. */
const LATER_CHECKS: readonly (readonly [checks: string, isMeant: (right: Answer) => boolean])[] = [
  ['the permission', ({ status }) => status === 403],
  ['the query and the body', ({ status }) => status === 400],
  ['the permission, the query and the body', ({ status }) => status === 400 || status === 403],
  ['the links in the body', isOfLink],
]

/** The misreadings in which the target looks for the document before it makes other checks. */
const DOCUMENT_FIRST: readonly WriteMisreading[] = LATER_CHECKS.map(([checks, isOfCheck]) => ({
  rule: 'write.unknown',
  kind: `the document before ${checks}`,
  says: `The order of errors differs: for a PUT, the server looks for the document before it checks ${checks}.`,
  read: ({ request }) => request,
  distort: (asked, right) => {
    const id = documentIn(asked)
    const isMeant = isOfCheck(right) && id !== undefined && !isKnown(asked, id)
    return isMeant ? { ...right, status: 404 } : undefined
  },
}))

/** The groups of methods whose permission a target may not check: each method alone, and all of them. */
const METHODS: readonly (readonly [name: string, what: string, methods: readonly string[]])[] = [
  ...Object.keys(WRITE_ACTIONS).map((method) => [method, `a ${method}`, [method]] as const),
  ['any write', 'any write', Object.keys(WRITE_ACTIONS)],
]

/** The misreadings in which the target does not check the permission of one action, or of any write. */
const UNPERMITTED: readonly WriteMisreading[] = METHODS.map(([name, what, methods]) => ({
  rule: 'write.access.action',
  kind: `${name} without the permission`,
  says: `Creating, updating and deleting each need their own permission. The server accepts ${what} without it.`,
  read: ({ request, type, graph }) => {
    if (!methods.includes(request.method)) return request
    const action = `${type.uid}.${WRITE_ACTIONS[request.method] ?? ''}`
    const isPermitted = (token: string | undefined): boolean => {
      const role = roleOf(graph, token)
      return role !== undefined && mayDo(role, action)
    }
    const own = bearerToken(request.headers['authorization'])
    const other = [...graph.access.tokens.keys()].find(isPermitted)
    const isDenied = roleOf(graph, own) !== undefined && !isPermitted(own)
    if (!isDenied || other === undefined) return request
    return { ...request, headers: { ...request.headers, authorization: `Bearer ${other}` } }
  },
}))

/** Returns an error of `details.errors` with one text as its `path`, or as the only item of its `path`. */
const joinedPath = (error: Json, sign: string, isItem: boolean): Json => {
  const path = memberOf(error, 'path')
  if (!isObject(error) || !isList(path)) return error
  const text = path.map(String).join(sign)
  const item = path.length === 0 ? [] : [text]
  return { ...error, path: isItem ? item : text }
}

/** Returns an answer with changed items in `details.errors`; undefined if no item changes. */
function withErrors(right: Answer, change: (error: Json) => Json): Answer | undefined {
  const error = memberOf(right.body, 'error')
  const details = memberOf(error, 'details')
  const errors = memberOf(details, 'errors')
  if (!isObject(right.body) || !isObject(error) || !isObject(details) || !isList(errors)) return undefined
  const changes = errors.map(change)
  if (JSON.stringify(changes) === JSON.stringify(errors)) return undefined
  const changed = { ...error, details: { ...details, errors: changes } }
  return { ...right, body: { ...right.body, error: changed } }
}

/** The signs by which a server may join the steps of a path to one text. */
const SIGNS = ['.', '/'] as const

/** The misreadings in which each `path` in `details.errors` has one text in place of a list of texts. */
const PATHS: readonly WriteMisreading[] = SIGNS.flatMap((sign) =>
  [false, true].map((isItem) => ({
    rule: 'write.values',
    kind: `paths joined by ${sign}${isItem ? ' in a list' : ''}`,
    says: `In \`details.errors\`, each \`path\` is a list of texts. The server joins the texts by \`${sign}\`.`,
    read: ({ request }) => request,
    distort: (_asked, right) => withErrors(right, (error) => joinedPath(error, sign, isItem)),
  })),
)

/** The misreadings in which the target answers an error with another status, or in another form. */
export const STATUSES: readonly WriteMisreading[] = [
  ...DOCUMENT_FIRST,
  ...UNPERMITTED,
  ...PATHS,
  ANONYMOUS,
  ...OTHER_STATUSES,
]

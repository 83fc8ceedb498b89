/** Helpers that make faulty implementations for the clauses of laws of writes. */
import type { Graph, Row } from '../../../src/reference/graph/graph.ts'
import type { ContentType } from '../../../src/reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../../src/util/json.ts'
import { splitTarget } from '../../../src/util/url/target.ts'
import type { Subject } from '../../laws/subject.ts'
import type { MadeWrite } from '../../writes/write-law.ts'
import type { SubjectFault } from '../clause.ts'

type WriteFunction = Subject['write']

/** A write that a faulty implementation got, together with its parsed parts. */
export interface JudgedWrite {
  readonly state: MadeWrite['state']
  readonly request: Parameters<WriteFunction>[1]
  readonly options: Parameters<WriteFunction>[2]
  readonly method: string
  readonly url: string
  /** The plural or singular name of the type in the path; `documentId` is the next segment of the path. */
  readonly name: string
  readonly documentId: string
  /** The `data` of the body; empty for a request without a body. */
  readonly data: JsonObject
  /** Sends the write to the reference with other data, with another method or with another URL. */
  readonly again: (
    change: { readonly data?: Json; readonly method?: string; readonly url?: string },
    state?: MadeWrite['state'],
  ) => MadeWrite | undefined
}

const bytesOf = (data: Json): Uint8Array => new TextEncoder().encode(JSON.stringify({ data }))

function dataOf({ body }: Parameters<WriteFunction>[1]): JsonObject {
  const json = body instanceof Uint8Array ? parseJson(new TextDecoder().decode(body)) : null
  return isObject(json) && isObject(json.data) ? json.data : {}
}

function writtenOf(write: WriteFunction, [state, request, options]: Parameters<WriteFunction>): JudgedWrite {
  const { method = 'GET', url } = request
  const [, , name = '', documentId = ''] = splitTarget(url).path.split('/')
  const again: JudgedWrite['again'] = ({ data, ...change }, from = state) =>
    write(from, { ...request, ...change, ...(data === undefined ? {} : { body: bytesOf(data) }) }, options)
  return { state, request, options, method, url, name, documentId, data: dataOf(request), again }
}

/** Returns a faulty implementation that changes the results of writes. */
export const writing = (
  says: string,
  change: (made: MadeWrite, written: JudgedWrite) => MadeWrite,
): SubjectFault => ({
  says,
  around: ({ write }) => ({
    write: (...call) => {
      const made = write(...call)
      return made === undefined ? undefined : change(made, writtenOf(write, call))
    },
  }),
})

/**
 * Returns a faulty implementation that writes the data that `change` returns. If `change` returns undefined, or if
 * either the original write or the changed write is refused, the result of the write does not change.
 */
export const rewriting = (
  says: string,
  change: (data: JsonObject, written: JudgedWrite) => JsonObject | undefined,
): SubjectFault =>
  writing(says, (made, written) => {
    const data = written.method === 'DELETE' || !isTaken(made) ? undefined : change(written.data, written)
    const other = data === undefined ? undefined : written.again({ data })
    return other === undefined || !isTaken(other) ? made : other
  })

/** Returns a faulty implementation that accepts a refused write by writing other data. */
export const taking = (
  says: string,
  change: (data: JsonObject, written: JudgedWrite) => JsonObject | undefined,
): SubjectFault =>
  writing(says, (made, written) => {
    const data = made.answer.status === 400 ? change(written.data, written) : undefined
    return data === undefined ? made : (written.again({ data }) ?? made)
  })

export const isTaken = ({ answer }: MadeWrite): boolean => answer.status < 300
export const answered = (made: MadeWrite, change: Partial<MadeWrite['answer']>): MadeWrite => ({
  ...made,
  answer: { ...made.answer, ...change },
})
/**
 * Returns whether a write is to a generated type, and not to `notes`, `tags` or `restaurants`, which are the types of
 * schemas that laws define.
 */
export const isGenerated = ({ name }: JudgedWrite): boolean =>
  !['notes', 'tags', 'restaurants'].includes(name)

/**
 * Returns the result of a write with another state: the state after an additional PUT without data to another document
 * of a collection type.
 */
export function withTouched(
  made: MadeWrite,
  { again, documentId, name }: JudgedWrite,
  isOther: (type: ContentType) => boolean = () => true,
): MadeWrite {
  const all = rowsOf(made.state.graph).filter(([type, row]) => isOther(type) && row.documentId !== documentId)
  for (const [type, row] of all) {
    if (type.pluralName === name && documentId === '') continue
    const locale = row.locale === null ? '' : `locale=${row.locale}&`
    const url = `/api/${type.pluralName}/${row.documentId}?${locale}status=${row.status}`
    const touched = again({ method: 'PUT', url, data: {} }, made.state)
    if (touched !== undefined && isTaken(touched)) return { ...made, state: touched.state }
  }
  return made
}

const rowsOf = ({ schema, tables }: Graph): readonly (readonly [ContentType, Row])[] =>
  [...schema.contentTypes.values()]
    .filter(({ uid, kind }) => uid.startsWith('api::') && kind === 'collectionType')
    .flatMap((type) => (tables.get(type.uid)?.rows ?? []).map((row) => [type, row] as const))

/** Returns the names of the text attributes of the written type that the body does not contain. */
export function unnamedTexts({ state, name, data }: JudgedWrite): readonly string[] {
  const type = [...state.graph.schema.contentTypes.values()].find(({ pluralName }) => pluralName === name)
  return [...(type?.attributes.values() ?? [])].flatMap((attribute) =>
    attribute.kind === 'scalar' &&
    attribute.type === 'string' &&
    !attribute.private &&
    data[attribute.name] === undefined
      ? [attribute.name]
      : [],
  )
}

/** Returns a body in which each value with a member `set`, `connect` or `disconnect` is changed. */
export function eachLinks(data: JsonObject, change: (links: JsonObject) => Json): JsonObject | undefined {
  const isLinks = (value: Json): value is JsonObject =>
    isObject(value) && ['set', 'connect', 'disconnect'].some((key) => key in value)
  const entries = Object.entries(data)
  if (!entries.some(([, value]) => isLinks(value))) return undefined
  return Object.fromEntries(entries.map(([key, value]) => [key, isLinks(value) ? change(value) : value]))
}

/** Returns a faulty implementation that changes the result of a write if `isFirst` is true for the previous write. */
export const following = (
  says: string,
  isFirst: (written: JudgedWrite) => boolean,
  change: (made: MadeWrite, written: JudgedWrite) => MadeWrite,
): SubjectFault => ({
  says,
  around: (subject, world) => {
    const states = new WeakSet<object>()
    return writing(says, (made, written) => {
      if (isTaken(made) && isFirst(written)) states.add(made.state)
      return isTaken(made) && states.has(written.state) ? change(made, written) : made
    }).around(subject, world)
  },
})

export const isEmpty = ({ method, data }: JudgedWrite): boolean =>
  method === 'PUT' && Object.keys(data).length === 0

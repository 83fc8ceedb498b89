/** Helpers for the clauses of laws of writes. */
import type { Graph, Row } from '../../../src/reference/graph/graph.ts'
import type { ContentType } from '../../../src/reference/schema/schema.ts'
import { isObject, type Json, type JsonObject, parseJson } from '../../../src/util/json.ts'
import { splitTarget } from '../../../src/util/url/target.ts'
import type { Subject } from '../../laws/subject.ts'
import type { MadeWrite } from '../../writes/write-law.ts'
import type { SubjectFault } from '../clause.ts'

type Write = Subject['write']

/** A write as a faulty implementation sees it. */
export interface Written {
  readonly state: MadeWrite['state']
  readonly request: Parameters<Write>[1]
  readonly options: Parameters<Write>[2]
  readonly method: string
  readonly url: string
  /** The name in the path, and the document behind it. */
  readonly name: string
  readonly documentId: string
  /** Empty for a request without a body. */
  readonly data: JsonObject
  /** The write of the reference, with other data or another method. */
  readonly again: (
    change: { readonly data?: Json; readonly method?: string; readonly url?: string },
    state?: MadeWrite['state'],
  ) => MadeWrite | undefined
}

const bytesOf = (data: Json): Uint8Array => new TextEncoder().encode(JSON.stringify({ data }))

function dataOf({ body }: Parameters<Write>[1]): JsonObject {
  const json = body instanceof Uint8Array ? parseJson(new TextDecoder().decode(body)) : null
  return isObject(json) && isObject(json.data) ? json.data : {}
}

function writtenOf(write: Write, [state, request, options]: Parameters<Write>): Written {
  const { method = 'GET', url } = request
  const [, , name = '', documentId = ''] = splitTarget(url).path.split('/')
  const again: Written['again'] = ({ data, ...change }, from = state) =>
    write(from, { ...request, ...change, ...(data === undefined ? {} : { body: bytesOf(data) }) }, options)
  return { state, request, options, method, url, name, documentId, data: dataOf(request), again }
}

/** Changes what writes make. */
export const writing = (
  says: string,
  change: (made: MadeWrite, written: Written) => MadeWrite,
): SubjectFault => ({
  says,
  around: ({ write }) => ({
    write: (...call) => {
      const made = write(...call)
      return made === undefined ? undefined : change(made, writtenOf(write, call))
    },
  }),
})

/** Writes other data; undefined for the same. Where one of the two is refused, nothing changes. */
export const rewriting = (
  says: string,
  change: (data: JsonObject, written: Written) => JsonObject | undefined,
): SubjectFault =>
  writing(says, (made, written) => {
    const data = written.method === 'DELETE' || !isTaken(made) ? undefined : change(written.data, written)
    const other = data === undefined ? undefined : written.again({ data })
    return other === undefined || !isTaken(other) ? made : other
  })

/** Takes a refused write as if it had other data. */
export const taking = (
  says: string,
  change: (data: JsonObject, written: Written) => JsonObject | undefined,
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
/** Whether the type is a generated one, and none of a law with a schema of its own. */
export const isGenerated = ({ name }: Written): boolean => !['notes', 'tags', 'restaurants'].includes(name)

/** Another entry of a collection type is updated as well, with nothing. */
export function withTouched(
  made: MadeWrite,
  { again, documentId, name }: Written,
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

/** The attributes of the written type that a body does not name and a text can be written to. */
export function unnamedTexts({ state, name, data }: Written): readonly string[] {
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

/** Changes the links that a body names: each value of the form `{ set, connect, disconnect }`. */
export function eachLinks(data: JsonObject, change: (links: JsonObject) => Json): JsonObject | undefined {
  const isLinks = (value: Json): value is JsonObject =>
    isObject(value) && ['set', 'connect', 'disconnect'].some((key) => key in value)
  const entries = Object.entries(data)
  if (!entries.some(([, value]) => isLinks(value))) return undefined
  return Object.fromEntries(entries.map(([key, value]) => [key, isLinks(value) ? change(value) : value]))
}

/** Something that happens to a state that a kind of write made. */
export const following = (
  says: string,
  isFirst: (written: Written) => boolean,
  change: (made: MadeWrite, written: Written) => MadeWrite,
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

export const isEmpty = ({ method, data }: Written): boolean =>
  method === 'PUT' && Object.keys(data).length === 0

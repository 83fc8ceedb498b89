/** Makes misreadings of writes: wrong ways to read the values of a write. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import type { ContentType } from '../../../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member, parseJson } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { modelsOf, type WritableAttribute, type WriteModel } from '../../../../writing/index.ts'
import { dataOf } from '../../../bodies/answer.ts'
import type { CheckedRule } from '../../../exchange/rules.ts'
import { partsOf } from '../../../names/mentions.ts'
import type { Answer, WireRequest } from '../../../target/target.ts'
import type { SentWrite } from '../../../writes/scene.ts'

/** A write, with the facts about its content type and about the row that it changes. */
export interface AskedWrite {
  readonly request: WireRequest
  readonly type: ContentType
  readonly model: WriteModel | undefined
  /** The value of `data` in the body of the write; undefined if it is not an object. */
  readonly data: JsonObject | undefined
  readonly graph: Graph
  /** Returns the value that an attribute of the row has before the write. */
  readonly storedAt: (name: string) => Json | undefined
  /**
   * Returns the plain attributes of the document's row in a status before the write; undefined if the document has no
   * such row. The row is in the locale of the write unless the parameter `locale` is given.
   */
  readonly rowOf: (status: 'draft' | 'published', locale?: string) => JsonObject | undefined
}

/** Returns a write with these facts; undefined if the path of the write names no content type. */
export function askedOf({ request, before, type }: SentWrite, graph: Graph): AskedWrite | undefined {
  if (type === undefined) return undefined
  const json = parseJson(request.body ?? '')
  const data = isObject(json) ? member(json, 'data') : undefined
  const rowWith = (
    status: 'draft' | 'published',
    populate: readonly string[],
    code?: string,
  ): JsonObject | undefined => {
    const { path, search } = splitTarget(request.url)
    const own = partsOf(search).filter((part) => part.startsWith('locale='))
    const locale = code === undefined ? own : [`locale=${encodeURIComponent(code)}`]
    const query = [...locale, ...(type.draftAndPublish ? [`status=${status}`] : []), ...populate]
    const { body } = before([{ ...request, method: 'GET', url: `${path}?${query.join('&')}` }])
    const row = dataOf(body)
    return isObject(row) ? row : undefined
  }
  return {
    ...{ request, type, graph, model: modelsOf(graph).get(type.uid) },
    data: isObject(data) ? data : undefined,
    storedAt: (name) => {
      const row = rowWith('draft', [`populate[${name}]=true`])
      return row && member(row, name)
    },
    rowOf: (status, locale) => rowWith(status, [], locale),
  }
}

/** A misreading of writes, which is a wrong way to read a write request. */
export interface WriteMisreading {
  readonly rule: CheckedRule
  /** The identifier of the misreading, with which the key of the cause ends. */
  readonly kind: string
  /** The sentence that a report shows in place of the sentence of the rule. */
  readonly says: string
  /**
   * Returns the write request as a target with this misreading reads it. The result is the same object if such a
   * target reads the request correctly.
   */
  readonly read: (asked: AskedWrite) => AskedWrite['request']
  /**
   * Returns whether a target with this misreading answers a read after the write as before the write. If this function
   * is given, `read` changes nothing.
   */
  readonly isUnwritten?: (asked: AskedWrite, url: string) => boolean
  /**
   * Returns whether a target with this misreading refuses the write, which is valid. If this function is given, `read`
   * changes nothing.
   */
  readonly isRefused?: (asked: AskedWrite) => boolean
  /**
   * Whether the misreading explains only writes that the reference accepts. For an invalid value, a target that accepts
   * the value answers like a target that ignores it.
   */
  readonly isOfAccepted?: true
  /**
   * Returns the wrong answer of a target with this misreading to a write; undefined if the answer is right. If this
   * function is given, `read` changes nothing. The parameter `right` is the reference's answer.
   */
  readonly distort?: (asked: AskedWrite, right: Answer) => Answer | undefined
  /** Returns the further writes that a target with this misreading makes after the write. */
  readonly further?: (asked: AskedWrite) => readonly AskedWrite['request'][]
}

/** A misreading of writes without its functions. */
export type Named = Pick<WriteMisreading, 'rule' | 'kind' | 'says' | 'isOfAccepted'>

/**
 * A function that returns the value that a target reads in place of a written value. It returns undefined if the
 * target ignores the written value.
 */
export type ReadValue = (value: Json, attribute: WritableAttribute, asked: AskedWrite) => Json | undefined

/** Returns whether an item of a list or a component has an `id`, and so refers to an existing row. */
export const hasId = (item: Json): boolean => isObject(item) && Object.hasOwn(item, 'id')

/** Returns a misreading that changes the values in the `data` of a write. */
export const ofValues = (named: Named, change: ReadValue): WriteMisreading => ({
  ...named,
  read: (asked) => {
    const { data, model, request } = asked
    if (data === undefined || model === undefined) return request
    const members = Object.entries(data).flatMap(([name, value]): [string, Json][] => {
      const attribute = model.attributes.get(name)
      const read = attribute?.writable !== true ? value : change(value, attribute, asked)
      return read === undefined ? [] : [[name, read]]
    })
    const body = JSON.stringify({ data: Object.fromEntries(members) })
    return body === JSON.stringify({ data }) ? request : { ...request, body }
  },
})

/** The kind of object that contains a written value: the entry, a component, or an element of a dynamic zone. */
export type HolderKind = 'entry' | 'component' | 'zone'

/**
 * A function that returns the value that a target reads in place of a value at any depth. It returns undefined if the
 * target ignores the value.
 */
type ReadPart = (
  value: Json,
  attribute: WritableAttribute,
  holder: HolderKind,
  asked: AskedWrite,
) => Json | undefined

/** The maximum nesting of components whose values a misreading changes. */
const MOST_LEVELS = 5

/** Returns a misreading that changes the values in the `data` of a write, and in the components inside `data`. */
export const ofParts = (named: Named, change: ReadPart): WriteMisreading =>
  ofValues(named, (value, attribute, asked) => {
    const models = modelsOf(asked.graph)
    const within = (json: Json, model: WriteModel | undefined, holder: HolderKind, level: number): Json => {
      if (!isObject(json) || model === undefined || level > MOST_LEVELS) return json
      const members = Object.entries(json).flatMap(([name, inner]): [string, Json][] => {
        const own = model.attributes.get(name)
        const read = own === undefined ? inner : changed(inner, own, holder, level)
        return read === undefined ? [] : [[name, read]]
      })
      return Object.fromEntries(members)
    }
    const changed = (
      json: Json,
      own: WritableAttribute,
      holder: HolderKind,
      level: number,
    ): Json | undefined => {
      const read = change(json, own, holder, asked)
      const { attribute } = own
      if (read === undefined || (attribute.kind !== 'component' && attribute.kind !== 'zone')) return read
      const inside = (item: Json): Json => {
        const uid =
          attribute.kind === 'component' ? attribute.component : isObject(item) ? item['__component'] : ''
        return within(item, models.get(String(uid)), attribute.kind, level + 1)
      }
      return isList(read) ? read.map(inside) : inside(read)
    }
    return changed(value, attribute, 'entry', 0)
  })

/** The places in which a server may misread values: everywhere, or outside of components. */
export const PLACES = [
  ['', ofParts],
  [' outside of components', ofValues],
] as const

/**
 * Returns a misreading that changes `connect`, `disconnect` and `set` in the written value of a relation of an entry or
 * component.
 */
export const ofLinks = (
  named: Named,
  change: (value: JsonObject, writable: WritableAttribute) => Json | undefined,
): WriteMisreading =>
  ofParts(named, (value, writable) =>
    writable.attribute.kind === 'relation' && isObject(value) ? change(value, writable) : value,
  )

export const listOf = (json: Json | undefined): readonly Json[] =>
  isList(json) ? json : json === undefined || json === null ? [] : [json]

/** The name that stands for a list of links without `connect` or `set` around it. */
const PLAIN = ''

export const EVERY_LIST = [PLAIN, 'set', 'connect'] as const

/** Returns the written value of a relation or of files with changes in the named lists. */
export const withLists = (
  value: Json,
  change: (list: readonly Json[]) => readonly Json[],
  names: readonly string[] = EVERY_LIST,
): Json => {
  if (isList(value)) return names.includes(PLAIN) ? change(value) : value
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, list]) => [
      name,
      isList(list) && names.includes(name) ? change(list) : list,
    ]),
  )
}

/** Returns whether an item of `connect` has a position. */
export const isPlaced = (item: Json): boolean => isObject(item) && Object.hasOwn(item, 'position')

export const isManyRelation = ({ attribute }: WritableAttribute): boolean =>
  attribute.kind === 'relation' && attribute.many

export const isId = (item: Json): boolean => typeof item === 'number'

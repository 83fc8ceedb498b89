/** Makes misreadings of writes: wrong ways to read the values of a write. */
import { isList, isObject, type Json, type JsonObject } from '../../../util/json.ts'
import { modelsOf, type WritableAttribute, type WriteModel } from '../../../writing/index.ts'
import type { WriteRuleId } from '../../../writing/rules.ts'
import type { AskedWrite } from './asked.ts'

/** A misreading of writes, which is a wrong way to read a write request. */
export interface WriteMisreading {
  readonly rule: WriteRuleId
  /** The identifier of the misreading, with which the key of the cause ends. */
  readonly kind: string
  /** Replaces the sentence of the rule. */
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
}

/** A misreading of writes without its functions. */
export type Named = Omit<WriteMisreading, 'read' | 'isUnwritten'>

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
type ReadPart = (value: Json, attribute: WritableAttribute, holder: HolderKind) => Json | undefined

/** The maximum nesting of components whose values a misreading changes. */
const MOST_LEVELS = 5

/** Returns a misreading that changes the values in the `data` of a write, and in the components inside `data`. */
export const ofParts = (named: Named, change: ReadPart): WriteMisreading =>
  ofValues(named, (value, attribute, { graph }) => {
    const models = modelsOf(graph)
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
      const read = change(json, own, holder)
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

/** Returns a misreading that changes `connect`, `disconnect` and `set` in the written value of a relation. */
export const ofLinks = (named: Named, change: (value: JsonObject) => Json | undefined): WriteMisreading =>
  ofValues(named, (value, { attribute }) =>
    attribute.kind === 'relation' && isObject(value) ? change(value) : value,
  )

export const listOf = (json: Json | undefined): readonly Json[] =>
  isList(json) ? json : json === undefined || json === null ? [] : [json]

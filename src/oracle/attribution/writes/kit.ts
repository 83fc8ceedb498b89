/** Makes misreadings of writes: wrong ways to read the values of a write. */
import { isList, isObject, type Json, type JsonObject } from '../../../util/json.ts'
import type { WritableAttribute } from '../../../writing/index.ts'
import type { WriteRuleId } from '../../../writing/rules.ts'
import type { AskedWrite } from './asked.ts'

/** A wrong way to read a write. */
export interface WriteMisreading {
  readonly rule: WriteRuleId
  /** The behaviour of the target. The key of the cause ends with this text. */
  readonly kind: string
  /** Replaces the sentence of the rule. */
  readonly says: string
  /** The write as a target that breaks the rule reads it; the same object if the target reads the write rightly. */
  readonly read: (asked: AskedWrite) => AskedWrite['request']
}

/** A misreading without its function. */
export type Named = Omit<WriteMisreading, 'read'>

/** The value that a target reads in place of a value; undefined if it ignores the value. */
export type ReadValue = (value: Json, attribute: WritableAttribute, asked: AskedWrite) => Json | undefined

/** Returns a misreading of the values of `data`. */
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

/** Returns a misreading of `connect`, `disconnect` and `set` in the value of a relation. */
export const ofLinks = (named: Named, change: (value: JsonObject) => Json | undefined): WriteMisreading =>
  ofValues(named, (value, { attribute }) =>
    attribute.kind === 'relation' && isObject(value) ? change(value) : value,
  )

export const listOf = (json: Json | undefined): readonly Json[] =>
  isList(json) ? json : json === undefined || json === null ? [] : [json]

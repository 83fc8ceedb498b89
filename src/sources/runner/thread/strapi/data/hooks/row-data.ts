/**
 * Makes `event.params.data` for the rows that the document service writes. Also finds the changes that lifecycle
 * hooks made to `event.params.data`.
 */
import { isEqual } from 'es-toolkit/compat'
import { isObject, type JsonObject } from '../../../../../../util/json.ts'
import type { MemberMap } from '../../core-parts.ts'
import { isRecord, listOf, memberOf } from '../../values.ts'
import { plainJson } from '../plain.ts'
import type { HookedModel } from './plan.ts'

/** The values from which `event.params.data` of a written row is made. */
export interface GivenData {
  /** The value of `data` in the arguments of the call. */
  readonly data: MemberMap
  /** The row in the form in which the server would store it. */
  readonly stored: MemberMap
  readonly model: HookedModel
  readonly isNew: boolean
}

const LINKS: readonly unknown[] = ['relation', 'media', 'component', 'dynamiczone']

/**
 * Returns the data of a row in the form that lifecycle hooks receive. Scalar values have the form that the database
 * stores, because Strapi converts these values before the first hook.
 */
export function givenData({ data, stored, model, isNew }: GivenData): MemberMap {
  const { attributes, draftAndPublish, localized } = model
  const made: MemberMap = {}
  for (const [name, value] of Object.entries(data)) {
    const type = attributes[name]?.['type']
    const isScalar = type !== undefined && type !== 'password' && !LINKS.includes(type)
    made[name] = isScalar && Object.hasOwn(stored, name) ? stored[name] : value
  }
  if (isNew)
    for (const [name, attribute] of Object.entries(attributes))
      if (data[name] === undefined)
        if (attribute['default'] !== undefined) made[name] = stored[name]
        else if (isList(attribute)) made[name] = []
  made['publishedAt'] = draftAndPublish ? null : new Date()
  if (localized) made['locale'] = stored['locale']
  const now = new Date()
  return isNew ? { ...made, createdAt: now, updatedAt: now } : { ...made, updatedAt: now }
}

/**
 * Returns whether an attribute is a dynamic zone or a repeatable component, for which Strapi stores an empty list if
 * it has no value.
 */
const isList = ({ type, repeatable }: MemberMap): boolean =>
  type === 'dynamiczone' || (type === 'component' && repeatable === true)

/** Returns `event.params.data` for a row that is a copy of another row, such as the published version of a draft. */
export function copiedData(source: MemberMap, status: 'draft' | 'published', model: HookedModel): MemberMap {
  const { id: _, localizations: __, ...copy } = source
  for (const [name, attribute] of Object.entries(model.attributes))
    if (LINKS.includes(attribute['type']) && name !== 'localizations')
      copy[name] = linkData(source[name], attribute)
  return { ...copy, publishedAt: status === 'draft' ? null : new Date() }
}

function linkData(value: unknown, { type }: MemberMap): unknown {
  if (type !== 'relation' || value === undefined || value === null) return value ?? null
  const rows = Array.isArray(value) ? listOf(value) : [value]
  return { set: rows.map((row) => ({ id: memberOf(row, 'id') })) }
}

/** Returns a JSON copy of the data, for a comparison after the lifecycle hooks have run. */
export const noted = (data: unknown): JsonObject => {
  const json = plainJson(data, 'event.params.data')
  return isObject(json ?? null) ? Object(json) : {}
}

/**
 * Returns the members of the data that lifecycle hooks changed, added or removed. A removed member has the value
 * null.
 */
export function changesOf(before: JsonObject, data: unknown): JsonObject {
  const after = isRecord(data) ? noted(data) : {}
  const changed = Object.entries(after).filter(([name, value]) => !isEqual(before[name], value))
  const removed = Object.keys(before).filter((name) => !Object.hasOwn(after, name) && before[name] !== null)
  return { ...Object.fromEntries(removed.map((name) => [name, null])), ...Object.fromEntries(changed) }
}

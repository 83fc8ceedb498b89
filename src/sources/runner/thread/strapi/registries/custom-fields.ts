/** Makes the registry of custom fields. */
import type { MemberMap } from '../core-parts.ts'
import { isRecord, textOf } from '../values.ts'

export interface CustomFields {
  readonly getAll: () => Readonly<Record<string, MemberMap>>
  readonly get: (name: string) => MemberMap
  readonly add: (fields: unknown) => void
  /** The attribute type of each custom field, by the name of the custom field. */
  readonly types: () => Readonly<Record<string, string>>
}

const TYPES: ReadonlySet<string> = new Set([
  'biginteger',
  'boolean',
  'date',
  'datetime',
  'decimal',
  'email',
  'enumeration',
  'float',
  'integer',
  'json',
  'password',
  'richtext',
  'string',
  'text',
  'time',
  'uid',
])

/**
 * Makes the registry of custom fields. @param hasPlugin - A function that returns whether a plugin with a name is
 * registered.
 */
export function createCustomFields(hasPlugin: (name: string) => boolean): CustomFields {
  const fields = new Map<string, MemberMap>()
  const addOne = (field: unknown): void => {
    if (!isRecord(field) || !('name' in field) || !('type' in field))
      throw new Error("Custom fields require a 'name' and 'type' key")
    const type = String(field['type'])
    if (!TYPES.has(type))
      throw new Error(
        `Custom field type: '${type}' is not a valid Strapi type or it can't be used with a Custom Field`,
      )
    const plugin = textOf(field['plugin'])
    const owner = plugin !== undefined && hasPlugin(plugin) ? `plugin::${plugin}.` : 'global::'
    const uid = `${owner}${String(field['name'])}`
    if (fields.has(uid)) throw new Error(`Custom field: '${uid}' has already been registered`)
    fields.set(uid, field)
  }
  return {
    getAll: () => Object.fromEntries(fields),
    get: (name) => {
      const field = fields.get(name)
      if (field === undefined) throw new Error(`Could not find Custom Field: ${name}`)
      return field
    },
    add: (given) => {
      for (const field of Array.isArray(given) ? given : [given]) addOne(field)
    },
    types: () => Object.fromEntries([...fields].map(([uid, { type }]) => [uid, String(type)])),
  }
}

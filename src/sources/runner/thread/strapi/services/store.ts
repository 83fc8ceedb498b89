/**
 * Implements `strapi.store`, a key-value store in memory. The store initially contains the rows of the project's
 * database.
 */
import { parseJson } from '../../../../../util/json.ts'
import type { StoreRow } from '../../../protocol.ts'
import type { MemberMap } from '../core-parts.ts'
import { recordOf } from '../values.ts'

/** The maximum number of values in the store, so that the project's code cannot fill the memory. */
const MOST_VALUES = 10_000

/** The settings that Strapi's plugins store when they start for the first time. */
const SETTINGS = [
  [
    { type: 'plugin', name: 'users-permissions', key: 'advanced' },
    {
      unique_email: true,
      allow_register: true,
      email_confirmation: false,
      email_reset_password: null,
      email_confirmation_redirection: null,
      default_role: 'authenticated',
    },
  ],
  [
    { type: 'plugin', name: 'users-permissions', key: 'grant' },
    { email: { icon: 'envelope', enabled: true } },
  ],
  [
    { type: 'plugin', name: 'upload', key: 'settings' },
    { sizeOptimization: true, responsiveDimensions: true, autoOrientation: false },
  ],
  [{ type: 'plugin', name: 'i18n', key: 'default_locale' }, 'en'],
] as const

export interface Store {
  /** The function that the project's code sees as `strapi.store`. */
  readonly facade: object
  /** Adds rows of the project's database to the store. */
  readonly take: (rows: readonly StoreRow[]) => void
}

interface Stored {
  readonly value: string
  readonly type: string
}

export function createStore(): Store {
  const values = new Map<string, Stored>()
  const store = (defaults: unknown = {}): MemberMap => {
    const merged = (params: unknown): MemberMap => ({ ...recordOf(defaults), ...recordOf(params) })
    return {
      get: (params?: unknown) => get(merged(params)),
      set: (params?: unknown) => write(merged(params)),
      delete: (params?: unknown) => remove(merged(params)),
    }
  }
  const get = async (params: unknown): Promise<unknown> => {
    // The default for `type` applies to reads, but not to writes.
    const found = values.get(keyOf({ ...recordOf(params), type: recordOf(params)['type'] ?? 'core' }))
    return found === undefined ? null : valueIn(found)
  }
  const write = async (params: unknown): Promise<void> => {
    const key = keyOf(params)
    if (values.size >= MOST_VALUES && !values.has(key))
      throw new Error(`strapi.store holds at most ${MOST_VALUES} values`)
    const { value } = recordOf(params)
    values.set(key, { value: JSON.stringify(value) ?? '', type: typeof value })
  }
  const remove = async (params: unknown): Promise<void> => {
    values.delete(keyOf(params))
  }
  for (const [params, value] of SETTINGS)
    values.set(keyOf(params), { value: JSON.stringify(value), type: typeof value })
  const take: Store['take'] = (rows) => {
    for (const { key, value, type, environment, tag } of rows.slice(0, MOST_VALUES - values.size))
      values.set(keyOfRow(key, environment, tag), { value, type })
  }
  return { facade: Object.assign(store, { get, set: write, delete: remove }), take }
}

const keyOf = (params: unknown): string => {
  const { key, type, environment, name, tag } = recordOf(params)
  const owner = name ? `${String(type)}_${String(name)}` : String(type)
  return keyOfRow(`${owner}_${String(key)}`, environment, tag)
}

const keyOfRow = (key: string, environment: unknown, tag: unknown): string =>
  JSON.stringify([key, environment || null, tag || null])

const PARSED: readonly string[] = ['object', 'array', 'boolean', 'string']

/** Parses the value of a row in the store as Strapi does. A value in the store that is not JSON is read as a date. */
function valueIn({ value, type }: Stored): unknown {
  if (type === 'number') return Number(value)
  if (!PARSED.includes(type)) return null
  const parsed = parseJson(value)
  return parsed === undefined ? new Date(value) : parsed
}

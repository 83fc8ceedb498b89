/**
 * Implements `strapi.store`, a key-value store in memory. Initially, `strapi.store` contains the first settings of
 * Strapi's plugins. The settings rows of the project's database replace and extend the first settings.
 */
import { parseJson } from '../../../../../util/json.ts'
import type { StoreRow } from '../../../store-row.ts'
import type { MemberMap } from '../core-parts.ts'
import { recordOf } from '../values.ts'
import { type StoredRow, storeQuery } from './store-rows.ts'

/** The maximum number of values in `strapi.store`, so that the project's code cannot fill the memory. */
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
  /** The function that project code calls as `strapi.store`. */
  readonly facade: object
  /** Adds settings rows of the project's database to the store. */
  readonly take: (rows: readonly StoreRow[]) => void
  /** The query engine for the rows of the store, `strapi.db.query('strapi::core-store')`. */
  readonly query: MemberMap
}

export function createStore(): Store {
  const values = new Map<string, StoredRow>()
  let lastId = 0
  const put = (given: Readonly<MemberMap>): StoredRow => {
    const row = rowOf(given, lastId + 1)
    const key = keyOfRow(row.key, row.environment, row.tag)
    if (values.size >= MOST_VALUES && !values.has(key))
      throw new Error(`strapi.store holds at most ${MOST_VALUES} values`)
    const kept = { ...row, id: values.get(key)?.id ?? row.id }
    lastId = Math.max(lastId, kept.id)
    values.set(key, kept)
    return kept
  }
  const store = (defaults: unknown = {}): MemberMap => {
    const merged = (params: unknown): MemberMap => ({ ...recordOf(defaults), ...recordOf(params) })
    return {
      get: (params?: unknown) => get(merged(params)),
      set: (params?: unknown) => write(merged(params)),
      delete: (params?: unknown) => remove(merged(params)),
    }
  }
  const get = async (params: unknown): Promise<unknown> => {
    // Uses the default `core` for the parameter `type` of a read. As in Strapi, writes to the store have no default
    // for `type`.
    const found = values.get(keyOf({ ...recordOf(params), type: recordOf(params)['type'] ?? 'core' }))
    return found === undefined ? null : valueIn(found)
  }
  const write = async (params: unknown): Promise<void> => {
    put(stored(params))
  }
  const remove = async (params: unknown): Promise<void> => {
    values.delete(keyOf(params))
  }
  for (const [params, value] of SETTINGS) put(stored({ ...params, value }))
  const take: Store['take'] = (rows) => {
    for (const row of rows.slice(0, MOST_VALUES - values.size)) put({ ...row })
  }
  const query = storeQuery({
    all: () => [...values.values()],
    put,
    remove: ({ key, environment, tag }) => values.delete(keyOfRow(key, environment, tag)),
  })
  return { facade: Object.assign(store, { get, set: write, delete: remove }), take, query }
}

/** Returns the row that `strapi.store.set` writes for its parameters. */
function stored(params: unknown): MemberMap {
  const { value, environment, tag } = recordOf(params)
  return {
    ...{ key: nameOf(params), value: JSON.stringify(value) ?? '', type: typeof value },
    ...{ environment: environment || null, tag: tag || null },
  }
}

/** Returns a row of the store with all columns. Converts a value that is neither a text nor null to JSON. */
function rowOf({ id, key, value, type, environment, tag }: Readonly<MemberMap>, nextId: number): StoredRow {
  const text = (one: unknown): string | null => (one === undefined || one === null ? null : String(one))
  return {
    id: typeof id === 'number' ? id : nextId,
    key: String(key),
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
    type: text(type) ?? 'undefined',
    environment: text(environment),
    tag: text(tag),
  }
}

/** Returns the key of a row in the form `TYPE_KEY` or `TYPE_NAME_KEY`, such as `plugin_users-permissions_advanced`. */
const nameOf = (params: unknown): string => {
  const { key, type, name } = recordOf(params)
  const owner = name ? `${String(type)}_${String(name)}` : String(type)
  return `${owner}_${String(key)}`
}

const keyOf = (params: unknown): string => {
  const { environment, tag } = recordOf(params)
  return keyOfRow(nameOf(params), environment, tag)
}

const keyOfRow = (key: string, environment: unknown, tag: unknown): string =>
  JSON.stringify([key, environment || null, tag || null])

const PARSED: readonly string[] = ['object', 'array', 'boolean', 'string']

/**
 * Parses the value of a row in the store as Strapi does. If the value of a row in the store is not JSON, parses the
 * value as a date.
 */
function valueIn({ value, type }: Pick<StoredRow, 'value' | 'type'>): unknown {
  if (type === 'number') return Number(value)
  if (!PARSED.includes(type)) return null
  const parsed = parseJson(value)
  return parsed === undefined ? new Date(value) : parsed
}

/**
 * Reads the settings that a server stores in its database: locales, options, and the schemas at the last start of
 * the server.
 */

import { type Json, parseJson } from '../../util/json.ts'
import type { StoreRow } from '../runner/store-row.ts'
import type { DatabaseRow } from './database.ts'
import { at } from './model.ts'
import type { Tables } from './tables.ts'

export interface Stored {
  /** The names of the tables that the stored schema of the database lists. */
  readonly tables: ReadonlySet<string>
  /** The stored content types by uid, including the attributes that the project's own code added. */
  readonly contentTypes: ReadonlyMap<string, Json>
  /** Returns the stored setting with the given key; undefined if no setting has this key. */
  readonly setting: (key: string) => Json | undefined
  /** The rows of the settings table that have a key and a value, for `strapi.store` in the project's own code. */
  readonly store: readonly StoreRow[]
}

export async function readStored(tables: Tables): Promise<Stored> {
  const settings = new Map<string, Json>()
  const store: StoreRow[] = []
  for (const row of (await tables.find('strapi_core_store_settings')?.rows()) ?? []) {
    const { key, value } = row
    store.push(...storeRow(row))
    const json = typeof value === 'string' ? parseJson(value) : undefined
    if (json !== undefined) settings.set(String(key), json)
  }
  const types = settings.get('strapi_content_types_schema')
  const known = typeof types === 'object' && types !== null ? Object.entries(types) : []
  return {
    tables: await statedTables(tables),
    contentTypes: new Map(known),
    setting: (key) => settings.get(key),
    store,
  }
}

/**
 * Converts a row of the settings table to a list with one item. Returns an empty list for a row without a key or
 * value.
 */
function storeRow({ key, value, type, environment, tag }: DatabaseRow): readonly StoreRow[] {
  if (typeof key !== 'string' || typeof value !== 'string') return []
  const more = {
    ...(typeof environment === 'string' && { environment }),
    ...(typeof tag === 'string' && { tag }),
  }
  return [{ key, value, type: String(type), ...more }]
}

async function statedTables(tables: Tables): Promise<ReadonlySet<string>> {
  const [row] = (await tables.find('strapi_database_schema')?.rows())?.toReversed() ?? []
  const json = typeof row?.['schema'] === 'string' ? parseJson(row['schema']) : undefined
  const stated = at(json, ['tables'])
  const names = Array.isArray(stated) ? stated.map((table: Json) => at(table, ['name'])) : []
  return new Set(names.filter((name) => typeof name === 'string'))
}

/** Reads the locales of the server as the content of `locales.json`; undefined if the server has no locales. */
export async function readLocales(tables: Tables, { setting }: Stored): Promise<Json | undefined> {
  const rows = (await tables.find('i18n_locale')?.rows()) ?? []
  const locales = rows.flatMap(({ code, name }) =>
    typeof code === 'string' ? [{ code, name: typeof name === 'string' ? name : code }] : [],
  )
  const [first] = locales
  if (first === undefined) return undefined
  const stated = setting('plugin_i18n_default_locale')
  const isThere = locales.some(({ code }) => code === stated)
  return { default: isThere && typeof stated === 'string' ? stated : first.code, locales }
}

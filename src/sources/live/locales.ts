/** Reads the list of locales from a server, or infers the locales from the entries of the server. */
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import type { Note } from '../note.ts'
import type { Client } from './client.ts'

export interface LocalesFound {
  /** The content of `locales.json`; undefined means that the server does not reveal its locales. */
  readonly json: Json | undefined
  /** The codes of the server's locales; undefined means that the server does not reveal its locales. */
  readonly codes: readonly string[] | undefined
  readonly notes: readonly Note[]
}

export async function localesOf({ get }: Client, prefix: string): Promise<LocalesFound> {
  const path = `${prefix}/i18n/locales`
  const { status, json } = await get(path)
  const items = isList(json) ? json.filter(isObject) : []
  const locales = items.flatMap((item: JsonObject) => {
    const [code, name] = [member(item, 'code'), member(item, 'name')]
    return typeof code === 'string' ? [{ code, name: typeof name === 'string' ? name : code }] : []
  })
  const [first] = locales
  if (status === 200 && first !== undefined) {
    const stated = items.find((item) => member(item, 'isDefault') === true)
    const code = stated === undefined ? undefined : member(stated, 'code')
    return {
      json: { default: typeof code === 'string' ? code : first.code, locales },
      codes: locales.map((locale) => locale.code),
      notes: [],
    }
  }
  const says = `the server does not list its locales (GET ${path}: ${status}); populace uses the locales of the entries`
  return { json: undefined, codes: undefined, notes: [{ file: 'locales.json', line: 0, says }] }
}

/** Makes the content of `locales.json` from the locales of entries; undefined if no entry has a locale. */
export function localesSeen(codes: Iterable<string>, first: string | undefined): Json | undefined {
  const all = [...new Set([...(first === undefined ? [] : [first]), ...codes])]
  const [standard] = all
  if (standard === undefined) return undefined
  return { default: standard, locales: all.map((code) => ({ code, name: code })) }
}

/** Helpers that make faulty servers for the clauses about related entries. */
import { openScalars } from '../../../src/semantics/model.ts'
import { isList, type Json, type JsonObject, parseJson } from '../../../src/util/json.ts'
import { type Asked, type EntryPlace, entries, isMap, links, replying } from '../kit.ts'

export const isIds = ({ query: { fields } }: Asked): boolean => [fields].flat().join() === 'id'
export const isDocument = ({ documentId }: Asked): boolean => documentId !== ''
export const hasFilter = (asked: Asked, name: string): boolean =>
  isMap(asked.query.filters) && Object.keys(asked.query.filters).join() === name
export const isCounted = ({ query }: Asked): boolean =>
  isMap(query.pagination) && Object.entries(query.pagination).join() === 'withCount,true'

export const EPOCH = '2000-01-01T00:00:00.000Z'

export const isElement = ({ by }: EntryPlace): boolean => by?.kind === 'zone' || by?.kind === 'morphTo'
/**
 * Returns a faulty server that changes the values of some attribute types in the elements of dynamic zones and morph
 * relations.
 */
export const valued = (says: string, types: readonly string[], change: (value: Json) => Json) =>
  entries(says, (entry, place) => {
    if (!isElement(place)) return entry
    const names = openScalars(place.model).flatMap(({ name, type }) => (types.includes(type) ? [name] : []))
    return Object.fromEntries(
      Object.entries(entry).map(([name, value]) => [
        name,
        names.includes(name) && value !== null ? change(value) : value,
      ]),
    )
  })

export const wrong = (says: string, error: (error: JsonObject) => JsonObject) =>
  replying(
    says,
    (_, { status, body }) => status >= 400 && body !== '',
    (response) => {
      const body: JsonObject = Object(parseJson(response.body))
      return { ...response, body: JSON.stringify({ ...body, error: error(Object(body.error)) }) }
    },
  )
export const detailed = (says: string, text: string) =>
  wrong(says, (error) => ({ ...error, details: { ...Object(error.details), text } }))

export const isForeign = ({ request }: Asked): boolean => request.headers?.['origin'] !== undefined

export function localized(
  says: string,
  change: (list: readonly Json[], entry: JsonObject) => readonly Json[],
) {
  return links(
    says,
    (value, { name }, { depth }, _, entry) =>
      depth === 0 && name === 'localizations' && isList(value) && value.length > 0
        ? change(value, entry)
        : value,
    ({ text }) => /populate\[localizations\]\[fields\]\[1\]=locale/.test(text),
  )
}

import { isList, isObject, type Json, parseJson } from '../../../src/util/json.ts'
import type { ClauseFault } from '../clause.ts'
import { type Asked, type EntryPlace, replying, without } from '../kit.ts'

export const FILE = 'plugin::upload.file'
export const isWhole = ({ query }: Asked): boolean => query.fields === undefined || query.fields === '*'
export const isChosen = (asked: Asked): boolean => !isWhole(asked)
export const isSingle = ({ depth, model }: EntryPlace): boolean =>
  depth === 0 && model.modelType === 'contentType' && model.kind === 'singleType'
export const isWrapped = ({ request }: Asked): boolean => request.headers?.['strapi-response-format'] === 'v4'
export const isMapped = ({ request }: Asked): boolean =>
  request.headers?.['strapi-encode-source-maps'] === 'true'
export const NUMBERS =
  'Another law notices the fault, because it reads the page numbers in `meta.pagination`.'
export const KINDLESS =
  'Another law notices the fault, because it cannot determine the type of an element that does not name its type.'
export const ERRORS = 'Another law notices the fault, because it also tests the error body of a refusal.'
export const isError = (
  _: unknown,
  { status, body }: { readonly status: number; readonly body: string },
): boolean => status >= 400 && body !== ''
export const WHOLE =
  'Another law notices the fault, because it compares an entry with `fields` with the entry without `fields`.'

export const withoutMember = (name: string): ClauseFault =>
  replying(`The server wrongly omits \`${name}\` from an error.`, isError, (response) => {
    const body = Object(parseJson(response.body))
    return { ...response, body: JSON.stringify({ ...body, error: without(Object(body.error), name) }) }
  })

/** Removes the wrapper `attributes` of the format of Strapi 4 from entries, but not from their populated entries. */
export function flattened(json: Json): Json {
  if (isList(json)) return json.map(flattened)
  return isObject(json) && isObject(json.attributes)
    ? { ...without(json, 'attributes'), ...json.attributes }
    : json
}

export function misnamed(status: number): ClauseFault {
  return replying(
    `The server wrongly names an error of status ${status} ApplicationError.`,
    (_, response) => response.status === status && response.body !== '',
    (response) => ({ ...response, body: response.body.replace(/"name":"\w+"/, '"name":"ApplicationError"') }),
  )
}

/**
 * Converts answers to the two forms that request headers can choose: the nested format of Strapi 4, and texts with
 * source maps.
 */
import type { Entry } from '../evaluate/populate.ts'
import { tooLarge } from '../refusal.ts'
import type { Cite } from '../rules.ts'
import type { ContentType, Schema } from '../schema/schema.ts'
import type { Departure } from '../strapi/changes.ts'
import { ignoresSourceMaps } from '../strapi/respond.ts'
import { type Answered, refuse } from './respond.ts'
import { encodeSourceMaps } from './source-maps.ts'
import { wrapEntries } from './wrapped.ts'

type Headers = Readonly<Record<string, string | undefined>>

/** Returns whether a request header chooses the format of Strapi 4, or source maps. */
export const isReshaped = (headers: Headers): boolean =>
  headers['strapi-response-format'] === 'v4' || headers['strapi-encode-source-maps'] === 'true'

interface Formatting {
  readonly graph: { readonly schema: Schema }
  readonly cite: Cite
  readonly has: (departure: Departure) => boolean
}

/** Converts an answer to the form that the request headers choose. */
export function format(
  answered: Answered,
  type: ContentType,
  headers: Headers = {},
  { graph, cite, has }: Formatting,
): Answered {
  if (headers['strapi-response-format'] === 'v4') {
    cite('format.v4')
    return reshape(answered, (entries) => wrapEntries(entries, type, graph.schema)) ?? answered
  }
  if (answered.status >= 300) return answered
  cite('entry.flat')
  cite('version.flat')
  cite('version.flattened-only')
  if (headers['strapi-encode-source-maps'] !== 'true' || ignoresSourceMaps({ has })) return answered
  cite('format.source-maps')
  const mark = (entries: readonly Entry[]) => encodeSourceMaps(entries, type, graph.schema)
  return reshape(answered, mark) ?? refuse(tooLarge(cite), has)
}

/** Applies `change` to the entries of an answer; undefined if `change` returns undefined. */
function reshape(
  answered: Answered,
  change: (entries: readonly Entry[]) => readonly Entry[] | undefined,
): Answered | undefined {
  const { body } = answered
  if (typeof body !== 'object' || body === null || !('data' in body) || body.data === null) return answered
  const isList = Array.isArray(body.data)
  const entries = (isList ? body.data : [body.data]) as readonly Entry[]
  const changed = change(entries)
  if (changed === undefined) return undefined
  return { ...answered, body: { ...body, data: isList ? changed : (changed[0] ?? null) } }
}

/**
 * Reads entries of the target, so that the filters of generated requests match the target's rows. The check never uses
 * entries of the target as the expected answer, because the target may be wrong.
 */

import { may } from '../../reference/access.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { Target, WireRequest } from '../target/target.ts'
import { type Tokens, withTokens } from '../target/wire.ts'
import { createRows, type SampledRows } from './rows.ts'

/** The maximum number of requests with which the check reads entries of the target for generated requests. */
export const MAX_SAMPLE_REQUESTS = 60
/** The page size of the lists that the check reads, which is also Strapi's default page size. */
const PAGE_SIZE = 25

/**
 * The queries with which the check reads the entries of each content type. The most useful queries come first, because
 * the maximum number of requests may end the reading.
 */
const QUERIES: readonly { readonly query: string; readonly fits: (type: ContentType) => boolean }[] = [
  { query: 'populate=*', fits: () => true },
  { query: 'locale=*', fits: ({ localized }) => localized },
  { query: 'status=draft', fits: ({ draftAndPublish }) => draftAndPublish },
  { query: 'locale=*&status=draft', fits: ({ localized, draftAndPublish }) => localized && draftAndPublish },
]

/**
 * Replaces the rows of a graph by the rows that the target shows. The new rows have values, ids, documentIds and
 * components, but no links. The new graph has the locales of both the old graph and the new rows. A target that
 * refuses, fails or answers nonsense yields no rows.
 */
export async function sampleData(graph: Graph, target: Target, tokens: Tokens): Promise<Graph> {
  const rows = createRows(graph.schema)
  const types = [...graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const wanted = QUERIES.flatMap(({ query, fits }) =>
    types.filter(fits).flatMap((type) => requestFor(type, query, graph) ?? []),
  )
  let left = MAX_SAMPLE_REQUESTS
  for (const { type, request } of wanted) {
    if (left <= 0) break
    left--
    const isTaken = await sampleFrom(type, withTokens(request, tokens), target, rows)
    if (isTaken || left <= 0 || !request.url.includes('populate=')) continue
    left--
    await sampleFrom(type, withTokens({ ...request, url: bare(request.url) }, tokens), target, rows)
  }
  return { ...graph, tables: rows.tables(), locales: localesWith(graph, rows.locales()) }
}

const bare = (url: string): string => url.replace('populate=*&', '')

function localesWith({ locales }: Graph, met: ReadonlySet<string>): Graph['locales'] {
  const known = new Set(locales.codes.map(({ code }) => code))
  const more = [...met].filter((code) => !known.has(code)).toSorted()
  return { ...locales, codes: [...locales.codes, ...more.map((code) => ({ code, name: code }))] }
}

/**
 * Returns the request that lists the entries of a content type without a token, or else with the first token whose
 * role has the permission. Returns undefined if no caller has the permission.
 */
function requestFor(
  type: ContentType,
  query: string,
  { settings, access }: Graph,
): { readonly type: ContentType; readonly request: WireRequest } | undefined {
  const mayFind = (name: string): boolean => {
    const role: Role | undefined = access.roles.get(name)
    return role !== undefined && may(role, type.uid, 'find')
  }
  const token = [...access.tokens].find(([, name]) => mayFind(name))?.[0]
  const isPublic = mayFind(access.publicRole)
  if (!isPublic && token === undefined) return undefined
  const headers = isPublic ? {} : { authorization: `Bearer ${token}` }
  const { kind, singularName, pluralName } = type
  const url =
    kind === 'singleType'
      ? `${settings.prefix}/${singularName}?${query}`
      : `${settings.prefix}/${pluralName}?${query}&pagination[pageSize]=${PAGE_SIZE}`
  return { type, request: { method: 'GET', url, headers } }
}

/**
 * Adds the entries of an answer to the sampled rows. Resolves to false if the target did not answer with status 200.
 */
async function sampleFrom(
  type: ContentType,
  request: WireRequest,
  target: Target,
  rows: SampledRows,
): Promise<boolean> {
  const outcome = await target.ask(request)
  if (outcome.kind === 'failed' || outcome.answer.status !== 200) return false
  const entries = entriesIn(outcome.answer.body ?? null)
  for (const entry of entries) rows.add(type, entry)
  return true
}

function entriesIn(body: Json): readonly JsonObject[] {
  const data = isObject(body) ? body.data : undefined
  return isList(data) ? data.filter(isObject) : isObject(data) ? [data] : []
}

/**
 * Finds the values in an answer to which each of its citations refers. A cited part is a path of names, without
 * positions in lists.
 */

import { type ApiRequest, createReferenceApi } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import type { RuleId } from '../../../src/reference/rules.ts'
import type { Attribute, Model } from '../../../src/reference/schema/schema.ts'
import { leadsTo } from '../../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../src/util/json.ts'
import { type Query, queryOf } from '../query/query.ts'
import { type Said, saidByQuery, type Viewer, type Wanted, wantedOf } from '../query/said.ts'

/** An answer of status 200, its request, and its parsed query. */
export interface Answered extends Viewer {
  readonly graph: Graph
  readonly request: ApiRequest
  readonly query: Query
  /** The body in the default format, even if the request asks for another format. */
  readonly body: JsonObject
  /**
   * The citations of the answer without duplicates. Each citation is a rule and a part of the answer; the part '' is
   * the whole answer.
   */
  readonly cited: readonly Citation[]
  readonly spotAt: (part: string) => Spot
}

/** The query that applies to entries that appear in an answer although the request does not populate them. */
const NOTHING: Said = {
  by: 'star',
  fields: { kind: 'all' },
  filters: undefined,
  sort: undefined,
  populate: { kind: 'none' },
}

export interface Citation {
  readonly rule: RuleId
  readonly part: string
}

/** An entry of the answer, and the part of the query that applies to it. */
export interface Entry {
  readonly shown: JsonObject
  readonly model: Model
  readonly said: Said
}

/** A cited part of an answer, with the values, entries and attributes at this part. */
export interface Spot {
  readonly part: string
  /** Every value at the cited part; a list is one value. */
  readonly values: readonly Json[]
  /** The entries at the cited part: single entries, and the items of lists. */
  readonly entries: readonly Entry[]
  /** The entries that own the attribute at the cited part. */
  readonly owners: readonly Entry[]
  /**
   * The attributes at the cited part; an empty list for a part outside of entries. The member `wanted` has the query of
   * each attribute at the cited part.
   */
  readonly attributes: readonly Attribute[]
  readonly wanted: readonly Wanted[]
}

/** Creates a function that answers requests under a profile; undefined for answers without entries. */
export function answerer(
  graph: Graph,
  profile = 'documented',
): (request: ApiRequest) => Answered | undefined {
  let cited = new Map<string, Citation>()
  const cite = (rule: RuleId, part = ''): void => void cited.set(`${rule} ${part}`, { rule, part })
  const api = createReferenceApi(graph, { profile, cite })
  return (request) => {
    const query = queryOf(request, graph)
    if (query === undefined) return undefined
    cited = new Map()
    const { status, body: text } = api.answer(request)
    if (status !== 200) return undefined
    const citations = [...cited.values()]
    const body: Json = JSON.parse(isPlain(request) ? text : api.answer(asPlain(request)).body)
    if (!isObject(body)) return undefined
    const shown = { graph, request, query, body, cited: citations, schema: graph.schema, role: query.role }
    return { ...shown, spotAt: spotFinder(shown) }
  }
}

const isPlain = ({ method = 'GET', headers = {} }: ApiRequest): boolean =>
  method === 'GET' && headers['strapi-response-format'] !== 'v4'
const asPlain = ({ url, headers = {} }: ApiRequest): ApiRequest => ({
  url,
  headers: { ...headers, 'strapi-response-format': undefined },
})

/** Creates a function that finds the cited parts of one answer, and caches them. */
function spotFinder(answered: AnsweredParts): (part: string) => Spot {
  const known = new Map<string, Spot>()
  const find = (part: string): Spot => {
    const before = known.get(part)
    if (before !== undefined) return before
    const dot = part.lastIndexOf('.')
    const spot =
      dot < 0 ? top(part, answered) : below(find(part.slice(0, dot)), part.slice(dot + 1), answered)
    known.set(part, spot)
    return spot
  }
  return find
}

type AnsweredParts = Omit<Answered, 'spotAt'>

function top(part: string, { body, query }: AnsweredParts): Spot {
  const value = part === '' ? body : member(body, part)
  const said = saidByQuery(query.syntax)
  const entries =
    part === 'data' ? objectsIn(value ?? null).map((shown) => ({ shown, model: query.type, said })) : []
  return { part, values: value === undefined ? [] : [value], entries, owners: [], attributes: [], wanted: [] }
}

function below(above: Spot, name: string, viewer: Viewer): Spot {
  const part = `${above.part}.${name}`
  if (above.part.startsWith('meta')) {
    const values = above.values.flatMap((value) => (isObject(value) ? (member(value, name) ?? []) : []))
    return { part, values, entries: [], owners: [], attributes: [], wanted: [] }
  }
  const values: Json[] = []
  const entries: Entry[] = []
  const attributes = new Set<Attribute>()
  const wanted = new Map<Said, Wanted | undefined>()
  for (const { shown, model, said } of above.entries) {
    const attribute = model.attributes.get(name)
    if (attribute !== undefined) attributes.add(attribute)
    if (attribute !== undefined && !wanted.has(said)) wanted.set(said, wantedOf(said, attribute, viewer))
    const wants = wanted.get(said)
    const value = member(shown, name)
    if (value === undefined) continue
    values.push(value)
    if (attribute === undefined || attribute.kind === 'scalar') continue
    for (const element of objectsIn(value).filter((one) => Object.hasOwn(one, 'id'))) {
      const kind = kindOf(element, attribute, viewer)
      if (kind === undefined) continue
      entries.push({ shown: element, model: kind, said: wants?.kinds.get(kind.uid) ?? NOTHING })
    }
  }
  return {
    part,
    values,
    entries,
    owners: above.entries,
    attributes: [...attributes],
    wanted: [...wanted.values()].flatMap((one) => one ?? []),
  }
}

/**
 * Returns the model of a populated entry or component. In zones and morph relations, the value itself names its
 * type.
 */
function kindOf(element: JsonObject, attribute: Attribute, { schema }: Viewer): Model | undefined {
  if (attribute.kind === 'zone') return schema.components.get(String(element.__component))
  if (attribute.kind === 'morphTo') return schema.contentTypes.get(String(element.__type))
  return leadsTo(attribute, schema)
}

export const objectsIn = (value: Json): readonly JsonObject[] =>
  (isList(value) ? value : [value]).filter(isObject)

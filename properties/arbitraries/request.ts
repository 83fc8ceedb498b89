/** Generates valid requests for a graph, both as query trees and as HTTP requests. */
import * as fc from 'fast-check'
import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import { parseQuery } from '../../src/reference/parse/query.ts'
import { parseQueryString } from '../../src/reference/parse/url.ts'
import { PUBLICATION_FILTERS } from '../../src/reference/plan/plan.ts'
import type { ContentType } from '../../src/reference/schema/schema.ts'
import { mayFind, mayFindOne } from '../../src/semantics/access.ts'
import type { ReadRequest } from '../../src/semantics/answer.ts'
import { openScalars } from '../../src/semantics/model.ts'
import { aimed, UNAIMED } from './aim.ts'
import { type Dice, dice, type Roll, roll } from './dice.ts'
import { filterTree, knownIn } from './filters.ts'
import { likenesses } from './held.ts'
import { populateTree } from './populate.ts'
import { type Notation, printQuery, type QueryObject, type QueryTree } from './print.ts'
import type { Scene } from './scene.ts'
import { PARAMETERS, type ParameterName, type RequestSettings, requestSettings } from './settings.ts'
import { fieldsTree, sortTree } from './sort.ts'
import { TEXTS } from './values.ts'

/** A generated request whose query is a tree. */
export interface Ask {
  /** The API prefix of the server. */
  readonly prefix: string
  readonly type: ContentType
  readonly target: 'list' | 'document' | 'single'
  /** The documentId of the requested document; empty for a list or a single type. */
  readonly documentId: string
  readonly role: Role
  readonly token: string | undefined
  readonly query: QueryObject
  readonly notation: Notation
  /** The settings that limit the parts which a law adds to the request. */
  readonly settings: RequestSettings
}

/** Separate dice for each query parameter, so that each shrinks alone; the request omits a parameter without dice. */
interface AskDice {
  readonly route: Dice
  readonly notation: Dice
  readonly parameters: { readonly [name in ParameterName]?: Dice | undefined }
}

const PARAMETER_DICE: { readonly [name in ParameterName]: number } = {
  filters: 400,
  sort: 24,
  fields: 12,
  populate: 90,
  pagination: 20,
  status: 8,
  locale: 16,
  _q: 24,
  others: 12,
}

/** Generates the dice of a query parameter in one of `requests` requests. Shrinking removes the parameter. */
const onceIn = (requests: number, name: ParameterName) =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: requests - 1 },
    { arbitrary: dice(PARAMETER_DICE[name]), weight: 1 },
  )

const askDice: fc.Arbitrary<AskDice> = fc.record({
  route: dice(6),
  notation: dice(3),
  parameters: fc.record({
    filters: onceIn(2, 'filters'),
    sort: onceIn(3, 'sort'),
    fields: onceIn(3, 'fields'),
    populate: onceIn(2, 'populate'),
    pagination: onceIn(3, 'pagination'),
    status: onceIn(4, 'status'),
    locale: onceIn(4, 'locale'),
    _q: onceIn(8, '_q'),
    others: onceIn(4, 'others'),
  }),
})

/**
 * Generates valid requests. The status is 200, 404 for a missing entry, or 401 or 403 if the role may read no type.
 *
 * ```ts
 * fc.assert(fc.property(requestsFor(graph, { parameters: ['filters', 'sort'] }), (request) => isRight(request)))
 * ```
 */
export function requestsFor(graph: Graph, settings: Partial<RequestSettings> = {}): fc.Arbitrary<ApiRequest> {
  return asksFor(graph, settings).map((ask) => requestOf(ask))
}

/**
 * Generates the same requests as `requestsFor`, but as query trees, before they are printed as URLs.
 *
 * ```ts
 * fc.assert(fc.property(asksFor(graph), (ask) => api.answer(requestOf(ask)).status < 500))
 * ```
 */
export function asksFor(graph: Graph, settings: Partial<RequestSettings> = {}): fc.Arbitrary<Ask> {
  return seeds.map((seed) => seed(graph, settings))
}

/** A function that makes a request for a graph, so that graph and request can be generated independently. */
export type AskSeed = (graph: Graph, settings?: Partial<RequestSettings>) => Ask

/**
 * Generates functions that make a request for any graph. fast-check prints the last request that the function made.
 *
 * ```ts
 * fc.assert(fc.property(worlds(), seeds, ({ graph }, seed) => isRight(graph, requestOf(seed(graph)))))
 * ```
 */
export const seeds: fc.Arbitrary<AskSeed> = askDice.map((throws) => {
  // A cache, because laws make the same request several times, and making a request is expensive.
  const made = new WeakMap<Graph, Map<string, Ask>>()
  let last: Ask | undefined
  const seed: AskSeed = (graph, settings) => {
    const ofGraph = made.get(graph) ?? new Map<string, Ask>()
    const key = JSON.stringify(settings ?? {})
    last = ofGraph.get(key) ?? ask(throws, graph, requestSettings(settings))
    made.set(graph, ofGraph.set(key, last))
    return last
  }
  return Object.assign(seed, { [fc.toStringMethod]: () => JSON.stringify(last && requestOf(last)) ?? '' })
})

/**
 * Returns the input of `src/semantics` for a request, with the syntax that the reference parses from the query.
 *
 * ```ts
 * const expected = answerOf(graph, readOf(ask))
 * ```
 */
export function readOf({ role, type, target, documentId, query, notation }: Ask): ReadRequest {
  const syntax = parseQuery(parseQueryString(printQuery(query, notation), () => {}))
  return {
    role,
    type,
    target: target === 'document' ? { kind: target, documentId } : { kind: target },
    syntax,
  }
}

/**
 * Returns a generated request as an HTTP request.
 *
 * ```ts
 * const { url, headers } = requestOf(ask)
 * ```
 */
export function requestOf({ prefix, type, target, documentId, token, query, notation }: Ask): ApiRequest {
  const name = target === 'single' ? type.singularName : type.pluralName
  const path = target === 'document' ? `${name}/${encodeURIComponent(documentId)}` : name
  const search = printQuery(query, notation)
  const url = `${prefix}/${path}${search === '' ? '' : `?${search}`}`
  return token === undefined ? { url } : { url, headers: { authorization: `Bearer ${token}` } }
}

function ask({ route, notation, parameters }: AskDice, graph: Graph, settings: RequestSettings): Ask {
  const way = roll(route)
  const { role, token } = pickRole(way, graph, settings)
  const { type, target } = pickRoute(way, graph, role, settings)
  const ids = documentIdsOf(graph, type)
  const documentId = target === 'document' ? way.pick([...ids, 'nobody']) : ''
  const shape = roll(notation)
  const scenes = PARAMETERS.flatMap((name) => {
    const throws = settings.parameters.includes(name) ? parameters[name] : undefined
    if (throws === undefined) return []
    return [{ name, scene: { graph, role, roll: roll(throws), settings, documentIds: ids } }]
  })
  const make = (): QueryObject =>
    Object.assign({}, ...scenes.map(({ name, scene }) => parameter(name, type, target, scene)))
  const query = way.chance(UNAIMED) ? make() : aimed(make, { graph, role, type })
  const wanted = shape.pick(settings.notations)
  const written = { query: turned(query, shape.upTo(8)), notation: wanted }
  return { prefix: graph.settings.prefix, type, target, documentId, role, token, settings, ...written }
}

/** Returns a query with its parameters rotated by a number of positions. */
function turned(query: QueryObject, by: number): QueryObject {
  const entries = Object.entries(query)
  const at = by % Math.max(entries.length, 1)
  return Object.fromEntries([...entries.slice(at), ...entries.slice(0, at)])
}

function pickRole(
  { pick }: Roll,
  { access }: Graph,
  { publicOnly }: RequestSettings,
): Pick<Ask, 'role' | 'token'> {
  const nobody: Role = { name: '', permissions: new Set() }
  const anyone = { role: access.roles.get(access.publicRole) ?? nobody, token: undefined }
  const known = [...access.tokens].map(([token, name]) => ({ role: access.roles.get(name) ?? nobody, token }))
  const useful = publicOnly ? [] : known.filter(({ role }) => role.permissions.size > 0)
  return pick([anyone, ...useful])
}

type GeneratedRoute = Pick<Ask, 'type' | 'target'>

/** Returns a random route: if possible, one that the role may read, and mostly one of a type with rows. */
function pickRoute(
  { pick, chance }: Roll,
  graph: Graph,
  role: Role,
  settings: RequestSettings,
): GeneratedRoute {
  const { schema } = graph
  const types = [...schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const lists = types.filter(({ kind }) => kind === 'collectionType')
  const routes: GeneratedRoute[] = [
    ...lists.filter(({ uid }) => mayFind(role, uid)).map((type) => ({ type, target: 'list' as const })),
    ...types
      .filter(({ uid, kind }) => kind === 'singleType' && !settings.listsOnly && mayFind(role, uid))
      .map((type) => ({ type, target: 'single' as const })),
  ]
  const documents = settings.listsOnly ? [] : lists.filter(({ uid }) => mayFindOne(role, uid))
  if (documents.length > 0 && (routes.length === 0 || chance(20)))
    return { type: pick(full(documents, (type) => type, graph, chance)), target: 'document' }
  if (routes.length > 0) return pick(full(routes, ({ type }) => type, graph, chance))
  const type = pick(lists.length > 0 ? lists : types)
  return { type, target: type.kind === 'singleType' ? 'single' : 'list' }
}

function full<T>(
  items: readonly T[],
  typeOf: (item: T) => ContentType,
  { tables }: Graph,
  chance: Roll['chance'],
): readonly T[] {
  const having = items.filter((item) => (tables.get(typeOf(item).uid)?.rows.length ?? 0) > 0)
  return having.length === 0 || chance(4) ? items : having
}

const documentIdsOf = ({ tables }: Graph, { uid }: ContentType): readonly string[] =>
  Array.from(tables.get(uid)?.byDocument.keys() ?? [])

function parameter(name: ParameterName, type: ContentType, target: Ask['target'], scene: Scene): QueryObject {
  const { roll } = scene
  switch (name) {
    case 'filters':
      return { filters: filterTree(type, scene) }
    case 'sort':
      return { sort: sortTree(type, scene, true) }
    case 'fields':
      return { fields: fieldsTree(type, scene) }
    case 'populate': {
      const tree = populateTree(type, scene)
      return tree === undefined ? {} : { populate: tree }
    }
    case 'pagination':
      return { pagination: paginationTree(roll) }
    case 'status':
      return { status: roll.pick(['draft', 'published']) }
    case 'locale':
      return { locale: localeTree(target, scene) }
    case '_q':
      return { _q: searched(type, scene) }
    case 'others':
      return others(scene)
  }
}

function paginationTree({ pick, chance }: Roll): QueryObject {
  const size = pick(['1', '2', '3', '100'])
  const count: QueryObject = chance(20) ? { withCount: pick(['true', 'false', '0']) } : {}
  return pick<QueryObject>([
    { page: pick(['1', '2', '3']), pageSize: size, ...count },
    { start: pick(['0', '1', '3']), limit: size, ...count },
    { page: '2', ...count },
    { pageSize: size, ...count },
    { start: '1', ...count },
    { limit: size, ...count },
    { withCount: 'false' },
  ])
}

function localeTree(target: Ask['target'], { roll: { pick }, graph }: Scene): QueryTree {
  const known = graph.locales.codes.map(({ code }) => code)
  const codes: readonly QueryTree[] = [...known, 'xx']
  return target === 'list'
    ? pick([...codes, '*', known.slice(0, 2), known.slice(-2).toReversed()])
    : pick(codes)
}

/** Generates a search text for `_q`: any text, or a text that resembles a value in the rows. */
export function searched(type: ContentType, { roll, graph }: Scene): string {
  const columns = ['id', 'documentId', ...openScalars(type)] as const
  const known = knownIn(type, roll.pick(columns), graph).flatMap(likenesses)
  return known.length > 0 && roll.chance(75) ? roll.pick(known) : roll.pick(TEXTS)
}

function others({ roll, graph }: Scene): QueryObject {
  return roll.pick<QueryObject>([
    { publicationFilter: roll.pick(PUBLICATION_FILTERS) },
    { hasPublishedVersion: roll.pick(['true', 'false']) },
    graph.settings.strictParams ? {} : { other: 'x' },
  ])
}

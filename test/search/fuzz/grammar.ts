/**
 * Generates requests from a grammar: every parameter in deep and unusual combinations, repeated and nested up to the
 * URL limit.
 */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import { filterTree } from '../../../properties/arbitraries/filters.ts'
import { populateTree } from '../../../properties/arbitraries/populate.ts'
import { NOTATIONS, printQuery, type QueryObject } from '../../../properties/arbitraries/print.ts'
import type { Scene } from '../../../properties/arbitraries/scene.ts'
import { REQUEST_SETTINGS } from '../../../properties/arbitraries/settings.ts'
import { fieldsTree, sortTree } from '../../../properties/arbitraries/sort.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { PUBLICATION_FILTERS } from '../../../src/reference/plan/plan.ts'
import { type ApiRequest, MAX_TARGET_BYTES } from '../../../src/reference/request.ts'
import type { ContentType, Model } from '../../../src/reference/schema/schema.ts'
import { mayFind } from '../../../src/semantics/access.ts'
import { behind, nameIn, OPERATOR_WORDS, OPTION_WORDS, oddKey, oddText, ROOT_WORDS, walk } from './words.ts'

/** The graph, type and caller for which a part of a query is generated. */
export interface Ground {
  readonly graph: Graph
  readonly type: ContentType
  readonly roll: Roll
  /** The caller and the depth for the well-formed parts of a query. */
  readonly scene: Scene
}

/** Chooses a random type and a random caller of the graph. */
export function anyGround(graph: Graph, roll: Roll): { ground: Ground; token: string | undefined } {
  const { access, tables } = graph
  const types = routed(graph)
  const tokens = [...access.tokens]
  const [token, name] =
    tokens.length > 0 && roll.chance(70) ? roll.pick(tokens) : [undefined, access.publicRole]
  const role = access.roles.get(name) ?? { name, permissions: new Set() }
  const open = types.filter(({ uid }) => mayFind(role, uid))
  const type = roll.pick(open.length > 0 && roll.chance(90) ? open : types)
  const depth = roll.upTo(roll.chance(20) ? 8 : 3)
  const settings = { ...REQUEST_SETTINGS, depth, filterDepth: depth }
  const documentIds = [...(tables.get(type.uid)?.byDocument.keys() ?? [])]
  return { ground: { graph, type, roll, scene: { graph, role, roll, settings, documentIds } }, token }
}

/** Returns a request whose query comes from the grammar. Sometimes the query has nearly the maximum length of a URL. */
export function oddRequest(graph: Graph, roll: Roll): ApiRequest {
  const { ground, token } = anyGround(graph, roll)
  const parts = Array.from({ length: roll.upTo(roll.chance(5) ? 40 : 4) }, () => oddPart(ground))
  const query = roll.chance(4) ? blown(parts, roll) : parts.join('&')
  const url = `${oddPath(ground)}${query === '' ? '' : `?${query}`}`
  return { ...(roll.chance(4) ? { method: roll.pick(METHODS) } : {}), url, headers: oddHeaders(token, roll) }
}

const routed = ({ schema }: Graph): readonly ContentType[] =>
  [...schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))

const METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'BREW', ''] as const

/** Returns the path of a request: the path of a content type, of one of its documents, or another path. */
function oddPath({ graph, type, roll, scene }: Ground): string {
  const { prefix } = graph.settings
  const name = type.kind === 'singleType' ? type.singularName : type.pluralName
  const ids = scene.documentIds
  if (type.kind === 'collectionType' && roll.chance(15))
    return `${prefix}/${name}/${ids.length === 0 || roll.chance(20) ? oddText(roll) : roll.pick(ids)}`
  return roll.chance(3) ? `${prefix}/${name}/${oddText(roll)}/${oddKey(roll)}` : `${prefix}/${name}`
}

const ORIGINS = ['http://localhost:3000', 'null', '', 'a\r\nb: c', 'http://\u00e9.example', '\ud83c'] as const

/** Returns random headers, such as a token, a response format or an origin. */
function oddHeaders(token: string | undefined, roll: Roll): Record<string, string> {
  const headers: Record<string, string> = {}
  if (token !== undefined) headers.authorization = `Bearer ${token}`
  if (roll.chance(2)) headers.authorization = roll.pick(['Bearer', 'Bearer x', 'Basic x', '\0', 'bearer  '])
  if (roll.chance(4)) headers['strapi-response-format'] = 'v4'
  if (roll.chance(4)) headers['strapi-encode-source-maps'] = 'true'
  if (roll.chance(4)) headers.origin = roll.pick(ORIGINS)
  if (roll.chance(3)) headers['access-control-request-method'] = 'GET'
  if (roll.chance(3)) headers['access-control-request-headers'] = roll.pick(['x-a', 'x\r\ny: z', '\u20ac'])
  return headers
}

/** Returns a random parameter of a query, such as `name=value`. */
export function oddPart(ground: Ground): string {
  const { roll } = ground
  if (roll.chance(55)) return soundPart(ground)
  switch (roll.upTo(9)) {
    case 0:
    case 1:
    case 2:
      return filterPart(ground)
    case 3:
    case 4:
      return populatePart(ground)
    case 5:
      return pathPart(ground)
    case 6:
      return sortPart(ground)
    case 7:
      return simplePart(roll)
    case 8:
      return `_q=${oddText(roll)}`
    default:
      return anyPart(ground)
  }
}

/** Returns a well-formed parameter in one of the possible notations. */
function soundPart({ type, roll, scene }: Ground): string {
  const query = roll.pick<() => QueryObject>([
    () => ({ filters: filterTree(type, scene) }),
    () => ({ filters: filterTree(type, scene) }),
    () => ({ sort: sortTree(type, scene, true) }),
    () => ({ fields: fieldsTree(type, scene) }),
    () => ({ populate: populateTree(type, scene) ?? '*' }),
    () => ({ populate: populateTree(type, scene) ?? '*' }),
  ])()
  return printQuery(query, roll.pick(NOTATIONS))
}

const brackets = (names: readonly string[]): string => names.map((name) => `[${name}]`).join('')

/** Returns a filter with nested names and groups, such as `filters[a][$or][0][b][$eq]=…`. */
function filterPart({ graph, type, roll }: Ground): string {
  return `filters${filterKeys(type, graph, roll)}${roll.chance(4) ? '' : `=${oddText(roll)}`}`
}

function filterKeys(from: Model, graph: Graph, roll: Roll): string {
  const keys: string[] = []
  let model: Model | undefined = from
  const length = 1 + roll.upTo(roll.chance(15) ? 22 : 3)
  while (keys.length < length) {
    if (roll.chance(30)) keys.push(...group(roll))
    const name = nameIn(model, roll)
    keys.push(name)
    const next = behind(model, name, graph.schema, roll)
    if (next === undefined && !roll.chance(5)) break
    model = next
  }
  if (!roll.chance(8)) keys.push(roll.pick(OPERATOR_WORDS))
  if (roll.chance(25)) keys.push(roll.pick(['0', '1', '2', '', '99', '100', '101', oddKey(roll)]))
  return brackets(keys)
}

const group = (roll: Roll): readonly string[] =>
  roll.chance(30) ? ['$not'] : [roll.pick(['$or', '$and']), String(roll.upTo(roll.chance(10) ? 101 : 2))]

/** Returns a nested populate with options, such as `populate[a][populate][b][filters][c][$eq]=…`. */
function populatePart({ graph, type, roll }: Ground): string {
  let key = 'populate'
  let model: Model | undefined = type
  const levels = 1 + roll.upTo(roll.chance(15) ? 9 : 2)
  for (let at = 0; at < levels; at++) {
    const name = nameIn(model, roll)
    key += `[${name}]`
    const isMany = model?.attributes.get(name)
    model = behind(model, name, graph.schema, roll)
    if (isMany?.kind === 'zone' || isMany?.kind === 'morphTo') key += `[on][${model?.uid ?? oddKey(roll)}]`
    if (at < levels - 1) key += '[populate]'
  }
  return `${key}${populateEnd(model, graph, roll)}`
}

function populateEnd(model: Model | undefined, graph: Graph, roll: Roll): string {
  const inside = model ?? roll.pick(routed(graph))
  switch (roll.upTo(8)) {
    case 0:
      return `[populate]=${roll.pick(['*', walk(inside, graph.schema, 1 + roll.upTo(4), roll).join('.')])}`
    case 1:
      return `[fields][${roll.upTo(3)}]=${nameIn(inside, roll)}`
    case 2:
    case 3:
      return `[filters]${filterKeys(inside, graph, roll)}=${oddText(roll)}`
    case 4:
      return `[sort]=${walk(inside, graph.schema, 1 + roll.upTo(2), roll).join('.')}${roll.pick(['', ':desc', ':'])}`
    case 5:
      return `[count]=${roll.pick(['true', 't', 'false', 'x'])}`
    case 6:
      return `=${roll.pick(['*', 'true', 'false', '1', 't', ''])}`
    case 7:
      return ''
    default:
      return `[${roll.pick(OPTION_WORDS)}]=${oddText(roll)}`
  }
}

/** Returns a populate by path with up to hundreds of steps, such as `populate=a.b.c,d`. */
function pathPart({ graph, type, roll }: Ground): string {
  const paths = Array.from({ length: 1 + roll.upTo(roll.chance(10) ? 30 : 1) }, () => {
    const steps = walk(type, graph.schema, 1 + roll.upTo(roll.chance(10) ? 40 : 4), roll)
    return roll.chance(3) ? repeated(`${steps.join('.')}.`, 12_000, roll) : steps.join('.')
  })
  const key = roll.pick(['populate', 'populate', 'populate[]', `populate[${roll.upTo(3)}]`])
  return `${key}=${paths.join(',')}`
}

/** Returns a sort as text, list or object, such as `sort=a.b:desc,c`. */
function sortPart({ graph, type, roll }: Ground): string {
  const path = walk(type, graph.schema, 1 + roll.upTo(roll.chance(15) ? 30 : 3), roll)
  const order = roll.pick(['', 'asc', 'desc', 'DESC', 'up', ':'])
  if (roll.chance(30)) return `sort${brackets(path)}=${order}`
  const key = roll.pick(['sort', 'sort[]', `sort[${roll.upTo(3)}]`, 'sort[0][a]'])
  const text = `${path.join('.')}${order === '' ? '' : `:${order}`}`
  return `${key}=${roll.chance(5) ? repeated(`${text},`, 12_000, roll) : text}`
}

function simplePart(roll: Roll): string {
  const word = roll.pick(['page', 'pageSize', 'start', 'limit', 'withCount'])
  switch (roll.upTo(5)) {
    case 0:
    case 1:
      return `pagination[${word}]=${oddText(roll)}`
    case 2:
      return `${word}=${oddText(roll)}`
    case 3:
      return `status=${roll.pick(['draft', 'published', oddText(roll)])}`
    case 4:
      return `locale${roll.pick(['', '', '[]', '[$ne]', '[$in][0]'])}=${roll.pick(['en', 'fr', '*', oddText(roll)])}`
    default:
      return roll.chance(50)
        ? `publicationFilter=${roll.pick(PUBLICATION_FILTERS)}`
        : `hasPublishedVersion=${roll.pick(['true', 'false', oddText(roll)])}`
  }
}

/** Returns a parameter made of random words in random order. */
function anyPart({ graph, type, roll }: Ground): string {
  const word = (): string => {
    const lists = [OPERATOR_WORDS, OPTION_WORDS, ROOT_WORDS, walk(type, graph.schema, 2, roll)]
    return roll.chance(15) ? oddKey(roll) : roll.pick(roll.pick(lists))
  }
  const keys = Array.from({ length: roll.upTo(roll.chance(10) ? 25 : 5) }, word)
  return `${roll.pick(ROOT_WORDS)}${brackets(keys)}${roll.pick(['=', '=', ''])}${oddText(roll)}`
}

/** Repeats a piece until it fills about `bytes` bytes. */
function repeated(piece: string, bytes: number, roll: Roll): string {
  const most = Math.max(1, Math.floor(bytes / Math.max(Buffer.byteLength(piece), 1)))
  return piece.repeat(1 + roll.upTo(most - 1))
}

/** Returns a very long query: all of it or a piece is repeated side by side, nested or in sequence. */
export function blown(parts: readonly string[], roll: Roll): string {
  const room = MAX_TARGET_BYTES - 100
  const text = parts.join('&')
  const from = roll.upTo(text.length)
  const piece = text.slice(from, from + 1 + roll.upTo(roll.chance(50) ? 12 : 200))
  if (piece === '') return text
  switch (roll.upTo(3)) {
    case 0:
      return repeated(`${text}&`, room, roll)
    case 1:
      return `${text.slice(0, from)}${repeated(piece, room - text.length, roll)}${text.slice(from)}`
    case 2:
      return numbered(text, room)
    default:
      return `${text}${repeated(roll.pick(['&', '=', '[', ']', '[]', '%', ',', '.', ':', '[a]', 'a.']), room - text.length, roll)}`
  }
}

/** Returns many copies of a list parameter with increasing positions, such as `sort[0]=a&sort[1]=a`. */
function numbered(text: string, room: number): string {
  const copies: string[] = []
  let length = 0
  for (let at = 0; length < room && at < 1000; at++) {
    const copy = text.replace(/\[\d+\]|\[\]/, `[${at % 100}]`)
    length += Buffer.byteLength(copy) + 1
    if (length < room) copies.push(copy)
  }
  return copies.join('&')
}

/**
 * Removes one feature from requests or datasets, and lists the rules about this feature. Answers without the feature
 * must not cite the rules about it.
 */
import { printQuery, type QueryObject, type QueryTree } from '../../../properties/arbitraries/print.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import { TEST_OPERATORS } from '../../../src/reference/operators/operators.ts'
import { ROOT_KEYS } from '../../../src/reference/parse/query.ts'
import { isList, isMap, parseQueryString, type Raw, type RawMap } from '../../../src/reference/parse/url.ts'
import type { EditableDataset, EditableJson, EditableObject } from '../../../src/writing/edit/edit.ts'

export interface Ablation {
  readonly what: string
  /** A pattern of the rules about the removed feature. */
  readonly gone: RegExp
  readonly without: (request: ApiRequest) => ApiRequest
}

const TESTS = TEST_OPERATORS.filter((operator) => operator !== '$notNull')

export const ABLATIONS: readonly Ablation[] = [
  parameter('fields', /^(fields\.|param\.fields$|populate\.form\.fields$)/),
  parameter(
    'populate',
    /^(populate\.(?!without$)|param\.populate$|limit\.|media\.|component\.|access\.(role|unpopulated)$|entry\.unwrapped$)/,
  ),
  parameter('filters', /^(filters\.|param\.filters$|populate\.(form\.filters|filters\.list)$)/),
  parameter('sort', /^(sort\.(?!ties$)|param\.sort$|populate\.(form\.sort|sort\.list)$)/),
  parameter(['filters', 'sort'], /^populate\.filters\.top$/),
  parameter('pagination', /^pagination\./),
  parameter('status', /^status\.draft$/),
  parameter(['publicationFilter', 'hasPublishedVersion'], /^status\.publication-filter$/),
  parameter('locale', /^locale\.(chosen|all)$/),
  parameter('_q', /^search\.text$/),
  parameter('on', /^populate\.(on|form\.zone-on|form\.zone-on-all)$/),
  parameter('count', /^populate\.count$/),
  parameter('$not', /^filters\.op\.\$not$/),
  rewritten('unknown parameters', /^query\.strict$/, (query) =>
    Object.fromEntries(Object.entries(query).filter(([key]) => ROOT_KEYS.has(key))),
  ),
  ...TESTS.map((operator) =>
    rewritten(operator, ruleOf(operator), (query) => withOther(query, operator, '$notNull')),
  ),
  rewritten('$notNull', ruleOf('$notNull'), (query) => withOther(query, '$notNull', '$null')),
  rewritten('$and', ruleOf('$and'), (query) => withOther(query, '$and', '$or')),
  rewritten('$or', ruleOf('$or'), (query) => withOther(query, '$or', '$and')),
  header('authorization', /^access\.token$/),
  header('origin', /^endpoint\.cors$/),
  header('strapi-response-format', /^format\.v4$/),
  header('strapi-encode-source-maps', /^format\.source-maps$/),
]

function ruleOf(operator: string): RegExp {
  return new RegExp(`^filters\\.op\\.\\${operator}$`)
}

function header(name: string, gone: RegExp): Ablation {
  const without = ({ headers, ...request }: ApiRequest) => ({
    ...request,
    headers: { ...headers, [name]: undefined },
  })
  return { what: `the header ${name}`, gone, without }
}

function rewritten(what: string, gone: RegExp, change: (query: RawMap) => QueryObject): Ablation {
  const without = (request: ApiRequest): ApiRequest => {
    const [path = '', search = ''] = request.url.split(/\?(.*)/s)
    return { ...request, url: `${path}?${printQuery(change(parseQueryString(search, () => {})))}` }
  }
  return { what, gone, without }
}

/** Creates an ablation that removes keys at every level of a query. */
function parameter(names: string | readonly string[], gone: RegExp): Ablation {
  const out = [names].flat()
  return rewritten(out.join(' and '), gone, (query) => {
    const left = dropped(query, out)
    return isTree(left) ? left : {}
  })
}

const isTree = (tree: QueryTree): tree is QueryObject =>
  typeof tree === 'object' && tree !== null && !Array.isArray(tree)

/** Removes keys; an attribute that loses all its options is still populated. */
function dropped(tree: Raw, names: readonly string[]): QueryTree {
  if (isList(tree)) return tree.map((item) => dropped(item, names))
  if (!isMap(tree)) return tree
  const left = Object.entries(tree).filter(([key]) => !names.includes(key))
  if (left.length === 0) return 'true'
  return Object.fromEntries(left.map(([key, value]) => [key, dropped(value, names)]))
}

/** Replaces an operator by the operator `other` in all filters of a query. */
function withOther(query: RawMap, operator: string, other: string): QueryObject {
  const changed = Object.entries(query).map(([key, value]): [string, QueryTree] => {
    if (key === 'filters' && isMap(value)) return [key, conditions(value, operator, other)]
    return [key, isMap(value) ? withOther(value, operator, other) : value]
  })
  return Object.fromEntries(changed)
}

function conditions(filters: RawMap, operator: string, other: string): QueryObject {
  const changed = Object.entries(filters).map(([key, value]): [string, QueryTree] => {
    const name = key === operator ? other : key
    // A value without an operator implies `$eq`, so a condition with `$notNull` replaces the value.
    if (!isHolder(value) && (key === '$not' || !key.startsWith('$'))) return [name, { $notNull: 'true' }]
    if (key === operator && !isHolder(value)) return [name, 'true']
    if (isList(value))
      return [name, value.map((item) => (isMap(item) ? conditions(item, operator, other) : item))]
    return [name, isMap(value) ? conditions(value, operator, other) : value]
  })
  return Object.fromEntries(changed)
}

/** Returns whether the value contains conditions, or is a list with an item that contains conditions. */
const isHolder = (value: Raw): boolean => isMap(value) || (isList(value) && value.some(isMap))

interface Loss {
  readonly what: string
  readonly url: string
  /** A pattern of the rules about the removed feature. */
  readonly gone: RegExp
  readonly recipe: (dataset: EditableDataset) => void
}

/** Removes attributes from rows and their components. */
function forget(json: EditableJson, names: readonly string[]): void {
  if (typeof json !== 'object' || json === null) return
  if (!Array.isArray(json)) for (const name of names) delete json[name]
  for (const inside of Object.values(json)) forget(inside, names)
}

/** Returns one row of each document and locale: the published row, or else the draft, which becomes published. */
function onePerDocument(rows: readonly EditableObject[]): EditableObject[] {
  const published = rows.filter(({ publishedAt }) => publishedAt !== null)
  const isPublished = (row: EditableObject): boolean =>
    published.some(({ documentId, locale }) => documentId === row.documentId && locale === row.locale)
  const drafts = rows.filter((row) => row.publishedAt === null && !isPublished(row))
  return [...published, ...drafts.map((row) => ({ ...row, publishedAt: '2024-01-01T00:00:00.000Z' }))]
}

/** The changes of the guide's dataset that remove a feature, each with the rules about the feature. */
export const LOSSES: readonly Loss[] = [
  {
    what: 'media',
    url: '/api/articles?populate=*',
    gone: /^media\./,
    recipe: ({ entries }) => forget(entries.article ?? [], ['cover']),
  },
  {
    what: 'formats of files',
    url: '/api/categories?populate=icon',
    gone: /^media\.format$/,
    recipe: ({ media }) => forget(media, ['formats']),
  },
  {
    what: 'nulls',
    url: '/api/articles?fields=printed,views',
    gone: /^entry\.answers-null$/,
    recipe: ({ entries }) => {
      for (const row of entries.article ?? []) Object.assign(row, { printed: '2025-01-01', views: 1 })
    },
  },
  {
    what: 'components',
    url: '/api/restaurants?populate[0]=address.geo&populate[1]=blocks&populate[2]=openingHours',
    gone: /^(component\.|populate\.form\.(component-path|component-nested|zone)$)/,
    recipe: ({ entries }) => forget(entries.restaurant ?? [], ['address', 'blocks', 'openingHours']),
  },
  {
    what: 'elements of a morph relation',
    url: '/api/bookmarks?populate=items',
    gone: /^populate\.(morph|no-id-lists)$/,
    recipe: ({ entries }) => forget(entries.bookmark ?? [], ['items']),
  },
  {
    what: 'second links',
    url: '/api/articles?populate[categories][fields]=name',
    gone: /^populate\.order$/,
    recipe: ({ entries }) => {
      for (const row of entries.article ?? [])
        if (Array.isArray(row.categories)) row.categories = row.categories.slice(0, 1)
    },
  },
  {
    what: 'a relation to a type that the role may not find',
    url: '/api/restaurants?populate[0]=ledger&populate[1]=owner',
    gone: /^access\.unpopulated$/,
    recipe: ({ access }) => void access.roles.public?.permissions.push('*'),
  },
  {
    what: 'a largest page',
    url: '/api/articles?pagination[pageSize]=1000',
    gone: /^pagination\.max$/,
    recipe: ({ settings }) => void Object.assign(settings.rest ?? {}, { maxLimit: null }),
  },
  {
    what: 'drafts of a type',
    url: '/api/homepage?populate[lead][fields]=title',
    gone: /^(status\.default|populate\.status)$/,
    recipe: ({ contentTypes, entries }) => {
      for (const stem of ['homepage', 'article']) {
        Object.assign(contentTypes[stem] ?? {}, { options: { draftAndPublish: false } })
        entries[stem] = onePerDocument(entries[stem] ?? [])
      }
    },
  },
  {
    what: 'translations of a type',
    url: '/api/homepage?populate=*',
    gone: /^(locale\.default|populate\.localizations)$/,
    recipe: ({ contentTypes, entries }) => {
      Object.assign(contentTypes.homepage ?? {}, { pluginOptions: {} })
      entries.homepage = (entries.homepage ?? []).filter(({ locale }) => locale === 'en')
      forget(entries.homepage, ['locale'])
    },
  },
]

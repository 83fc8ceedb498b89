/** The plan of a query as the type of what it answers, by another way than the declarations go. */
import type { PagePlan, Populated, QueryPlan, Selection } from '../../../src/reference/plan/plan.ts'
import type { ScalarAttribute, ScalarType, Uid } from '../../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../../src/reference/schema/schema.ts'

const TEXTS: readonly ScalarType[] = [
  'string',
  'text',
  'richtext',
  'email',
  'uid',
  'date',
  'time',
  'datetime',
]
const DIGITS: readonly ScalarType[] = ['timestamp', 'biginteger']
const NUMBERS: readonly ScalarType[] = ['integer', 'float', 'decimal']

/** What is known beside a plan. */
export interface Known {
  /** Components of which some in the dataset have a documentId. */
  readonly withDocumentId: ReadonlySet<Uid>
}

/** The answer of a plan, as TypeScript. */
export function answerType({ select, target, page }: QueryPlan, known: Known): string {
  const entry = entryType(select, null, known)
  return target.kind === 'list'
    ? `{ data: ${entry}[]; meta: { pagination: ${pageType(page)} } }`
    : `{ data: ${entry}; meta: {} }`
}

function pageType({ style, withCount }: PagePlan): string {
  const names = style === 'offset' ? ['start', 'limit'] : ['page', 'pageSize']
  const counted = style === 'offset' ? ['total'] : ['pageCount', 'total']
  return objectType([...names, ...(withCount ? counted : [])].map((name) => [name, 'number']))
}

/** Members by name; an optional one has a question mark at the end of its name. */
const objectType = (members: readonly (readonly [name: string, type: string])[]): string =>
  `{ ${members.map(([name, type]) => `${JSON.stringify(name.replace(/\?$/, ''))}${name.endsWith('?') ? '?' : ''}: ${type}`).join('; ')} }`

function entryType(
  { model, scalars, populate, asReal }: Selection,
  tag: Populated['tag'],
  known: Known,
): string {
  const isEntry = model.modelType === 'contentType'
  const documentId = isEntry ? ['documentId'] : known.withDocumentId.has(model.uid) ? ['documentId?'] : []
  const values = scalars.flatMap((name): [string, string][] => {
    const attribute = model.attributes.get(name)
    if (attribute?.kind !== 'scalar') return []
    if (model.uid === FILE_UID && name === 'formats') return [[name, '{ [name: string]: FileFormat } | null']]
    const isKnown = isEntry && ['createdAt', 'updatedAt'].includes(name)
    const isPublished = isEntry && name === 'publishedAt' && !model.draftAndPublish
    return [[name, isKnown || isPublished ? 'string' : `${valueType(attribute)} | null`]]
  })
  return objectType([
    ['id', 'number'],
    ...documentId.map((name): [string, string] => [name, 'string']),
    ...values,
    ...(asReal?.positionAs == null ? [] : [[asReal.positionAs, 'number'] as const]),
    ...populate.map((item): [string, string] => [item.attribute.name, shownType(item, known)]),
    ...(tag === null ? [] : [[tag, JSON.stringify(model.uid)] as const]),
  ])
}

function valueType({ type, enum: values }: ScalarAttribute): string {
  if (TEXTS.includes(type) || DIGITS.includes(type)) return 'string'
  if (NUMBERS.includes(type)) return 'number'
  if (type === 'enumeration') return values.map((value) => JSON.stringify(value)).join(' | ') || 'never'
  if (type === 'boolean') return 'boolean'
  return { array: 'Json[]', blocks: 'Block[]' }[String(type)] ?? 'Json'
}

function shownType({ attribute, count, branches, tag, asReal }: Populated, known: Known): string {
  if (count) return '{ count: number }'
  const shown = asReal?.alwaysEmpty === true ? [] : [...branches.values()]
  const kinds = shown.map(({ select }) => entryType(select, tag, known))
  const isMany = attribute.kind === 'zone' || attribute.many
  const entry = kinds.length === 0 ? 'never' : kinds.map((kind) => `(${kind})`).join(' | ')
  return isMany ? `(${entry})[]` : `(${entry}) | null`
}

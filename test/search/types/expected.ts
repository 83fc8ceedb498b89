/** Derives the type of an answer from the plan of its query, without the generated declarations. */
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

/** Facts about the dataset that the plan does not contain. */
export interface Known {
  /** The component types whose components have a documentId in the dataset. */
  readonly withDocumentId: ReadonlySet<Uid>
}

/** Returns the TypeScript type of the answer to a plan. */
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

/** Returns an object type. A name that ends with a question mark becomes an optional member. */
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
    ...populate.map((item): [string, string] => [item.attribute.name, populatedType(item, known)]),
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

function populatedType(populated: Populated, known: Known): string {
  const { attribute, count, branches, asReal } = populated
  const before = asReal?.before
  const tag = before?.untagged === true ? null : populated.tag
  if (count) return '{ count: number }'
  const shown = asReal?.alwaysEmpty === true ? [] : [...branches.values()]
  const kinds = shown.map(({ select }) => entryType(select, tag, known))
  const isMany = attribute.kind === 'zone' || attribute.many
  const entry = kinds.length === 0 ? 'never' : kinds.map((kind) => `(${kind})`).join(' | ')
  if (!isMany) return `(${entry}) | null`
  return before?.empty === 'null' ? `(${entry})[] | null` : `(${entry})[]`
}

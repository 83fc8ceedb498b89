/** What only the real server does with a sound query: the members `asReal` of a plan, and what else it makes of one. */
import { type Json, parseJson } from '../../ground/json.ts'
import type { PopulateOption, PopulateOptions, SortSyntax } from '../parse/syntax.ts'
import type { QuirkId } from '../profile/quirks.ts'
import type { Model, PopulatableAttribute, ScalarType, Schema } from '../schema/schema.ts'
import { isScalar, modelOf } from '../schema/target.ts'
import { restricts } from './fields.ts'
import type {
  BranchAsReal,
  Condition,
  PlanContext,
  Populated,
  PopulatedAsReal,
  Rewrite,
  RowFilter,
  SelectionAsReal,
  SortStep,
} from './plan.ts'

type Has = (quirk: QuirkId) => boolean

export const selectsFields = (option: PopulateOption): boolean =>
  option.key === 'fields' && option.fields.kind === 'names' && restricts(option.fields)

/** Whether a condition looks at linked rows. */
export function goesThrough(condition: Condition): boolean {
  switch (condition.kind) {
    case 'test':
      return false
    case 'some':
      return true
    case 'not':
      return goesThrough(condition.of)
    case 'all':
    case 'any':
      return condition.of.some(goesThrough)
  }
}

/** A field selection beside a join selects what is sorted by as well: the names that show up at the root. */
export function leakedAtRoot(
  sort: SortSyntax,
  model: Model,
  where: Condition,
  steps: readonly SortStep[],
  { has }: PlanContext,
): readonly string[] {
  const isDeep = steps.some((step) => step.through.length > 0)
  if (!has('sort-field-leak') || !goesThrough(where) || isDeep) return []
  return sort.keys.flatMap(({ path }) => path.filter((name) => isScalar(model.attributes.get(name))))
}

/** The same for what is populated through a join. */
export function leakedInside(
  attribute: PopulatableAttribute,
  { entries }: PopulateOptions,
  where: Condition,
  shown: readonly string[],
  { has }: PlanContext,
): readonly string[] {
  const isDirect =
    attribute.kind === 'zone' ||
    attribute.kind === 'morphTo' ||
    (attribute.kind === 'relation' && attribute.via !== 'stored')
  if (!has('sort-field-leak') || (isDirect && !goesThrough(where))) return []
  return entries.flatMap((option) =>
    option.key === 'sort'
      ? option.sort.keys.flatMap(({ path }) => path.filter((name) => shown.includes(name)))
      : [],
  )
}

/** The link position that a field selection on a component answers as its attribute `order`. */
export function positionOf(
  attribute: PopulatableAttribute,
  model: Model,
  isRestricted: boolean,
  sort: readonly SortStep[],
  scalars: readonly string[],
  { has }: PlanContext,
): string | null {
  const isShown =
    has('component-order-leak') &&
    isRestricted &&
    attribute.kind === 'component' &&
    sort.length === 0 &&
    isScalar(model.attributes.get('order')) &&
    !scalars.includes('order')
  return isShown ? 'order' : null
}

export function selectionAsReal(
  scalars: readonly string[],
  model: Model,
  positionAs: string | null,
  { has }: PlanContext,
): SelectionAsReal | null {
  const rewrites = scalars.flatMap((name): Rewrite[] => {
    const attribute = model.attributes.get(name)
    const rewrite = isScalar(attribute) ? rewriteOf(attribute.type, has) : undefined
    return rewrite === undefined ? [] : [{ name, rewrite }]
  })
  return rewrites.length === 0 && positionAs === null ? null : { rewrites, positionAs }
}

const AS_DOCUMENTED: PopulatedAsReal = { seesPrivate: false, alwaysEmpty: false, absentIfHidden: null }

export const populatedAsReal = (has: Has): PopulatedAsReal | null =>
  has('related-private') ? { ...AS_DOCUMENTED, seesPrivate: true } : null

/** A field selection on an entry drops the columns of its morphToOne: the real server then finds nothing there. */
export function withoutMorphToOne(item: Populated, { has }: PlanContext): Populated {
  const { attribute } = item
  const isLost = attribute.kind === 'morphTo' && !attribute.many && has('morphtoone-fields-null')
  return isLost ? alwaysEmpty(item) : item
}

export const alwaysEmpty = (item: Populated): Populated => ({
  ...item,
  asReal: { ...AS_DOCUMENTED, ...item.asReal, alwaysEmpty: true },
})

/** A field selection on the far side of a morphToOne loses the columns that hold the link. */
export function losesLink(
  attribute: PopulatableAttribute,
  { entries }: PopulateOptions,
  schema: Schema,
  has: Has,
): boolean {
  if (!has('morphmany-fields-empty') || attribute.kind !== 'morphBy') return false
  const by = modelOf(schema, attribute.target)?.attributes.get(attribute.by)
  return by?.kind === 'morphTo' && !by.many && entries.some(selectsFields)
}

/** Of a comma list the real server reads everything and takes away what the role may not see, the attribute with it. */
export function stripped(item: Populated, rows: RowFilter, { has }: PlanContext): Populated {
  const isMorph = item.attribute.kind === 'morphTo' && has('comma-morph-absent')
  return isMorph ? { ...item, asReal: { ...AS_DOCUMENTED, ...item.asReal, absentIfHidden: rows } } : item
}

export function branchAsReal(
  attribute: PopulatableAttribute,
  fails: PopulateOptions | null,
  { has }: PlanContext,
): BranchAsReal | null {
  const excludesPage = attribute.name === 'localizations' && has('localizations-excludes-page')
  const countsJoins = has('count-joined-rows')
  return excludesPage || countsJoins || fails !== null ? { excludesPage, countsJoins, fails } : null
}

/** A database join is all that the real server can count. */
export const canCount = (attribute: PopulatableAttribute, has: Has): boolean =>
  !has('count-ignored') ||
  attribute.kind === 'component' ||
  (attribute.kind === 'relation' && attribute.via === 'stored')

function rewriteOf(type: ScalarType, has: Has): Rewrite['rewrite'] | undefined {
  if (type === 'biginteger' && has('bigint-double')) return throughDouble
  if ((type === 'json' || type === 'blocks' || type === 'array') && has('json-string-value'))
    return parsedAgain
  if (type === 'time' && has('time-fraction')) return withoutZeros
  if (type === 'decimal' && has('decimal-scale')) return toHundredths
  return undefined
}

/** Where a text with a fraction ends without the zeros behind it, and without its point where nothing is left. */
function endOfFraction(text: string): number {
  let end = text.length
  while (text[end - 1] === '0') end--
  return text[end - 1] === '.' ? end - 1 : end
}

/** `10:20:30.000` → `10:20:30`, `10:20:30.500` → `10:20:30.5` */
const withoutZeros = (value: Json): Json =>
  typeof value === 'string' && value.includes('.') ? value.slice(0, endOfFraction(value)) : value

const toHundredths = (value: Json): Json =>
  typeof value === 'number' ? Math.round(value * 100) / 100 : value

const throughDouble = (value: Json): Json => (typeof value === 'string' ? String(Number(value)) : value)

/** A text that is itself JSON is read once more, and a text inside it once more again. */
function parsedAgain(value: Json): Json {
  if (typeof value !== 'string') return value
  const parsed = parseJson(value)
  const again = typeof parsed === 'string' ? parseJson(parsed) : parsed
  return again === undefined ? value : again
}

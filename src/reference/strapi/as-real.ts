/** What only the real server does with a sound query: the members `asReal` of a plan, and what else it makes of one. */

import { isFollowed } from '../parse/sort.ts'
import type { PopulateOption, PopulateOptions, SortSyntax } from '../parse/syntax.ts'
import { restricts } from '../plan/fields.ts'
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
} from '../plan/plan.ts'
import type { Model, PopulatableAttribute, ScalarType, Schema } from '../schema/schema.ts'
import { isScalar, modelOf } from '../schema/target.ts'
import { JSON_TYPES } from '../values.ts'
import type { Departure } from './changes.ts'
import type { Database } from './databases/database.ts'
import { populatedBefore } from './releases/plan.ts'

type HasDeparture = (departure: Departure) => boolean

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
  return sort.keys
    .filter(isFollowed)
    .flatMap(({ path }) => path.filter((name) => isScalar(model.attributes.get(name))))
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
      ? option.sort.keys.filter(isFollowed).flatMap(({ path }) => path.filter((name) => shown.includes(name)))
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
  const order = model.attributes.get('order')
  const isShown =
    has('component-order-leak') &&
    isRestricted &&
    attribute.kind === 'component' &&
    sort.length === 0 &&
    isScalar(order) &&
    !order.private &&
    !scalars.includes('order')
  return isShown ? 'order' : null
}

export function selectionAsReal(
  scalars: readonly string[],
  model: Model,
  positionAs: string | null,
  { database }: PlanContext,
): SelectionAsReal | null {
  const rewrites = scalars.flatMap((name): Rewrite[] => {
    const attribute = model.attributes.get(name)
    const rewrite = isScalar(attribute) ? rewriteOf(attribute.type, database) : null
    return rewrite === null ? [] : [{ name, rewrite }]
  })
  return rewrites.length === 0 && positionAs === null ? null : { rewrites, positionAs }
}

const AS_DOCUMENTED: PopulatedAsReal = {
  seesPrivate: false,
  alwaysEmpty: false,
  absentIfHidden: null,
  before: null,
}

export function populatedAsReal(
  attribute: PopulatableAttribute,
  context: PlanContext,
): PopulatedAsReal | null {
  const { has } = context
  const before = populatedBefore(attribute, context)
  const seesPrivate = has('related-private')
  return seesPrivate || before !== null ? { ...AS_DOCUMENTED, seesPrivate, before } : null
}

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
  has: HasDeparture,
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

function rewriteOf(
  type: ScalarType,
  { bigints, decimals, strings, times }: Database,
): Rewrite['rewrite'] | null {
  if (type === 'biginteger') return bigints
  if (type === 'decimal') return decimals
  if (type === 'time') return times
  return JSON_TYPES.has(type) ? strings : null
}

/** Implements departures in the members of an entry and in their values. */
import { isFollowed } from '../../parse/sort.ts'
import type { FieldsSyntax, PopulateOption, PopulateOptions, SortSyntax } from '../../parse/syntax.ts'
import { restricts, unaskedScalars } from '../../plan/fields.ts'
import type {
  Condition,
  PlanContext,
  Populated,
  Rewrite,
  Selection,
  SelectionAsReal,
  SortStep,
} from '../../plan/plan.ts'
import type { Model, PopulatableAttribute, ScalarType } from '../../schema/schema.ts'
import { isScalar, modelOf } from '../../schema/target.ts'
import { JSON_TYPES } from '../../values.ts'
import type { HasDepartures } from '../changes.ts'
import type { Database } from '../databases/database.ts'
import { alwaysEmpty } from './branch.ts'

/** The members of a selection that follow the guide, without departures. */
type Documented = Pick<Selection, 'model' | 'scalars' | 'populate'>

/** The conditions and the sort that find the rows of a selection. */
interface RowQuery {
  readonly where: Condition
  readonly sort: readonly SortStep[]
}

/** Returns the selection for the entries of a list, a document or a single type. */
export function selectionAtRoot(
  { model, scalars: fields, populate }: Documented,
  syntax: { readonly fields: FieldsSyntax; readonly sort: SortSyntax },
  rows: RowQuery,
  context: PlanContext,
): Selection {
  const isRestricted = restricts(syntax.fields)
  const leaked = isRestricted ? leakedAtRoot(syntax.sort, model, rows, context) : []
  const scalars = [...new Set([...leaked, ...fields])]
  return {
    model,
    scalars,
    populate: isRestricted ? populate.map((item) => withoutMorphToOne(item, context)) : populate,
    asReal: selectionAsReal(scalars, model, null, context),
  }
}

/** Returns the selection for the entries of a populated attribute with options. */
export function selectionInside(
  { model, scalars: fields, populate }: Documented,
  attribute: PopulatableAttribute,
  options: PopulateOptions,
  { where, sort }: RowQuery,
  context: PlanContext,
): Selection {
  const isRestricted = options.entries.some(selectsFields)
  const leaked = leakedInside(attribute, options, where, unaskedScalars(model), context)
  const scalars = [...new Set([...leaked, ...fields])]
  const position = positionOf(attribute, model, isRestricted, sort, fields, context)
  return {
    model,
    scalars,
    populate: isRestricted ? populate.map((item) => withoutMorphToOne(item, context)) : populate,
    asReal: selectionAsReal(scalars, model, position, context),
  }
}

/**
 * Returns the selection for entries without options, which show exactly the scalars and the populated attributes in
 * the arguments.
 */
export const plainSelection = (
  { model, scalars, populate }: Documented,
  context: PlanContext,
): Selection => ({ model, scalars, populate, asReal: selectionAsReal(scalars, model, null, context) })

/**
 * Returns the plan of a populated attribute, which is always empty if the real server loses its links. With the
 * option `fields`, the real server does not read the columns with the links of the inverse side of a to-one morph
 * relation. Therefore, the server finds no linked entry (case quirks.morphmany-fields-empty).
 */
export function withoutLostLink(
  item: Populated,
  { entries }: PopulateOptions,
  { schema, has }: PlanContext,
): Populated {
  const { attribute } = item
  if (!has('morphmany-fields-empty') || attribute.kind !== 'morphBy') return item
  const by = modelOf(schema, attribute.target)?.attributes.get(attribute.by)
  return by?.kind === 'morphTo' && !by.many && entries.some(selectsFields) ? alwaysEmpty(item) : item
}

const selectsFields = (option: PopulateOption): boolean =>
  option.key === 'fields' && option.fields.kind === 'names' && restricts(option.fields)

/** Returns whether a condition tests linked rows. */
function goesThrough(condition: Condition): boolean {
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

/**
 * Returns the sort attributes that an answer shows although `fields` omits them. The real server selects the sort
 * columns too, to remove duplicates of a join (recordings fields-096, nested-019, nested-046).
 */
function leakedAtRoot(
  keys: SortSyntax,
  model: Model,
  { where, sort }: RowQuery,
  { has }: HasDepartures,
): readonly string[] {
  const isDeep = sort.some((step) => step.through.length > 0)
  if (!has('sort-field-leak') || !goesThrough(where) || isDeep) return []
  return keys.keys
    .filter(isFollowed)
    .flatMap(({ path }) => path.filter((name) => isScalar(model.attributes.get(name))))
}

/**
 * Returns the sort attributes that populated entries show although `fields` omits them, because the database reads
 * the entries by a join.
 */
function leakedInside(
  attribute: PopulatableAttribute,
  { entries }: PopulateOptions,
  where: Condition,
  shown: readonly string[],
  { has }: HasDepartures,
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

/**
 * Returns the attribute name `order` of a component if an answer shows the position of the component under this name;
 * otherwise null. If `fields` omits `order`, the answer shows the position as `order`, because the link table also
 * has a column `order`. No dataset of the recordings has an attribute `order` in a component, but a dataset in
 * test/quirks.test.ts has one.
 */
function positionOf(
  attribute: PopulatableAttribute,
  model: Model,
  isRestricted: boolean,
  sort: readonly SortStep[],
  scalars: readonly string[],
  { has }: HasDepartures,
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

/**
 * Returns the plan of a populated attribute, which is always empty for a to-one morph relation of an entry with
 * `fields`. For an entry with `fields`, the real server does not read the columns of the relation, and finds no link
 * (recordings permissions-298, permissions-299, permissions-300).
 */
function withoutMorphToOne(item: Populated, { has }: HasDepartures): Populated {
  const { attribute } = item
  const isLost = attribute.kind === 'morphTo' && !attribute.many && has('morphtoone-fields-null')
  return isLost ? alwaysEmpty(item) : item
}

/** Returns the departures in the members of an entry; null if there are none. */
function selectionAsReal(
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

function rewriteOf(
  type: ScalarType,
  { bigints, decimals, strings, times }: Database,
): Rewrite['rewrite'] | null {
  if (type === 'biginteger') return bigints
  if (type === 'decimal') return decimals
  if (type === 'time') return times
  return JSON_TYPES.has(type) ? strings : null
}

/** The attributes that a populated entry shows, given its options. */
import type { PopulateOptions } from '../parse/syntax.ts'
import type { Attribute, Model, PopulatableAttribute, ScalarAttribute } from '../schema/schema.ts'
import type { PlaceContext } from './context.ts'
import { publicScalars } from './fields.ts'
import type { Condition, Populated, Selection, SortStep } from './plan.ts'
import { planRewrites } from './rewrites.ts'
import { citeShown } from './shown.ts'

export const selectsFields = (option: PopulateOptions['entries'][number]): boolean =>
  option.key === 'fields' && option.fields.kind === 'names' && !option.fields.names.includes('*')

interface Chosen {
  readonly fields: readonly string[] | undefined
  readonly options: PopulateOptions
  readonly sort: readonly SortStep[]
  readonly where: Condition
  readonly populate: readonly Populated[]
}

/** What an entry shows, given its options. */
export function selection(
  attribute: PopulatableAttribute,
  model: Model,
  chosen: Chosen,
  context: PlaceContext,
): Selection {
  const { fields, options, populate, sort, where } = chosen
  const isRestricted = options.entries.some(selectsFields)
  const all = publicScalars(model)
  const scalars = fields ?? all
  const leaked = context.has('sort-field-leak') && isJoined(attribute, where) ? sortedNames(options, all) : []
  const showsPosition =
    context.has('component-order-leak') &&
    isRestricted &&
    attribute.kind === 'component' &&
    sort.length === 0 &&
    isScalar(model.attributes.get('order')) &&
    !scalars.includes('order')
  const shown = [...new Set([...leaked, ...scalars])]
  citeShown(model, shown, context)
  return {
    model,
    scalars: shown,
    rewrites: planRewrites(shown, model, context),
    positionAs: showsPosition ? 'order' : null,
    populate: isRestricted ? populate.map((item) => withoutMorphToOne(item, context)) : populate,
  }
}

export const isScalar = (attribute: Attribute | undefined): attribute is ScalarAttribute =>
  attribute?.kind === 'scalar'

/** Whether the real server reads the entries through a join, and so must select what it sorts by. */
function isJoined(attribute: PopulatableAttribute, where: Condition): boolean {
  const isDirect =
    attribute.kind === 'zone' ||
    attribute.kind === 'morphTo' ||
    (attribute.kind === 'relation' && attribute.via !== 'stored')
  return !isDirect || goesThrough(where)
}

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

function sortedNames(options: PopulateOptions, allowed: readonly string[]): string[] {
  return options.entries.flatMap((option) =>
    option.key === 'sort'
      ? option.sort.keys.flatMap((key) => key.path.filter((name) => allowed.includes(name)))
      : [],
  )
}

/** A field selection on an entry drops the columns of its morphToOne: the real server then finds nothing there. */
export function withoutMorphToOne(item: Populated, context: PlaceContext): Populated {
  const { attribute } = item
  const isLost = attribute.kind === 'morphTo' && !attribute.many && context.has('morphtoone-fields-null')
  return isLost ? { ...item, alwaysEmpty: true } : item
}

/** What stands under a populated attribute: `fields`, `filters`, `sort`, `populate`, `count`, and `on` with its kinds. */
import { booleanText } from '../parse/populate.ts'
import type { PopulateOptions, PopulateSyntax, PopulateValue } from '../parse/syntax.ts'
import { crash, invalidKey, type Refusal, Refusals, type Stage, validation } from '../refusal.ts'
import type { Model, PopulatableAttribute, Uid } from '../schema/schema.ts'
import { modelOf } from '../schema/target.ts'
import { join, type Level, may, type PlaceContext } from './context.ts'
import { planFields } from './fields.ts'
import { planFilters } from './filters.ts'
import { branch, openMorph, scalarsOf } from './linked.ts'
import { checkNoOptions, closed, tooMany } from './places.ts'
import { ALWAYS, type Branch, type Condition, type Populated, type SortStep } from './plan.ts'
import { selection } from './selection.ts'
import { planSort } from './sort.ts'

interface PlannedOptions {
  readonly branch: Branch
  readonly count: boolean
}

/** The options of one populated attribute, in the order written: `fields`, `filters`, `sort`, `populate`, `count`. */
export function planOptions(
  attribute: PopulatableAttribute,
  options: PopulateOptions,
  target: Model,
  place: Level,
  context: PlaceContext,
): PlannedOptions {
  const { cite } = context
  const later = new Refusals()
  let where: Condition = ALWAYS
  let sort: readonly SortStep[] = []
  let fields: readonly string[] | undefined
  let populate: readonly Populated[] = []
  let count = false
  for (const option of options.entries) {
    const inside = insideOption(context, later)
    switch (option.key) {
      case 'fields':
        cite('populate.form.fields')
        cite('fields.nested')
        fields = planFields(option.fields, target, inside.context)
        break
      case 'filters':
        cite('populate.form.filters')
        cite('populate.filters.list')
        cite('populate.filters.top')
        where = planFilters(option.filters, target, inside.context)
        break
      case 'sort':
        cite('populate.form.sort')
        cite('populate.sort.list')
        cite('populate.filters.top')
        sort = planSort(option.sort, target, inside.context)
        break
      case 'populate':
        cite('populate.form.nested')
        populate = nestedPopulate(option, target, place, inside.context)
        break
      case 'count':
        count = planCount(option.value, place, context)
        break
      default:
        otherOption(attribute, option, target, place, context)
    }
    inside.settle()
  }
  if (count && sort.length > 0 && context.has('count-sort-500')) {
    const message = `Invalid sort at ${place.path}: what is counted cannot be sorted`
    later.add('query.run', crash('count-sort-500', 'populate.count', message))
  }
  const select = selection(attribute, target, { fields, options, sort, where, populate }, context)
  return {
    branch: branch(attribute, select, { where, sort, refused: settle(later, context) }, context),
    count,
  }
}

/**
 * Refusals of one option. A name is refused at once, in the order written; what the real server notices later waits
 * until the whole attribute is read, because it then looks at sort, filters, fields and populate in that order.
 */
function insideOption(context: PlaceContext, later: Refusals): { context: PlaceContext; settle: () => void } {
  const own = new Refusals()
  return {
    context: { ...context, param: 'populate', report: (stage, refusal) => own.add(stage, refusal) },
    settle: () => {
      const { stage, first } = own
      if (stage === undefined || first === undefined) return
      if (isLater(stage)) later.add(stage, first)
      else context.report(stage === 'names.again' ? stage : 'populate.names', first)
    },
  }
}

const isLater = (stage: Stage): boolean => /^(convert|query|populated)\./.test(stage)

/** What is left at the end: a shape that cannot be, or what only shows when rows are read. */
function settle(later: Refusals, context: PlaceContext): Refusal | null {
  const { stage, first } = later
  if (stage === undefined || first === undefined) return null
  if (stage.startsWith('convert.')) context.report('convert.populate', first)
  else if (context.has('late-populate-errors')) return first
  else context.report('populated.rows', first)
  return null
}

export function planCount(
  value: Parameters<typeof booleanText>[0],
  place: Level,
  { report, param }: PlaceContext,
): boolean {
  const counts = booleanText(value)
  if (counts === undefined)
    report('populate.names', invalidKey('count', { rule: 'populate.count', path: place.path, param }))
  return counts === true
}

type OtherOption = Extract<PopulateOptions['entries'][number], { key: 'on' | 'other' }>

/** A key that is no option of this attribute. */
function otherOption(
  attribute: PopulatableAttribute,
  option: OtherOption,
  target: Model,
  place: Level,
  context: PlaceContext,
): void {
  const { report, param, has } = context
  if (option.key === 'on') {
    const owner = place.model.uid
    const message = `Using fragments is not permitted to populate "${attribute.name}" in "${owner}"`
    report('convert.populate', validation('populate.on', message))
    fragments(option, true, place, context)
    return
  }
  if (has('populate-stray-keys') && booleanText(option.name) !== undefined) return
  const isPagination = ['pagination', 'page', 'pageSize', 'start', 'limit'].includes(option.name)
  if (isPagination) context.cite('limit.pagination')
  const rule = isPagination ? 'populate.no-pagination' : 'populate.unknown'
  const path = target.attributes.has(option.name) ? join(place.path, option.name) : place.path
  report('populate.names', invalidKey(option.name, { rule, path, param }))
}

function nestedPopulate(
  { populate }: { readonly populate: PopulateSyntax },
  model: Model,
  place: Level,
  context: PlaceContext,
): readonly Populated[] {
  context.cite('populate.depth')
  context.cite('limit.depth')
  const raw = join(place.raw, 'populate')
  return context.populate(populate, { model, path: place.path, raw, nested: true }, context)
}

/**
 * `[on][uid]=…`: one branch for each kind listed; the others are dropped from the list. A component in a list of entries
 * is as good as a type that the role may not find.
 */
export function fragments(
  on: Extract<PopulateOptions['entries'][number], { key: 'on' }>,
  holdsComponents: boolean,
  place: Level,
  context: PlaceContext,
): ReadonlyMap<Uid, Branch> {
  const { schema, report, param, cite } = context
  const raw = join(place.raw, 'on')
  cite('populate.form.zone-on')
  cite('populate.on')
  const branches = new Map<Uid, Branch>()
  if (on.kinds === undefined) {
    const [first] = Array.isArray(on.raw) ? on.raw.keys() : []
    if (first === undefined)
      report('populate.names', invalidKey('on', { rule: 'populate.on', path: raw, param }))
    else
      report(
        'populate.names',
        invalidKey(String(first), { rule: 'populate.on', path: `${raw}.${first}`, param }),
      )
    return branches
  }
  for (const { key } of on.kinds) {
    if (modelOf(schema, key) === undefined) {
      report('populate.names', invalidKey(key, { rule: 'populate.on', path: `${raw}.${key}`, param }))
    }
  }
  for (const { key, value } of on.kinds) {
    const model = modelOf(schema, key)
    if (model === undefined) continue
    const isOpenType = model.modelType === 'component' ? holdsComponents : may(context.role, key, 'find')
    const here: Level = { model, path: place.path, raw: `${raw}[${key}]`, nested: true }
    const plan = fragment(value, model, here, isOpenType ? context : closed(context))
    if (plan !== undefined && isOpenType) branches.set(key, plan)
  }
  return branches
}

/** One kind of a zone or morph relation. */
function fragment(
  value: PopulateValue,
  model: Model,
  place: Level,
  context: PlaceContext,
): Branch | undefined {
  const attribute: PopulatableAttribute = { kind: 'zone', name: '', private: false, components: [model.uid] }
  const asIs = (): Branch =>
    branch(
      attribute,
      scalarsOf(model, context),
      {},
      model.modelType === 'contentType' ? openMorph(context) : context,
    )
  switch (value.kind) {
    case 'flag':
      context.cite('component.bare')
      return value.on || context.has('on-false-includes') ? asIs() : undefined
    case 'overflow':
      context.report('populate.names', tooMany(value.count, context.param))
      return undefined
    case 'null':
      context.report(
        'convert.populate',
        validation('populate.on', "Invalid nested populate. Expected '*' or an object"),
      )
      return undefined
    case 'star':
    case 'names':
    case 'list':
      return checkNoOptions(value, model, place, context) ? asIs() : undefined
    case 'options': {
      const all = value.options.entries.find((option) => option.key === 'populate')
      if (all?.raw === '*') context.cite('populate.form.zone-on-all')
      return planOptions(attribute, value.options, model, place, context).branch
    }
  }
}

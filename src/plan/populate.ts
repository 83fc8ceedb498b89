/**
 * `populate` → what to show of every attribute that links or holds something. Each way of writing it ends in one
 * `Populated` per attribute: which kinds of entries, cut by which conditions, in which order, showing what.
 */

import { booleanText } from '../parse/populate.ts'
import type { PopulateEntry, PopulateOptions, PopulateSyntax, PopulateValue } from '../parse/syntax.ts'
import { isMap, type RawMap } from '../parse/url.ts'
import { crash, invalidKey, type Refusal, Refusals, type Stage, validation } from '../refusal.ts'
import type { Attribute, Model, PopulatableAttribute, ScalarAttribute, Uid } from '../schema/schema.ts'
import { join, may, mayFollow, modelOf, type PlaceContext, targetOf } from './context.ts'
import { planFields, publicScalars } from './fields.ts'
import { planFilters } from './filters.ts'
import { type PathPlace, type PathTree, planPaths } from './paths.ts'
import { ALWAYS, type Branch, type Condition, type Populated, type Selection, type SortStep } from './plan.ts'
import { planRewrites } from './rewrites.ts'
import { citeShown } from './shown.ts'
import { planSort } from './sort.ts'

/** One level of populate: the model whose attributes it names, and the path to it. */
export type Level = PathPlace

/** What is populated at one level, in schema order. */
export function planPopulate(
  syntax: PopulateSyntax,
  level: Level,
  context: PlaceContext,
): readonly Populated[] {
  const { report, cite, param } = context
  if (syntax.kind !== 'none') cite('param.populate')
  switch (syntax.kind) {
    case 'none':
      cite('populate.without')
      return []
    case 'all':
      return everything(level.model, context, openMorph(context))
    case 'paths':
      cite(
        syntax.clauses.flatMap(({ paths }) => paths).length > 1
          ? 'populate.form.several'
          : 'populate.form.one',
      )
      return inSchemaOrder(alongPaths(planPaths(syntax, level, context), level.model, context), level.model)
    case 'attributes':
      return inSchemaOrder(namedAttributes(syntax.entries, level, context), level.model)
    case 'malformed':
      for (const { key } of syntax.entries) {
        if (booleanText(key) === undefined)
          report('populate.names', invalidKey(key, { rule: 'populate.forms', path: level.path, param }))
      }
      report('convert.populate', malformed())
      return []
    case 'overflow':
      report('populate.names', tooMany(syntax.count, param))
      return []
  }
}

const malformed = (): Refusal =>
  validation(
    'populate.forms',
    'Invalid populate parameter. Expected a string, an array of strings, a populate object',
  )

function tooMany(count: number, param: string | null): Refusal {
  const message =
    `Too many populate entries (${count}). The maximum number of populate entries when using array notation is 100. ` +
    'Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.'
  return validation('populate.too-many', message, param === null ? {} : { source: 'query', param })
}

function inSchemaOrder(populated: readonly Populated[], model: Model): readonly Populated[] {
  const position = new Map([...model.attributes.keys()].map((name, at) => [name, at]))
  const at = (item: Populated): number => position.get(item.attribute.name) ?? 0
  return [...populated].sort((a, b) => at(a) - at(b))
}

const isPopulatable = (attribute: Attribute): attribute is PopulatableAttribute => attribute.kind !== 'scalar'

/** `*`: every attribute that is neither private nor closed to the role, one level deep. */
function everything(model: Model, context: PlaceContext, morphs: PlaceContext): readonly Populated[] {
  context.cite('populate.form.all')
  context.cite('populate.all.depth')
  context.cite('limit.all-depth')
  return openAttributes(model, context).map((attribute) =>
    plain(attribute, attribute.kind === 'morphTo' ? morphs : context, model),
  )
}

function openAttributes(model: Model, context: PlaceContext): PopulatableAttribute[] {
  const all = [...model.attributes.values()].filter(isPopulatable)
  for (const attribute of all) citeCreator(attribute, context)
  return all.filter((attribute) => !attribute.private && isOpen(attribute, context))
}

/** Whether the role sees anything of what an attribute links to; if not, the attribute is absent. */
function isOpen(attribute: Attribute, context: PlaceContext): boolean {
  const isLink = attribute.kind === 'relation' || attribute.kind === 'morphTo' || attribute.kind === 'morphBy'
  const isOpenType =
    attribute.kind === 'morphTo' ? morphTypes(context).length > 0 : mayFollow(context, attribute)
  if (isLink) {
    context.cite('access.role')
    context.cite('populate.permission')
    if (!isOpenType) context.cite('access.unpopulated')
  }
  return isOpenType
}

/** Creators are private unless their type says otherwise, and what is private is not populated. */
function citeCreator(attribute: Attribute, { cite }: PlaceContext): void {
  if (attribute.kind === 'relation' && attribute.via === 'creator') cite('populate.creators')
}

/** The content types that a morph relation may show to the role. */
function morphTypes({ schema, role }: PlaceContext): Uid[] {
  return [...schema.contentTypes.keys()].filter((uid) => may(role, uid, 'find'))
}

/** An attribute with its entries' scalars, in stored order. */
function plain(attribute: PopulatableAttribute, context: PlaceContext, owner: Model): Populated {
  context.cite('populate.explicit')
  if (attribute.kind === 'zone') context.cite('component.bare')
  return populated(attribute, owner, context, (model) =>
    branch(attribute, scalarsOf(model, context), {}, context),
  )
}

/** `*` on a zone's `populate`: every component with its own first level. */
function plainDeep(attribute: PopulatableAttribute, context: PlaceContext, owner: Model): Populated {
  return populated(attribute, owner, context, (model) => {
    const select = { ...scalarsOf(model, context), populate: everything(model, context, context) }
    return branch(attribute, select, {}, context)
  })
}

function scalarsOf(model: Model, context: PlaceContext): Selection {
  const scalars = publicScalars(model)
  citeShown(model, scalars, context)
  return { model, scalars, rewrites: planRewrites(scalars, model, context), positionAs: null, populate: [] }
}

/** One branch for each type that may be linked. */
function populated(
  attribute: PopulatableAttribute,
  owner: Model,
  context: PlaceContext,
  branchOf: (model: Model) => Branch,
): Populated {
  citeKind(attribute, owner, context)
  const models = linkedModels(attribute, context)
  const branches = new Map(models.map((model) => [model.uid, branchOf(model)]))
  return {
    attribute,
    count: false,
    branches,
    alwaysEmpty: false,
    absentIfHidden: null,
    tag: tagOf(attribute),
  }
}

function linkedModels(attribute: PopulatableAttribute, context: PlaceContext): Model[] {
  const target = targetOf(context.schema, attribute)
  if (target !== undefined) return [target]
  const uids = attribute.kind === 'zone' ? attribute.components : morphTypes(context)
  return uids.flatMap((uid) => modelOf(context.schema, uid) ?? [])
}

function tagOf(attribute: PopulatableAttribute): Populated['tag'] {
  if (attribute.kind === 'zone') return '__component'
  return attribute.kind === 'morphTo' ? '__type' : null
}

function citeKind(attribute: PopulatableAttribute, owner: Model, context: PlaceContext): void {
  const { cite } = context
  cite('populate.adds')
  cite('entry.unwrapped')
  if (owner.modelType === 'component') cite('populate.explicit')
  if (attribute.kind !== 'zone' && !attribute.many) cite('populate.to-one')
  if (
    linkedModels(attribute, context).some(
      (model) => model.modelType === 'contentType' && model.draftAndPublish,
    )
  )
    cite('populate.status')
  switch (attribute.kind) {
    case 'relation':
    case 'morphTo':
    case 'morphBy':
      cite('populate.kind.relation')
      if (attribute.kind === 'morphTo') cite('populate.morph')
      if (attribute.name === 'localizations') cite('populate.localizations')
      return cite('populate.no-id-lists')
    case 'media':
      return cite('populate.kind.media')
    case 'component':
      return cite('populate.kind.component')
    case 'zone':
      cite('populate.kind.zone')
      return cite('component.discriminator')
  }
}

interface Cut {
  readonly where?: Condition
  readonly sort?: readonly SortStep[]
  readonly refused?: Refusal | null
}

function branch(attribute: PopulatableAttribute, select: Selection, cut: Cut, context: PlaceContext): Branch {
  const { where = ALWAYS, sort = [], refused = null } = cut
  return {
    rows: context.rows,
    where,
    sort,
    ties: tiesOf(attribute, sort.length > 0, context),
    excludesPage: attribute.name === 'localizations' && context.has('localizations-excludes-page'),
    countsJoins: context.has('count-joined-rows'),
    select,
    refused,
  }
}

function tiesOf(attribute: PopulatableAttribute, isSorted: boolean, context: PlaceContext): Branch['ties'] {
  const { has, cite, rows, schema } = context
  const isLocalizations = attribute.kind === 'relation' && attribute.via === 'localizations'
  const isInCohort =
    rows.publication !== null && isLocalizations && schema.contentTypes.get(attribute.target)?.draftAndPublish
  if (isInCohort) return 'id'
  if (!isSorted) {
    cite('populate.order')
    return isLocalizations ? 'locale' : 'stored'
  }
  cite('sort.ties')
  if (!has('populate-tie-order')) return 'id'
  if (isLocalizations) return 'locale'
  return attribute.kind === 'media' || attribute.kind === 'component' ? 'stored' : 'id'
}

// ---------------------------------------------------------------------------------------------- dotted paths

interface Pending {
  readonly tree: PathTree
  readonly model: Model
  readonly into: Populated[]
}

/** A tree of names, however deep: no recursion, for a path may have thousands of names. */
function alongPaths(tree: PathTree, root: Model, context: PlaceContext): readonly Populated[] {
  const top: Populated[] = []
  const pending: Pending[] = [{ tree, model: root, into: top }]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, below] of next.tree.below) {
      const attribute = next.model.attributes.get(name)
      if (attribute === undefined || !isPopulatable(attribute) || attribute.private) continue
      if (!isOpen(attribute, context)) continue
      citePath(attribute, next.model, below, context)
      const here = attribute.kind === 'morphTo' && !below.inCommaList ? openMorph(context) : context
      const plan = populated(attribute, next.model, here, (model) => {
        const into: Populated[] = []
        pending.push({ tree: below, model, into })
        return branch(attribute, { ...scalarsOf(model, context), populate: into }, {}, here)
      })
      next.into.push(below.inCommaList ? stripped(plan, context) : plan)
    }
  }
  return top
}

/** Of a comma list the real server reads everything and takes away what the role may not see, the attribute with it. */
function stripped(plan: Populated, { has, rows }: PlaceContext): Populated {
  const isMorph = plan.attribute.kind === 'morphTo' && has('comma-morph-absent')
  return isMorph ? { ...plan, absentIfHidden: rows } : plan
}

/** What a name of a path is, and whether the path goes on. */
function citePath(
  attribute: PopulatableAttribute,
  owner: Model,
  { below }: PathTree,
  { cite }: PlaceContext,
): void {
  if (attribute.kind === 'zone') cite('populate.form.zone')
  if (attribute.kind === 'component')
    cite(owner.modelType === 'component' ? 'populate.form.component-nested' : 'populate.form.component')
  if (below.size === 0) {
    cite('populate.explicit')
    if (attribute.kind === 'zone') cite('component.bare')
    return
  }
  if (attribute.kind === 'component' || attribute.kind === 'zone') cite('populate.form.component-path')
  cite('populate.depth')
  cite('limit.depth')
}

/** A morph relation that is asked for without options shows the real server's drafts as well. */
function openMorph(context: PlaceContext): PlaceContext {
  return context.has('morph-draft-leak') ? { ...context, rows: { status: null, publication: null } } : context
}

// ---------------------------------------------------------------------------------------------- object form

/** `populate[name]=…`: private names are told only when nothing else at this level is wrong. */
function namedAttributes(
  entries: readonly PopulateEntry[],
  level: Level,
  context: PlaceContext,
): readonly Populated[] {
  const { report, param, cite } = context
  const hidden: Refusal[] = []
  const found: Populated[] = []
  cite('populate.forms')
  for (const entry of entries) {
    const attribute = level.model.attributes.get(entry.key)
    if (attribute === undefined) {
      strayKey(entry, level, context)
    } else if (!isPopulatable(attribute)) {
      report(
        'populate.names',
        invalidKey(entry.key, { rule: 'populate.unknown', path: join(level.raw, entry.key), param }),
      )
    } else {
      const path = join(level.path, entry.key)
      citeCreator(attribute, context)
      if (attribute.private) hidden.push(invalidKey(entry.key, { rule: 'populate.private', path, param }))
      const place: Level = { model: level.model, path, raw: join(level.raw, entry.key), nested: true }
      const plan = onAttribute(
        attribute,
        entry.value,
        place,
        isOpen(attribute, context) ? context : closed(context),
      )
      if (plan !== undefined && !attribute.private && isOpen(attribute, context)) found.push(plan)
    }
  }
  for (const refusal of hidden) report('populate.names', refusal)
  return found
}

/** Of an attribute that the role may not see, only the names are checked: the rest never comes to pass. */
function closed(context: PlaceContext): PlaceContext {
  const report = (stage: Stage, refusal: Refusal): void => {
    if (stage === 'populate.names') context.report(stage, refusal)
  }
  return { ...context, report }
}

/** A key that is no attribute: refused, but for those that the real server reads as something else and forgets. */
function strayKey({ key, value }: PopulateEntry, level: Level, context: PlaceContext): void {
  const { report, param, has } = context
  const keywords = ['sort', 'filters', 'fields', 'populate', 'on', 'count']
  const isForgotten = has('populate-stray-keys') && (booleanText(key) !== undefined || keywords.includes(key))
  if (isForgotten && key !== 'on' && key !== 'count') return
  if (isForgotten && key === 'on' && value.kind === 'options') return
  if (isForgotten && key === 'count' && value.kind === 'flag') return
  report('populate.names', invalidKey(key, { rule: 'populate.unknown', path: level.path, param }))
}

/** One attribute of the object form; undefined where it is switched off. `place.model` is its owner. */
function onAttribute(
  attribute: PopulatableAttribute,
  value: PopulateValue,
  place: Level,
  context: PlaceContext,
): Populated | undefined {
  if (value.kind === 'overflow') {
    context.report('populate.names', tooMany(value.count, context.param))
    return undefined
  }
  if (attribute.kind === 'zone' || attribute.kind === 'morphTo')
    return onMorph(attribute, value, place, context)
  const target = targetOf(context.schema, attribute)
  if (target === undefined) return undefined
  if (attribute.kind === 'component') context.cite('populate.form.component')
  return inTarget(attribute, value, target, place, context)
}

type SimpleAttribute = Exclude<PopulatableAttribute, { kind: 'zone' | 'morphTo' }>

function inTarget(
  attribute: SimpleAttribute,
  value: Exclude<PopulateValue, { kind: 'overflow' }>,
  target: Model,
  place: Level,
  context: PlaceContext,
): Populated | undefined {
  switch (value.kind) {
    case 'flag':
      return value.on ? plain(attribute, context, place.model) : undefined
    case 'null':
      context.report('convert.populate', noValue(place))
      return undefined
    case 'star':
    case 'names':
    case 'list': {
      const isPlain = checkNoOptions(value, target, place, context)
      return isPlain ? plain(attribute, context, place.model) : undefined
    }
    case 'options': {
      const cut = planOptions(attribute, value.options, target, place, context)
      const base = populated(attribute, place.model, context, () => cut.branch)
      return {
        ...base,
        count: cut.count && countsOf(attribute, context),
        alwaysEmpty: isEmptied(attribute, value.options, context),
      }
    }
  }
}

function noValue({ path }: Level): Refusal {
  return crash('populate-null-500', 'populate.forms', `Invalid populate at ${path}: expected a value`)
}

/** What stands for an attribute, or for one kind of a zone, and is no option object. True: it is as good as `true`. */
function checkNoOptions(
  value: Extract<PopulateValue, { kind: 'star' | 'names' | 'list' }>,
  target: Model,
  place: Level,
  context: PlaceContext,
): boolean {
  const { report, param } = context
  const path = place.path
  if (value.kind === 'star') {
    const [first] = openAttributes(target, context)
    if (first === undefined) return true
    const at = join(path, first.name)
    report('names.again', invalidKey(first.name, { rule: 'populate.attribute-star', path: at, param: null }))
    return false
  }
  if (value.kind === 'list') {
    for (const at of value.raw.keys()) {
      if (at > 1) report('populate.names', invalidKey(String(at), { rule: 'populate.forms', path, param }))
    }
    report(
      'convert.populate',
      validation('populate.forms', "Invalid nested populate. Expected '*' or an object"),
    )
    return false
  }
  for (const { text } of value.clauses) {
    const [name = ''] = text.split('.')
    // In a list the words for true and false are not taken for names.
    if (booleanText(name) !== undefined) continue
    const at = target.attributes.has(name) ? join(path, name) : path
    report('populate.names', invalidKey(name, { rule: 'populate.unknown', path: at, param }))
  }
  report(
    'convert.populate',
    validation('populate.forms', "Invalid nested populate. Expected '*' or an object"),
  )
  return false
}

/** `count` counts what is linked; a database join is all the real server can count. */
function countsOf(attribute: PopulatableAttribute, { has, cite }: PlaceContext): boolean {
  cite('populate.count')
  if (!has('count-ignored')) return true
  return attribute.kind === 'component' || (attribute.kind === 'relation' && attribute.via === 'stored')
}

/** A field selection on the far side of a morphToOne loses the columns that hold the link. */
function isEmptied(
  attribute: PopulatableAttribute,
  options: PopulateOptions,
  context: PlaceContext,
): boolean {
  if (!context.has('morphmany-fields-empty') || attribute.kind !== 'morphBy') return false
  const by = modelOf(context.schema, attribute.target)?.attributes.get(attribute.by)
  return by?.kind === 'morphTo' && !by.many && options.entries.some(selectsFields)
}

const selectsFields = (option: PopulateOptions['entries'][number]): boolean =>
  option.key === 'fields' && option.fields.kind === 'names' && !option.fields.names.includes('*')

interface PlannedOptions {
  readonly branch: Branch
  readonly count: boolean
}

/** The options of one populated attribute, in the order written: `fields`, `filters`, `sort`, `populate`, `count`. */
function planOptions(
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

function nestedPopulate(
  { populate }: { readonly populate: PopulateSyntax },
  model: Model,
  place: Level,
  context: PlaceContext,
): readonly Populated[] {
  context.cite('populate.depth')
  context.cite('limit.depth')
  const raw = join(place.raw, 'populate')
  return planPopulate(populate, { model, path: place.path, raw, nested: true }, context)
}

function planCount(
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
    fragments(option, place, context)
    const owner = place.model.uid
    const message = `Using fragments is not permitted to populate "${attribute.name}" in "${owner}"`
    report('convert.populate', validation('populate.on', message))
    return
  }
  if (has('populate-stray-keys') && booleanText(option.name) !== undefined) return
  const isPagination = ['pagination', 'page', 'pageSize', 'start', 'limit'].includes(option.name)
  if (isPagination) context.cite('limit.pagination')
  const rule = isPagination ? 'populate.no-pagination' : 'populate.unknown'
  const path = target.attributes.has(option.name) ? join(place.path, option.name) : place.path
  report('populate.names', invalidKey(option.name, { rule, path, param }))
}

interface Chosen {
  readonly fields: readonly string[] | undefined
  readonly options: PopulateOptions
  readonly sort: readonly SortStep[]
  readonly where: Condition
  readonly populate: readonly Populated[]
}

/** What an entry shows, given its options. */
function selection(
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

const isScalar = (attribute: Attribute | undefined): attribute is ScalarAttribute =>
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

// ------------------------------------------------------------------------------- zones and morph relations

type MorphAttribute = Extract<PopulatableAttribute, { kind: 'zone' | 'morphTo' }>

function onMorph(
  attribute: MorphAttribute,
  value: Exclude<PopulateValue, { kind: 'overflow' }>,
  place: Level,
  context: PlaceContext,
): Populated | undefined {
  switch (value.kind) {
    case 'flag':
      if (!value.on) return undefined
      if (attribute.kind === 'morphTo' && value.text !== 'true' && context.has('morph-true-only'))
        return undefined
      if (attribute.kind === 'zone') context.cite('populate.form.zone')
      return plain(attribute, attribute.kind === 'morphTo' ? openMorph(context) : context, place.model)
    case 'options':
      return onMorphOptions(attribute, value.options, place, context)
    case 'null':
      context.report('convert.populate', noValue(place))
      return undefined
    case 'star':
    case 'names':
    case 'list': {
      const raw = value.kind === 'star' ? '*' : value.raw
      if (raw === '') context.report('convert.populate', noValue(place))
      const isForgotten = attribute.kind === 'morphTo' && context.has('morph-options-dropped')
      return raw === '' || isForgotten ? undefined : noFragments(attribute, raw, place, context)
    }
  }
}

/** Anything but `true`, `on`, `populate=*` or `count`. */
function noFragments(
  attribute: MorphAttribute,
  found: Parameters<typeof JSON.stringify>[0],
  place: Level,
  context: PlaceContext,
): undefined {
  const owner = place.model
  const name = owner.modelType === 'contentType' ? owner.singularName : 'undefined'
  const message =
    `Invalid nested populate for ${name}.${attribute.name} (${owner.uid}). ` +
    `Expected a fragment ("on") or "count" but found ${JSON.stringify(found)}`
  context.report('convert.populate', validation('populate.zone-options', message))
  return undefined
}

function onMorphOptions(
  attribute: MorphAttribute,
  options: PopulateOptions,
  place: Level,
  context: PlaceContext,
): Populated | undefined {
  const { report, param, has } = context
  const nested = options.entries.find((option) => option.key === 'populate')
  if (nested !== undefined && nested.raw !== null && nested.raw !== '*') {
    report('populate.names', invalidKey('populate', { rule: 'populate.zone-nested', path: place.raw, param }))
  }
  const on = options.entries.find((option) => option.key === 'on')
  const isUsed = on !== undefined && on.raw !== null && on.raw !== ''
  const branches = isUsed ? fragments(on, place, context) : undefined
  const others = options.entries.filter((option) => !['populate', 'on', 'count'].includes(option.key))
  const overruled = isUsed && attribute.kind === 'zone' && has('zone-options-ignored')
  const counted = options.entries.find((option) => option.key === 'count')
  const counts = counted !== undefined && booleanText(counted.value) === true
  if (attribute.kind === 'morphTo' && !isUsed && !counts && has('morph-options-dropped')) return undefined
  if (attribute.kind === 'morphTo' && branches?.size === 0) return undefined
  if (others.length > 0 && !overruled)
    return noFragments(attribute, optionsLeft(attribute, options.raw, branches, context), place, context)
  const base =
    nested?.raw === '*' && !isUsed
      ? plainDeep(attribute, context, place.model)
      : plain(attribute, context, place.model)
  if (counted !== undefined && attribute.kind === 'morphTo') planCount(counted.value, place, context)
  if (counts && attribute.kind === 'morphTo' && has('morph-draft-leak'))
    return countedLinks(attribute, branches, place, context)
  return {
    ...base,
    count: counts && (attribute.kind === 'morphTo' || !has('count-ignored')),
    branches: on?.raw === '' ? new Map() : (branches ?? base.branches),
  }
}

/** What a message repeats of a morph relation's options: the kinds that the role may see, and a count as understood. */
function optionsLeft(
  attribute: MorphAttribute,
  raw: RawMap,
  branches: ReadonlyMap<Uid, Branch> | undefined,
  context: PlaceContext,
): unknown {
  if (attribute.kind === 'zone') return raw
  const on = isMap(raw.on)
    ? Object.entries(raw.on).filter(([uid]) => branches?.has(uid))
    : morphTypes(context).map((uid) => [uid, true])
  const counts = booleanText(raw.count) === true
  return { ...raw, ...(counts ? { count: true } : {}), on: Object.fromEntries(on) }
}

/** The real server counts the links of a morph relation without looking at what they lead to. */
function countedLinks(
  attribute: MorphAttribute,
  listed: ReadonlyMap<Uid, Branch> | undefined,
  place: Level,
  context: PlaceContext,
): Populated {
  const base = plain(attribute, openMorph(context), place.model)
  const branches = [...base.branches].filter(([uid]) => listed === undefined || listed.has(uid))
  return { ...base, count: true, branches: new Map(branches) }
}

/** `[on][uid]=…`: one branch for each kind listed; the others are dropped from the list. */
function fragments(
  on: Extract<PopulateOptions['entries'][number], { key: 'on' }>,
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
    const isOpenType = model.modelType === 'component' || may(context.role, key, 'find')
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

/** Plans `populate` of the query engine: the attributes to populate. */
import { branch, populated } from '../../../../reference/plan/branch.ts'
import { ALWAYS, type Branch, EVERY_ROW, type Populated } from '../../../../reference/plan/plan.ts'
import type { Attribute, Model, PopulatableAttribute, Uid } from '../../../../reference/schema/schema.ts'
import { isPopulatable, modelOf } from '../../../../reference/schema/target.ts'
import { AS_DOCUMENTED, alwaysEmpty } from '../../../../reference/strapi/plan/branch.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../../util/json.ts'
import { columnFault, plainFault, ServiceFault, typeFault } from '../../fault.ts'
import { given, picked } from '../parameters.ts'
import type { ReadLevel, ServicePlace } from '../place.ts'
import { planSelect } from './columns.ts'
import { addedIn, distinctOf, isJoined, isOrdered } from './stored-links.ts'

/** The plan for the populated attributes of one level of a query. */
export interface PopulatePlan {
  readonly items: readonly Populated[]
  /** The columns that the query must select in addition to the columns of `select`, in order. */
  readonly adds: readonly string[]
}

const NOTHING: PopulatePlan = { items: [], adds: [] }

/**
 * Plans the populated attributes of a level. `isRestricted` is true if `select` omits columns.
 * @throws ServiceFault
 */
export function planPopulate(
  populate: Json | undefined,
  model: Model,
  isRestricted: boolean,
  place: ServicePlace,
): PopulatePlan {
  if (populate === undefined || populate === null || populate === false) return NOTHING
  const wanted = populateMap(populate, model).flatMap(([name, value]) => {
    const attribute = model.attributes.get(name)
    return attribute !== undefined && isPopulatable(attribute) ? [{ attribute, value }] : []
  })
  const items = wanted.map(({ attribute, value }) => item(attribute, value, isRestricted, place))
  return { items, adds: wanted.flatMap(({ attribute }) => addedBy(attribute)) }
}

type Entries = readonly (readonly [string, Json])[]

function populateMap(populate: Exclude<Json, null | false>, model: Model): Entries {
  if (populate === true)
    return [...model.attributes.values()].filter(isPopulatable).map(({ name }) => [name, true])
  if (isList(populate)) return [...listed(populate)]
  if (!isObject(populate)) throw plainFault('Populate must be an object')
  return Object.entries(populate)
}

/**
 * Converts a list of dotted paths to populate options by attribute. If several paths begin with the same attribute,
 * the remaining names of the last path come first.
 */
function listed(paths: readonly Json[]): ReadonlyMap<string, Json> {
  const map = new Map<string, readonly string[] | true>()
  for (const path of paths) {
    if (typeof path !== 'string') throw typeFault('key.split is not a function')
    const [root = '', ...rest] = path.split('.')
    const known = map.get(root)
    if (rest.length === 0) map.set(root, known ?? true)
    else map.set(root, [rest.join('.'), ...(known === undefined || known === true ? [] : known)])
  }
  return new Map([...map].map(([name, below]) => [name, below === true ? true : { populate: below }]))
}

/**
 * Returns the columns of the parent entry that the query engine needs to populate an attribute: the id, and for
 * `localizations` also the documentId.
 */
const addedBy = (attribute: PopulatableAttribute): readonly string[] =>
  attribute.kind === 'relation' && attribute.via === 'localizations' ? ['documentId', 'id'] : ['id']

function item(
  attribute: PopulatableAttribute,
  value: Json,
  isRestricted: boolean,
  place: ServicePlace,
): Populated {
  if (value === null) throw typeFault("Cannot read properties of null (reading 'count')")
  const options: JsonObject = isObject(value) ? value : {}
  const isCounted = options['count'] === true && counts(attribute)
  const all =
    attribute.kind === 'zone' || attribute.kind === 'morphTo'
      ? withHolders(ofSeveralTypes(attribute, options, place))
      : populated(attribute, place, (model) => branchOf(attribute, options, model, place))
  const shown = withDocument({ ...all, count: isCounted })
  return losesLink(attribute, options, isRestricted, place) ? alwaysEmpty(shown) : shown
}

/**
 * Returns whether the query engine can count the entries of an attribute. The query engine can count only stored
 * relations, components, dynamic zones and morphTo relations.
 */
function counts(attribute: PopulatableAttribute): boolean {
  switch (attribute.kind) {
    case 'relation':
      return attribute.via === 'stored'
    case 'component':
    case 'zone':
    case 'morphTo':
      return true
    case 'media':
    case 'morphBy':
      return false
  }
}

/**
 * Changes the plan of `localizations`, so that it contains all other rows of the document, even the published row of a
 * draft.
 */
function withDocument(shown: Populated): Populated {
  const { attribute, asReal } = shown
  if (attribute.kind !== 'relation' || attribute.via !== 'localizations') return shown
  return { ...shown, asReal: { ...(asReal ?? AS_DOCUMENTED), wholeDocument: true } }
}

/** Returns whether a selection omits the columns that store the link of a to-one morph relation, on either side. */
function losesLink(
  attribute: PopulatableAttribute,
  options: JsonObject,
  isRestricted: boolean,
  { schema }: ServicePlace,
): boolean {
  if (attribute.kind === 'morphTo') return isRestricted && !attribute.many
  if (attribute.kind !== 'morphBy') return false
  const target = modelOf(schema, attribute.target)
  const by: Attribute | undefined = target?.attributes.get(attribute.by)
  if (target === undefined || by?.kind !== 'morphTo' || by.many) return false
  return isSound(() => planSelect(given(options, 'select'), target).isRestricted)
}

function isSound(test: () => boolean): boolean {
  try {
    return test()
  } catch (fault) {
    if (fault instanceof ServiceFault) return false
    throw fault
  }
}

type SeveralTypes = Extract<PopulatableAttribute, { kind: 'zone' | 'morphTo' }>

/** Plans a populated zone or morph relation. The option `on` lists the types to populate, each with its own options. */
function ofSeveralTypes(attribute: SeveralTypes, options: JsonObject, place: ServicePlace): Populated {
  const on = given(options, 'on')
  const isCounted = options['count'] === true
  const here: ServicePlace = isCounted ? { ...place, rows: EVERY_ROW, filters: undefined } : place
  const shared = isCounted ? {} : options
  if (on === undefined || !isObject(on))
    return withComponents(attribute, here, (model) => branchOf(attribute, shared, model, here))
  const branches = new Map<Uid, Branch>()
  for (const [uid, value] of Object.entries(on)) {
    const model = modelOf(place.schema, uid)
    if (model !== undefined)
      branches.set(uid, kindBranch(attribute, isCounted ? null : value, { model, shared, place: here }))
  }
  return { ...populated(attribute, here, () => EMPTY_BRANCH(attribute, here)), branches }
}

/**
 * Plans an attribute with a branch for each type that it may contain. The plan of a morph relation also has a branch
 * for each component.
 */
function withComponents(
  attribute: SeveralTypes,
  place: ServicePlace,
  branchOf: (model: Model) => Branch,
): Populated {
  const plan = populated(attribute, place, branchOf)
  if (attribute.kind === 'zone') return plan
  const more = [...place.schema.components].map(([uid, model]) => [uid, branchOf(model)] as const)
  return { ...plan, branches: new Map([...plan.branches, ...more]) }
}

/**
 * Changes the plan of `related` of an uploaded file, so that it also contains the components and the private
 * attributes that use the file.
 */
function withHolders(plan: Populated): Populated {
  if (plan.attribute.kind !== 'morphTo') return plan
  return { ...plan, asReal: { ...(plan.asReal ?? AS_DOCUMENTED), seesPrivate: true, seesComponents: true } }
}

/** Returns a branch that populates nothing, such as for the types that `on` does not list. */
const EMPTY_BRANCH = (attribute: PopulatableAttribute, place: ServicePlace): Branch =>
  branch(attribute, { model: NO_MODEL, scalars: [], populate: [], asReal: null, columns: [] }, {}, place)

const NO_MODEL: Model = { modelType: 'component', uid: '', attributes: new Map() }

interface Kind {
  readonly model: Model
  /** The options that stand next to `on`. The options next to `on` apply to each type without its own options. */
  readonly shared: JsonObject
  readonly place: ServicePlace
}

/**
 * Plans one type under `on`. The status of the query applies to a type only if its value under `on` is an object of
 * options or null.
 */
function kindBranch(attribute: SeveralTypes, value: Json, { model, shared, place }: Kind): Branch {
  if (isObject(value)) return branchOf(attribute, value, model, place)
  if (value === null) return branchOf(attribute, shared, model, place)
  return branchOf(attribute, {}, model, { ...place, rows: EVERY_ROW, filters: undefined })
}

/** The options that the query engine reads for a populated attribute. */
const OPTIONS = ['select', 'where', 'populate', 'orderBy', 'limit', 'offset'] as const

/** The options that the query engine reads for a populated attribute with `count`. */
const UNCUT_OPTIONS = ['select', 'where', 'populate', 'orderBy'] as const

/**
 * Plans the populated entries of one type. A read reports errors in the options only if it finds an entry to populate.
 */
function branchOf(
  attribute: PopulatableAttribute,
  options: JsonObject,
  model: Model,
  place: ServicePlace,
): Branch {
  try {
    return branchWith(attribute, options, model, place)
  } catch (fault) {
    if (!(fault instanceof ServiceFault)) throw fault
    const empty = EMPTY_BRANCH(attribute, place)
    const as = empty.asReal ?? { excludesPage: false, countsJoins: false, fails: null }
    return { ...empty, where: ALWAYS, asReal: { ...as, fails: place.faults.add(fault) } }
  }
}

function branchWith(
  attribute: PopulatableAttribute,
  options: JsonObject,
  model: Model,
  outer: ServicePlace,
): Branch {
  const filters = member(options, 'filters')
  const place = filters === undefined ? outer : { ...outer, filters }
  const isCounted = options['count'] === true
  const known = picked(options, isCounted ? UNCUT_OPTIONS : OPTIONS)
  const level = place.planBelow(
    known,
    model,
    { isJoined: isJoined(attribute, place), adds: addedIn(attribute) },
    place,
  )
  const { where, order, select, cut } = level
  if (order.isDeep && !keepsColumns(attribute, place)) throw columnFault('id')
  const { sort } = order
  const plan = branch(attribute, select, { where, sort }, place)
  const isById = cut.isPaged && (sort.length > 0 || !isOrdered(attribute))
  return {
    ...plan,
    ...(isById ? { ties: 'id' } : {}),
    ...(level.isDistinct ? distinctOf(attribute, select.columns ?? [], sort.length > 0) : {}),
    ...windowOf(level),
  }
}

/**
 * Returns whether a sort by attributes of linked entries keeps the columns that populating the attribute needs. A sort
 * by attributes of linked entries drops columns that every attribute needs, except the inverse side of a to-one morph
 * relation.
 */
const keepsColumns = (attribute: PopulatableAttribute, place: ServicePlace): boolean =>
  attribute.kind === 'morphBy' && !isJoined(attribute, place)

function windowOf({ cut: { start, limit } }: ReadLevel): Pick<Branch, 'window'> {
  return start === 0 && limit === null ? {} : { window: { start, limit } }
}

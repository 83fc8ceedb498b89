/** Edits a query by adding or removing parameters, to build the request that an explanation proposes. */
import { findableTypes, linkedModels, openAttributes, type Viewer } from '../reference/access.ts'
import { booleanText, isGiven, isList, isMap, isText, type Raw, type RawMap } from '../reference/parse/url.ts'
import type { Model, PopulatableAttribute } from '../reference/schema/schema.ts'
import type { HasDepartures } from '../reference/strapi/changes.ts'
import { type Descent, isMixed, type Way } from './place.ts'

/**
 * Returns a copy of a query with one member set to `value`, or without this member if `value` is undefined. The
 * other members of the query keep their order.
 */
export function withMember(map: RawMap, key: string, value: Raw | undefined): RawMap {
  const made: Record<string, Raw> = Object.create(null)
  Object.assign(made, map)
  if (value === undefined) delete made[key]
  else made[key] = value
  return made
}

const EMPTY: RawMap = Object.freeze(Object.create(null))
const SHOWN = 'true'

/**
 * The maximum number of attributes inside one another in an edited query, because the parser limits the depth of
 * brackets.
 */
const MAX_LEVELS = 9
/**
 * The maximum number of members that one edit adds to a query. A path through dynamic zones adds members for each
 * component of a zone.
 */
const MAX_MEMBERS = 1_000

/**
 * The state of an edit of a query. The number `left` counts the members that an edit of a query may still add. If
 * `left` is negative, the edit is too large.
 */
interface QueryEdit {
  readonly viewer: Viewer
  left: number
}

/**
 * Applies an edit to a query. Returns null if brackets cannot express the edited query, or if the edited query is
 * too large.
 */
function write(way: Way, viewer: Viewer, change: (writing: QueryEdit) => RawMap): RawMap | null {
  if (way.steps.length > MAX_LEVELS) return null
  const writing: QueryEdit = { viewer, left: MAX_MEMBERS }
  const changed = change(writing)
  return writing.left < 0 ? null : changed
}

/** Populates an attribute below a path that the query already populates. */
export function withPopulated(
  query: RawMap,
  way: Way,
  attribute: PopulatableAttribute,
  viewer: Viewer & HasDepartures,
): RawMap | null {
  const last: Descent = { attribute, model: way.root }
  return write(way, viewer, (writing) => {
    const takesCommas = !viewer.has('populate-comma-list-accepted')
    const populate = populated(query['populate'], way.root, [...way.steps, last], writing, takesCommas)
    return withMember(query, 'populate', populate)
  })
}

/** Adds a scalar attribute to the option `fields` of the entries at one path. */
export function withField(query: RawMap, way: Way, name: string, viewer: Viewer): RawMap | null {
  if (way.steps.length === 0) return withMember(query, 'fields', listed(query['fields'], name))
  return withOptions(query, way, viewer, (options) =>
    withMember(options, 'fields', listed(options['fields'], name)),
  )
}

/** Adds a component or type to the option `on` of a dynamic zone or morph relation. */
export function withKind(
  query: RawMap,
  { root, steps }: Way,
  zone: PopulatableAttribute,
  kind: Model,
  viewer: Viewer,
): RawMap | null {
  const way = { root, steps: [...steps, { attribute: zone, model: kind }] }
  return withOptions(query, way, viewer, (options) => (Object.keys(options).length === 0 ? SHOWN : options))
}

/** A component or type in the option `on`. */
export interface ListedKind {
  readonly uid: string
  /** Whether the option populates entries of the kind. The value `false` excludes them. */
  readonly isShown: boolean
}

/**
 * Returns the components or types in the option `on` of a populated attribute; undefined if the attribute has no
 * option `on`.
 */
export function kindsListed(
  { populate }: RawMap,
  { steps }: Way,
  { name }: PopulatableAttribute,
): readonly ListedKind[] | undefined {
  let level: Raw | undefined = populate
  for (const { attribute, model } of steps) {
    const options = optionsOf(optionsOf(level)[attribute.name])
    const inside = isMixed(attribute) ? optionsOf(optionsOf(options['on'])[model.uid]) : options
    level = inside['populate']
  }
  const on = optionsOf(optionsOf(level)[name])['on']
  return isMap(on)
    ? Object.entries(on).map(([uid, raw]) => ({ uid, isShown: booleanText(raw) !== false }))
    : undefined
}

/** Removes the filters on the entries at one path, or the filters of the whole request. */
export function withoutFilters(query: RawMap, way: Way, viewer: Viewer): RawMap | null {
  if (way.steps.length === 0) return withMember(query, 'filters', undefined)
  return withOptions(query, way, viewer, (options) => withMember(options, 'filters', undefined))
}

/** Adds a name to a list of names, or to a text in which commas separate the names. */
function listed(raw: Raw | undefined, name: string): Raw {
  if (isText(raw) && raw !== '') return `${raw},${name}`
  if (isList(raw)) return [...raw, name]
  return name
}

type ChangeOptions = (options: RawMap) => Raw

/** Changes the populate options of the entries at one path, and adds the path to `populate` if the query lacks it. */
function withOptions(query: RawMap, way: Way, viewer: Viewer, change: ChangeOptions): RawMap | null {
  return write(way, viewer, (writing) => {
    const map = attributesOf(query['populate'], way.root, writing)
    return withMember(query, 'populate', optionsChanged(map, way.steps, writing, change))
  })
}

/**
 * Changes the populate options at the end of a path. The recursion is as deep as the path, and the length of the
 * path is limited.
 */
function optionsChanged(
  map: RawMap,
  [step, ...rest]: readonly Descent[],
  writing: QueryEdit,
  change: ChangeOptions,
): RawMap {
  if (step === undefined) return map
  const { attribute } = step
  const inside = (options: RawMap): Raw => {
    if (rest.length === 0) return change(options)
    const below = attributesOf(options['populate'], step.model, writing)
    return withMember(options, 'populate', optionsChanged(below, rest, writing, change))
  }
  const options = optionsOf(map[attribute.name])
  const changed = isMixed(attribute)
    ? ofKind(options, attribute, step.model, writing, inside)
    : inside(options)
  return withMember(
    map,
    attribute.name,
    isMap(changed) && Object.keys(changed).length === 0 ? SHOWN : changed,
  )
}

/** Changes the options of one component or type in the option `on`, and leaves all other types in `on` unchanged. */
function ofKind(
  options: RawMap,
  attribute: Extract<PopulatableAttribute, { kind: 'zone' | 'morphTo' }>,
  { uid }: Model,
  writing: QueryEdit,
  inside: (options: RawMap) => Raw,
): RawMap {
  const { on } = options
  const uids = attribute.kind === 'zone' ? attribute.components : findableTypes(writing.viewer)
  const kinds = isMap(on) ? on : mapOf(uids.map((one) => [one, optionsOfKinds(options)]))
  const changed = inside(optionsOf(kinds[uid]))
  return mapOf([
    ['on', withMember(kinds, uid, isMap(changed) && Object.keys(changed).length === 0 ? SHOWN : changed)],
  ])
}

/**
 * Returns the populate options for each component of a dynamic zone: `populate=*` if the options of the zone contain
 * `populate=*`, otherwise none.
 */
const optionsOfKinds = ({ populate }: RawMap): Raw => (populate === '*' ? mapOf([['populate', '*']]) : SHOWN)

/** Returns the options of an attribute; an empty map if the query only names the attribute. */
const optionsOf = (raw: Raw | undefined): RawMap => (isMap(raw) ? raw : EMPTY)

/**
 * Adds one attribute to the value of `populate`, in the shortest form. Releases of Strapi before 5.50 refuse a
 * `populate` text with commas.
 */
function populated(
  raw: Raw | undefined,
  model: Model,
  path: readonly Descent[],
  writing: QueryEdit,
  takesCommas: boolean,
): Raw {
  // A dotted path cannot lead through a media attribute, a dynamic zone or a morph relation.
  const isPlain = !path.slice(0, -1).some(({ attribute }) => isMixed(attribute) || attribute.kind === 'media')
  const step = path.at(-1)?.attribute
  const dotted = path.map(({ attribute }) => attribute.name).join('.')
  if (isPlain && !isGiven(raw)) return dotted
  if (isPlain && isList(raw) && raw.every(isText)) return [...raw, dotted]
  // Real servers read a morph relation differently if the name stands in a text with commas. Therefore, the edit
  // writes `populate` as a list of texts.
  const asList = step?.kind === 'morphTo' || !takesCommas
  if (isPlain && isText(raw) && raw !== '*')
    return raw === '' ? dotted : asList ? [...raw.split(','), dotted] : `${raw},${dotted}`
  const map = attributesOf(raw, model, writing)
  if (path.length === 1) return withMember(map, dotted, SHOWN)
  return optionsChanged(map, path.slice(0, -1), writing, (options) => {
    const end = path.at(-1)
    const above = path.at(-2)
    if (end === undefined || above === undefined) return options
    const below = attributesOf(options['populate'], above.model, writing)
    return withMember(options, 'populate', withMember(below, end.attribute.name, SHOWN))
  })
}

/** Converts any form of `populate` to the equivalent object. */
function attributesOf(raw: Raw | undefined, model: Model, writing: QueryEdit): RawMap {
  if (isMap(raw)) return raw
  if (raw === '*') return mapOf(openAttributes(model, writing.viewer).map(({ name }) => [name, SHOWN]))
  const texts = isText(raw) ? [raw] : isList(raw) ? raw.filter(isText) : []
  const paths = texts
    .flatMap((text) => text.split(','))
    .map((path) => path.split('.').map((name) => name.trim()))
  let map: RawMap = EMPTY
  for (const path of paths) {
    // Brackets cannot express a path of more than `MAX_LEVELS` names, so the edit fails.
    if (path.length > MAX_LEVELS) writing.left = -1
    else
      map = along(
        map,
        path.filter((name) => name !== ''),
        model,
        writing,
      )
  }
  return map
}

/**
 * Adds one dotted path to the value of `populate`. At a dynamic zone or morph relation, the path continues in each
 * model that has the next attribute of the path.
 */
function along(map: RawMap, [name, ...rest]: readonly string[], model: Model, writing: QueryEdit): RawMap {
  const attribute = name === undefined ? undefined : model.attributes.get(name)
  if (name === undefined || attribute === undefined || attribute.kind === 'scalar') return map
  writing.left -= 1
  if (writing.left < 0) return map
  const known = map[name]
  if (rest.length === 0) return known === undefined ? withMember(map, name, SHOWN) : map
  const inside = (raw: Raw | undefined, target: Model): Raw => {
    const options = optionsOf(raw)
    const below = along(attributesOf(options['populate'], target, writing), rest, target, writing)
    return Object.keys(below).length === 0 ? SHOWN : withMember(options, 'populate', below)
  }
  const kinds = linkedModels(attribute, writing.viewer)
  if (!isMixed(attribute)) {
    const [target] = kinds
    return target === undefined ? map : withMember(map, name, inside(known, target))
  }
  const before = optionsOf(known)['on']
  const on = mapOf(
    kinds.map((kind) => [kind.uid, inside(isMap(before) ? before[kind.uid] : undefined, kind)]),
  )
  return withMember(map, name, mapOf([['on', on]]))
}

export function mapOf(entries: readonly (readonly [string, Raw])[]): RawMap {
  const made: Record<string, Raw> = Object.create(null)
  for (const [key, value] of entries) made[key] = value
  return made
}

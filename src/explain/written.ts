/** A query as it was written, with something added or taken away: the request that a change asks for. */
import { findableTypes, linkedModels, openAttributes, type Viewer } from '../reference/access.ts'
import { isGiven, isList, isMap, isText, type Raw, type RawMap } from '../reference/parse/url.ts'
import type { Model, PopulatableAttribute } from '../reference/schema/schema.ts'
import { type Descent, isMixed, type Way } from './place.ts'

/** A map with one member set, or taken out where the value is undefined; the others keep their order. */
export function withMember(map: RawMap, key: string, value: Raw | undefined): RawMap {
  const made: Record<string, Raw> = Object.create(null)
  Object.assign(made, map)
  if (value === undefined) delete made[key]
  else made[key] = value
  return made
}

const EMPTY: RawMap = Object.freeze(Object.create(null))
const SHOWN = 'true'

/** Attributes below each other that brackets can express. */
const MAX_LEVELS = 9
/** Members that are written at the most: a path through zones says something of each of their kinds. */
const MAX_MEMBERS = 1_000

/** A change that is being written: whether it still can be is told at its end. */
interface QueryEdit {
  readonly viewer: Viewer
  left: number
}

/** The query as something changes it; null where brackets cannot say it. */
function write(way: Way, viewer: Viewer, change: (writing: QueryEdit) => RawMap): RawMap | null {
  if (way.steps.length > MAX_LEVELS) return null
  const writing: QueryEdit = { viewer, left: MAX_MEMBERS }
  const changed = change(writing)
  return writing.left < 0 ? null : changed
}

/** The query with an attribute populated at the end of a way that is populated already. */
export function withPopulated(
  query: RawMap,
  way: Way,
  attribute: PopulatableAttribute,
  viewer: Viewer,
): RawMap | null {
  const last: Descent = { attribute, model: way.root }
  return write(way, viewer, (writing) => {
    const populate = populated(query['populate'], way.root, [...way.steps, last], writing)
    return withMember(query, 'populate', populate)
  })
}

/** The query with a scalar named in the `fields` of a place. */
export function withField(query: RawMap, way: Way, name: string, viewer: Viewer): RawMap | null {
  if (way.steps.length === 0) return withMember(query, 'fields', listed(query['fields'], name))
  return withOptions(query, way, viewer, (options) =>
    withMember(options, 'fields', listed(options['fields'], name)),
  )
}

/** The query with a kind of entry listed under the `on` of a zone or a morph relation. */
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

/** The query without the conditions of a place, or of the whole request. */
export function withoutFilters(query: RawMap, way: Way, viewer: Viewer): RawMap | null {
  if (way.steps.length === 0) return withMember(query, 'filters', undefined)
  return withOptions(query, way, viewer, (options) => withMember(options, 'filters', undefined))
}

/** A text of names, or a list of them, with one more. */
function listed(raw: Raw | undefined, name: string): Raw {
  if (isText(raw) && raw !== '') return `${raw},${name}`
  if (isList(raw)) return [...raw, name]
  return name
}

type ChangeOptions = (options: RawMap) => Raw

/** The query with other options at a place that is populated, or is to be. */
function withOptions(query: RawMap, way: Way, viewer: Viewer, change: ChangeOptions): RawMap | null {
  return write(way, viewer, (writing) => {
    const map = attributesOf(query['populate'], way.root, writing)
    return withMember(query, 'populate', optionsChanged(map, way.steps, writing, change))
  })
}

/** Recursion ends with the steps, and a query is split to a bounded depth. */
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

/** The options of one kind; the other kinds stay as they are. */
function ofKind(
  options: RawMap,
  attribute: Extract<PopulatableAttribute, { kind: 'zone' | 'morphTo' }>,
  { uid }: Model,
  writing: QueryEdit,
  inside: (options: RawMap) => Raw,
): RawMap {
  const { on } = options
  const uids = attribute.kind === 'zone' ? attribute.components : findableTypes(writing.viewer)
  const kinds = isMap(on) ? on : mapOf(uids.map((one) => [one, keptOf(options)]))
  const changed = inside(optionsOf(kinds[uid]))
  return mapOf([
    ['on', withMember(kinds, uid, isMap(changed) && Object.keys(changed).length === 0 ? SHOWN : changed)],
  ])
}

/** What a zone said of all its kinds: `populate=*` is the only thing there is to say. */
const keptOf = ({ populate }: RawMap): Raw => (populate === '*' ? mapOf([['populate', '*']]) : SHOWN)

/** What is said of an attribute as options: its name alone says nothing. */
const optionsOf = (raw: Raw | undefined): RawMap => (isMap(raw) ? raw : EMPTY)

/** `populate` with one attribute more, by the shortest way to write it. */
function populated(raw: Raw | undefined, model: Model, path: readonly Descent[], writing: QueryEdit): Raw {
  // A dotted path leads neither through a file nor, without saying so of each kind, through a zone.
  const isPlain = !path.slice(0, -1).some(({ attribute }) => isMixed(attribute) || attribute.kind === 'media')
  const step = path.at(-1)?.attribute
  const dotted = path.map(({ attribute }) => attribute.name).join('.')
  if (isPlain && !isGiven(raw)) return dotted
  if (isPlain && isList(raw) && raw.every(isText)) return [...raw, dotted]
  // Where a real server differs, it is in what a comma list says of a morph relation.
  if (isPlain && isText(raw) && raw !== '*')
    return raw === '' ? dotted : step?.kind === 'morphTo' ? [...raw.split(','), dotted] : `${raw},${dotted}`
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

/** Any way to write `populate` as the object that says the same of each attribute. */
function attributesOf(raw: Raw | undefined, model: Model, writing: QueryEdit): RawMap {
  if (isMap(raw)) return raw
  if (raw === '*') return mapOf(openAttributes(model, writing.viewer).map(({ name }) => [name, SHOWN]))
  const texts = isText(raw) ? [raw] : isList(raw) ? raw.filter(isText) : []
  const paths = texts
    .flatMap((text) => text.split(','))
    .map((path) => path.split('.').map((name) => name.trim()))
  let map: RawMap = EMPTY
  for (const path of paths) {
    // A longer one cannot be written in brackets.
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

/** One dotted path: through a zone or a morph relation it leads under each kind that has the next name. */
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

/** The starting point of laws about `populate`: a request, and an attribute that it could populate. */
import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import type {
  Attribute,
  ContentType,
  Model,
  PopulatableAttribute,
} from '../../src/reference/schema/schema.ts'
import { isOpenTo, mayFind } from '../../src/semantics/access.ts'
import { leadsTo, populatable } from '../../src/semantics/model.ts'
import type { JsonObject } from '../../src/util/json.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import type { Ask } from '../arbitraries/request.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { type ExperimentInput, expectSame, type Fault, type Reply } from './law.ts'
import { below, changing, entriesOf, listed, sceneOf, without } from './replies.ts'

/** A step down from an entry: an attribute and, for a dynamic zone, one of its components. */
interface PopulateStep {
  readonly name: string
  readonly on: string | undefined
}

/** The place in an answer to which a list of steps leads; an empty list of steps leads to the entries at the root. */
interface PopulatePlace {
  readonly steps: readonly PopulateStep[]
  readonly model: Model
}

export interface Setting extends PopulatePlace {
  readonly ask: Ask
  readonly scene: Scene
  readonly graph: Graph
  readonly attribute: PopulatableAttribute
  /** All attributes that a request can populate at this place. */
  readonly open: readonly PopulatableAttribute[]
}

/** The query parameters with which the answer to a request for a list may lack entries of the list. */
const NARROWING = [
  'filters',
  '_q',
  'pagination',
  'locale',
  'publicationFilter',
  'hasPublishedVersion',
] as const

type Fits = (attribute: Attribute) => boolean

/**
 * Returns a request without `populate` and `fields`, and one attribute that the request could populate; undefined if
 * the request can populate no attribute.
 */
export const setting = (graph: Graph, input: ExperimentInput, fits: Fits = () => true): Setting | undefined =>
  settingAt(graph, input, fits, (type) => ({ steps: [], model: type }))

/** Like `setting`, but the attribute may be up to two steps below the entries at the root of the answer. */
export const nestedSetting = (
  graph: Graph,
  input: ExperimentInput,
  fits: Fits = () => true,
): Setting | undefined =>
  settingAt(graph, input, fits, (type, scene) => {
    const { role, settings } = scene
    const here: PopulatePlace = { steps: [], model: type }
    const levels = Math.min(scene.roll.pick([0, 0, 0, 1, 1, 2]), settings.depth)
    const isFitting = ({ model }: PopulatePlace): boolean => readable(model, role).some(fits)
    const first = levels < 1 ? [] : placesBelow(here, graph, role)
    const second =
      levels < 2 ? [] : first.flatMap((place) => placesBelow(place, graph, role)).filter(isFitting)
    const fitting = second.length > 0 ? second : first.filter(isFitting)
    return fitting.length > 0 ? scene.roll.pick(fitting) : here
  })

const readable = (model: Model, role: Role): readonly PopulatableAttribute[] =>
  populatable(model).filter((attribute) => isOpenTo(attribute, role))

/**
 * Returns the places one step below a place, without places below a morph relation, because a morph relation can lead
 * to any type.
 */
const placesBelow = (
  { steps, model }: PopulatePlace,
  { schema }: Graph,
  role: Role,
): readonly PopulatePlace[] =>
  readable(model, role).flatMap((attribute): readonly PopulatePlace[] => {
    const { name, kind } = attribute
    // Skips `localizations`, because real servers omit localizations that are on the same page.
    if (name === 'localizations' || kind === 'morphTo') return []
    if (kind !== 'zone') {
      const target = leadsTo(attribute, schema)
      return target === undefined ? [] : [{ steps: [...steps, { name, on: undefined }], model: target }]
    }
    return attribute.components.flatMap((on) => {
      const target = schema.components.get(on)
      return target === undefined ? [] : [{ steps: [...steps, { name, on }], model: target }]
    })
  })

function settingAt(
  graph: Graph,
  { ask, dice }: ExperimentInput,
  fits: Fits,
  placeIn: (type: ContentType, scene: Scene) => PopulatePlace,
): Setting | undefined {
  const one = ask(graph)
  const scene = sceneOf(one, graph, dice)
  // Most requests are for whole lists, because an experiment needs an entry with links, and a whole list contains more
  // entries.
  const isWide = scene.roll.chance(75)
  const requested = isWide ? listed({ ...one, query: without(one.query, ...NARROWING) }) : one
  const place = placeIn(requested.type, scene)
  const fitting = readable(place.model, requested.role).filter(fits)
  if (fitting.length === 0) return undefined
  return {
    ...place,
    ask: { ...requested, query: without(requested.query, 'populate', 'fields') },
    scene,
    graph,
    attribute: pickOfKind(fitting, scene),
    open: populatable(place.model),
  }
}

/**
 * Selects a random attribute. The kind of attribute is selected before the attribute, because a type has many
 * relations but few components and zones.
 */
function pickOfKind(attributes: readonly PopulatableAttribute[], { roll }: Scene): PopulatableAttribute {
  const kindOf = ({ kind, ...rest }: PopulatableAttribute): string =>
    `${kind} ${'many' in rest && rest.many ? 'many' : 'one'}`
  const kind = roll.pick([...new Set(attributes.map(kindOf))])
  return roll.pick(attributes.filter((attribute) => kindOf(attribute) === kind))
}

/**
 * Returns a setting with a relation whose target type the role may list; undefined if the requested type has no such
 * relation.
 */
export function settingOfListed(
  graph: Graph,
  input: ExperimentInput,
): { readonly here: Setting; readonly target: ContentType } | undefined {
  const here = nestedSetting(graph, input, ({ kind }) => kind === 'relation')
  const target = here && leadsTo(here.attribute, graph.schema)
  if (here === undefined || target?.modelType !== 'contentType') return undefined
  const isListed = target.uid.startsWith('api::') && target.kind === 'collectionType'
  return isListed && mayFind(here.ask.role, target.uid) ? { here, target } : undefined
}

/** Makes requests that differ only in the `populate` at the place of the setting. */
export const variants = ({ ask, steps }: Setting, ...populates: readonly (QueryTree | undefined)[]) =>
  populates.map((populate) => changing(ask, { populate: leadingTo(steps, populate) }))

/**
 * Returns the `populate` for the root of the query that contains the `populate` of a place below the steps to this
 * place.
 */
const leadingTo = (steps: readonly PopulateStep[], populate: QueryTree | undefined): QueryTree | undefined =>
  steps.reduceRight<QueryTree | undefined>((below, { name, on }) => {
    const options: QueryTree = below === undefined ? 'true' : { populate: below }
    return { [name]: on === undefined ? options : { on: { [on]: options } } }
  }, populate)

/** Returns the entries or components of a reply that contain the populated attribute; undefined for an error answer. */
export const ownersOf = ({ steps }: PopulatePlace, reply: Reply): readonly JsonObject[] | undefined =>
  steps.reduce<readonly JsonObject[] | undefined>(
    (owners, { name, on }) =>
      owners
        ?.flatMap((owner) => below(owner, name))
        .filter(({ __component }) => on === undefined || __component === on),
    entriesOf(reply),
  )

/**
 * Returns several names of `populate` as one text with commas. Only the `populate` at the root of the query may
 * contain such a text, because a text below an attribute is a single path.
 */
export const asText = ({ steps }: PopulatePlace, names: readonly string[]): readonly string[] =>
  steps.length === 0 ? [names.join(',')] : []

/** Returns a fault unless all answers to equivalent requests are equal. */
export function allSame(replies: readonly Reply[]): Fault {
  const [first, ...others] = replies
  return others
    .map(({ json }) => expectSame('two notations of one populate have different answers', first?.json, json))
    .find(Boolean)
}

export const isSimple = ({ kind }: Attribute): boolean =>
  kind !== 'zone' && kind !== 'morphTo' && kind !== 'scalar'
export const isSimpleList = (attribute: Attribute): boolean =>
  isSimple(attribute) && attribute.kind !== 'scalar' && attribute.kind !== 'zone' && attribute.many

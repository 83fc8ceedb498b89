/** The starting point of laws about `populate`: a request, and an attribute that it could populate. */
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Attribute, ContentType, PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { isOpenTo, mayFind } from '../../src/semantics/access.ts'
import { leadsTo, populatable } from '../../src/semantics/model.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import type { Ask } from '../arbitraries/request.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { type ExperimentInput, expectSame, type Fault, type Reply } from './law.ts'
import { changing, listed, sceneOf, without } from './replies.ts'

export interface Setting {
  readonly ask: Ask
  readonly scene: Scene
  readonly graph: Graph
  readonly attribute: PopulatableAttribute
  /** All attributes that the type can populate. */
  readonly open: readonly PopulatableAttribute[]
}

/** The parameters that may exclude entries. */
const NARROWING = [
  'filters',
  '_q',
  'pagination',
  'locale',
  'publicationFilter',
  'hasPublishedVersion',
] as const

/** A request without populate and fields, and one attribute that it could populate; undefined if there is none. */
export function setting(
  graph: Graph,
  { ask, dice }: ExperimentInput,
  fits: (attribute: Attribute) => boolean = () => true,
): Setting | undefined {
  const one = ask(graph)
  const scene = sceneOf(one, graph, dice)
  // Most requests are for all entries, because an experiment needs an entry with links.
  const isWide = scene.roll.chance(75)
  const requested = isWide ? listed({ ...one, query: without(one.query, ...NARROWING) }) : one
  const open = populatable(requested.type)
  const fitting = open.filter((attribute) => fits(attribute) && isOpenTo(attribute, requested.role))
  if (fitting.length === 0) return undefined
  return {
    ask: { ...requested, query: without(requested.query, 'populate', 'fields') },
    scene,
    graph,
    attribute: scene.roll.pick(fitting),
    open,
  }
}

/** A relation to populate, whose target type the role may list; undefined if there is none. */
export function settingOfListed(
  graph: Graph,
  input: ExperimentInput,
): { readonly here: Setting; readonly target: ContentType } | undefined {
  const here = setting(graph, input, ({ kind }) => kind === 'relation')
  const target = here && leadsTo(here.attribute, graph.schema)
  if (here === undefined || target?.modelType !== 'contentType') return undefined
  const isListed = target.uid.startsWith('api::') && target.kind === 'collectionType'
  return isListed && mayFind(here.ask.role, target.uid) ? { here, target } : undefined
}

/** Requests that differ only in `populate`. */
export const variants = ({ ask }: Setting, ...populates: readonly (QueryTree | undefined)[]) =>
  populates.map((populate) => changing(ask, { populate }))

/** A judge that returns a fault unless all answers are equal. */
export function allSame(replies: readonly Reply[]): Fault {
  const [first, ...others] = replies
  return others.map(({ json }) => expectSame('two ways to say one thing', first?.json, json)).find(Boolean)
}

export const isSimple = ({ kind }: Attribute): boolean =>
  kind !== 'zone' && kind !== 'morphTo' && kind !== 'scalar'
export const isSimpleList = (attribute: Attribute): boolean =>
  isSimple(attribute) && attribute.kind !== 'scalar' && attribute.kind !== 'zone' && attribute.many

/** Where the laws of `populate` are tried: a request, and an attribute that it could populate. */
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Attribute, PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { isOpenTo } from '../../src/semantics/access.ts'
import { populatable } from '../../src/semantics/model.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import type { Ask } from '../arbitraries/request.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { expectSame, type Fault, type Luck, type Reply } from './law.ts'
import { changing, listed, sceneOf, without } from './replies.ts'

export interface Setting {
  readonly ask: Ask
  readonly scene: Scene
  readonly graph: Graph
  readonly attribute: PopulatableAttribute
  /** Everything the type has to populate. */
  readonly open: readonly PopulatableAttribute[]
}

/** Parameters that leave out entries. */
const NARROWING = [
  'filters',
  '_q',
  'pagination',
  'locale',
  'publicationFilter',
  'hasPublishedVersion',
] as const

/** A request without populate and fields, and one attribute that it could populate; undefined if it has none. */
export function setting(
  graph: Graph,
  { ask, dice }: Luck,
  fits: (attribute: Attribute) => boolean = () => true,
): Setting | undefined {
  const one = ask(graph)
  const scene = sceneOf(one, graph, dice)
  // Mostly of all entries: what is populated in none says nothing.
  const isWide = scene.roll.chance(75)
  const asked = isWide ? listed({ ...one, query: without(one.query, ...NARROWING) }) : one
  const open = populatable(asked.type)
  const fitting = open.filter((attribute) => fits(attribute) && isOpenTo(attribute, asked.role))
  if (fitting.length === 0) return undefined
  return {
    ask: { ...asked, query: without(asked.query, 'populate', 'fields') },
    scene,
    graph,
    attribute: scene.roll.pick(fitting),
    open,
  }
}

/** Requests that differ in their populate alone. */
export const variants = ({ ask }: Setting, ...populates: readonly (QueryTree | undefined)[]) =>
  populates.map((populate) => changing(ask, { populate }))

/** All answers say the same. */
export function allSame(replies: readonly Reply[]): Fault {
  const [first, ...others] = replies
  return others.map(({ json }) => expectSame('two ways to say one thing', first?.json, json)).find(Boolean)
}

export const isSimple = ({ kind }: Attribute): boolean =>
  kind !== 'zone' && kind !== 'morphTo' && kind !== 'scalar'
export const isSimpleList = (attribute: Attribute): boolean =>
  isSimple(attribute) && attribute.kind !== 'scalar' && attribute.kind !== 'zone' && attribute.many

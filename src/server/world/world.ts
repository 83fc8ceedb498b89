/** Worlds: a graph and its entries by the names of their types. A world never changes; `with` makes another. */

import { explainWrite } from '../../explain/writing/explained.ts'
import type { WriteExplained } from '../../explain/writing/explanation.ts'
import { type ApiResponse, createReferenceApi, KEPT_BYTES, type KeepOptions } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { latestInstant } from '../../reference/graph/latest.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { ProfileOptions } from '../../reference/strapi/profile.ts'
import { LruBudget } from '../../util/cache/lru.ts'
import { stateOf } from '../../writing/change/state.ts'
import { refuseName } from '../../writing/edit/lazy-object.ts'
import { firstState, type WriteRequest, type WritingState, withGraph, write } from '../../writing/index.ts'
import { changesBetween, type WorldChange } from './changes.ts'
import { type EntrySet, entrySet, type Workshop } from './entries.ts'

export type { BodyFault, WriteExplained } from '../../explain/writing/explanation.ts'
export type { WriteRequest } from '../../writing/index.ts'
export type { WorldChange } from './changes.ts'
export type { EntrySet, Selector, WorldEntry } from './entries.ts'

/** Attributes of the types that a world knows, by plural name, singular name or uid. */
export type TypeMap = object

/** The entries of a world, by plural name, singular name or uid of their type. */
export type WorldData<Types extends TypeMap> = {
  readonly [name in keyof Types]: EntrySet<Types[name] extends object ? Types[name] : never>
}

/** What a caller may say of a world. */
export interface WorldOptions {
  /** The instant of every change, ISO 8601; one second after the latest of the graph where it is left out. */
  readonly now?: string
  /** How requests are answered; `documented` where it is left out. */
  readonly profile?: string | ProfileOptions
  /** Texts that begin otherwise make other documentIds of what requests create. */
  readonly seed?: string
}

/** A graph, and the worlds that differ from it. */
export interface World<Types extends TypeMap> {
  readonly graph: Graph
  /** The world as `change` leaves it. Throws where that breaks the dataset, with nothing changed. */
  readonly with: (change: (data: WorldData<Types>) => void) => World<Types>
  /** The entries, to be looked at. */
  readonly data: WorldData<Types>
  /**
   * The world as a request leaves it, and what is answered: `POST`, `PUT` and `DELETE` write content, all else reads. A
   * request that is refused leaves the world itself.
   */
  readonly send: (request: WriteRequest) => Sent<Types>
  /** Why a write is refused, at which place of its body, and what body is taken; null for what is not refused. */
  readonly explain: (request: WriteRequest) => WriteExplained | null
  /** What differs from the world that `world` made. */
  readonly changes: () => readonly WorldChange[]
}

/** What comes of a request. */
export interface Sent<Types extends TypeMap> {
  readonly world: World<Types>
  readonly answer: ApiResponse
}

/**
 * A world of a graph that was built from files. With declarations of the types as `Types` the compiler refuses a type
 * or an attribute that there is not; without them they are refused when it runs, with the nearest name.
 */
export function world<Types extends TypeMap = Record<string, Record<string, unknown>>>(
  graph: Graph,
  { now, profile, seed }: WorldOptions = {},
): World<Types> {
  let latest = now
  const instant = (): string => {
    latest ??= latestInstant(graph)
    return latest
  }
  const start: () => WritingState = once(() =>
    firstState(graph, {
      ...(seed === undefined ? {} : { seed }),
      ...(now === undefined ? {} : { time: Date.parse(now) }),
    }),
  )
  const keep = { share: new LruBudget(KEPT_BYTES) }
  const origin = { graph, now: instant, keep, options: profile === undefined ? {} : { profile } }
  return worldOf<Types>(graph, start, origin)
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** What all worlds of one graph have in common. */
interface Origin {
  readonly graph: Graph
  readonly now: () => string
  /** What one world has worked out serves the others as far as they are alike. */
  readonly keep: KeepOptions
  readonly options: { readonly profile?: string | ProfileOptions }
}

function worldOf<Types extends TypeMap>(
  graph: Graph,
  start: () => WritingState,
  origin: Origin,
): World<Types> {
  const { now, options, keep } = origin
  const api = once(() => createReferenceApi(graph, { ...options, keep }))
  const state = once(() => withGraph(start(), graph))
  const change = (recipe: (data: WorldData<Types>) => void): World<Types> => {
    // Who is named by whom is read from what rows are written as, which the state of a graph begins with.
    stateOf(graph)
    const workshop: Workshop = { graph, now, isOpen: true }
    const returned: unknown = recipe(dataOf<Types>(workshop))
    if (returned instanceof Promise)
      throw new TypeError(
        'with: the change returned a promise: it is over when it returns, so await before it',
      )
    workshop.isOpen = false
    return workshop.graph === graph ? here : worldOf(workshop.graph, state, origin)
  }
  const here: World<Types> = Object.freeze({
    graph,
    with: change,
    data: dataOf<Types>({ graph, now, isOpen: false }),
    send: (request: WriteRequest): Sent<Types> => {
      const written = write(state(), request, options)
      if (written === undefined) return { world: here, answer: api().answer(request) }
      const { state: after, answer } = written
      return { world: after.graph === graph ? here : worldOf(after.graph, () => after, origin), answer }
    },
    explain: (request: WriteRequest) => explainWrite(state(), request, options),
    changes: () => changesBetween(origin.graph, graph),
  })
  return here
}

/** Entry sets by name, made when they are asked for. */
function dataOf<Types extends TypeMap>(workshop: Workshop): WorldData<Types> {
  const types = namesOf(workshop.graph)
  const data: unknown = new Proxy(Object.freeze({}), {
    get: (_, name) => {
      if (typeof name !== 'string') return undefined
      const type = types.get(name)
      if (type === undefined) return refuseName(name, 'a world', types.keys())
      return entrySet(workshop, type, name)
    },
  })
  return data as WorldData<Types>
}

/** Plural names come before singular ones; where a name stands for several types, the first has it. */
function namesOf({ schema }: Graph): ReadonlyMap<string, ContentType> {
  const types = [...schema.contentTypes.values()]
  const named = types.filter(({ uid }) => uid.startsWith('api::'))
  const names: (readonly [string, ContentType])[] = [
    ...[...types, ...named].map((type): [string, ContentType] => [type.singularName, type]).reverse(),
    ...[...types, ...named].map((type): [string, ContentType] => [type.pluralName, type]).reverse(),
    ...types.map((type): [string, ContentType] => [type.uid, type]),
  ]
  return new Map(names)
}

/**
 * Creates worlds for tests. A world is a graph whose entries can be read and changed by type name. A world is
 * immutable; its method `with` returns a changed world.
 */

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
import { type EntrySet, entrySet } from './entries.ts'
import { ANY_FREE, type NewIds, type Workshop } from './workshop.ts'

export type { BodyFault, WriteExplained } from '../../explain/writing/explanation.ts'
export type { WriteRequest } from '../../writing/index.ts'
export type { WorldChange } from './changes.ts'
export type { EntrySet, Selector, WorldEntry } from './entries.ts'

/** The attributes of each content type. The key is the plural name, the singular name or the uid of the type. */
export type TypeMap = object

/** The entries of each content type. The key is the plural name, the singular name or the uid of the type. */
export type WorldData<Types extends TypeMap> = {
  readonly [name in keyof Types]: EntrySet<Types[name] extends object ? Types[name] : never>
}

export interface WorldOptions {
  /**
   * The time of every change of the world, as ISO 8601 text. By default, this time is one second after the latest
   * time in the graph.
   */
  readonly now?: string
  /** The profile of the server that answers imitate. The default is `documented`. */
  readonly profile?: string | ProfileOptions
  /** The seed of the documentIds that writes create. */
  readonly seed?: string
}

/** A graph, and functions that return changed worlds. */
export interface World<Types extends TypeMap> {
  readonly graph: Graph
  /** Returns the world after the function `change` changed its entries. Throws if the changed dataset is invalid. */
  readonly with: (change: (data: WorldData<Types>) => void) => World<Types>
  /** The entries of the world, which can only be read here. */
  readonly data: WorldData<Types>
  /**
   * Answers a request and returns the world after the request. `POST`, `PUT` and `DELETE` write content; other methods
   * read. If the world refuses a request, the result contains the same world object.
   */
  readonly send: (request: WriteRequest) => Sent<Types>
  /**
   * Explains why the world refuses a write. The explanation contains the place of the fault in the body, and a body
   * that the world would accept. Returns null if the world accepts the write.
   */
  readonly explain: (request: WriteRequest) => WriteExplained | null
  /** Returns the differences between the first world, which `world()` created, and this world. */
  readonly changes: () => readonly WorldChange[]
}

/** The answer to a request, and the world after that request. */
export interface Sent<Types extends TypeMap> {
  readonly world: World<Types>
  readonly answer: ApiResponse
}

/**
 * Creates a world for a graph that was built from files. If `Types` declares the types, the compiler rejects unknown
 * types and attributes. Without declared types, the functions throw at run time for an unknown name and suggest the
 * nearest name.
 */
export function world<Types extends TypeMap = Record<string, Record<string, unknown>>>(
  graph: Graph,
  options: WorldOptions = {},
): World<Types> {
  return worldWith(graph, options)
}

/** Creates a world in which `ids` decide the ids of new rows. */
export const laterWorld = (graph: Graph, ids: NewIds): World<Record<string, Record<string, unknown>>> =>
  worldWith(graph, {}, ids)

function worldWith<Types extends TypeMap>(
  graph: Graph,
  { now, profile, seed }: WorldOptions,
  ids: NewIds = ANY_FREE,
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
  const origin = { graph, now: instant, keep, ids, options: profile === undefined ? {} : { profile } }
  return worldOf<Types>(graph, start, origin)
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The values that all worlds derived from the same first world share. */
interface Origin {
  readonly graph: Graph
  readonly now: () => string
  /**
   * The budget of the answer caches. All worlds share this budget, so that one world can reuse answers of another
   * world.
   */
  readonly keep: KeepOptions
  readonly options: { readonly profile?: string | ProfileOptions }
  readonly ids: NewIds
}

function worldOf<Types extends TypeMap>(
  graph: Graph,
  start: () => WritingState,
  origin: Origin,
): World<Types> {
  const { now, options, keep, ids } = origin
  const api = once(() => createReferenceApi(graph, { ...options, keep }))
  const state = once(() => withGraph(start(), graph))
  const change = (recipe: (data: WorldData<Types>) => void): World<Types> => {
    // Computes the state of the graph before the change, because the change reads inverse links from the rows in that
    // state.
    stateOf(graph)
    const workshop: Workshop = { graph, now, ids, isOpen: true }
    const returned: unknown = recipe(dataOf<Types>(workshop))
    if (returned instanceof Promise)
      throw new TypeError(
        'with: the change returned a promise; a change ends when its function returns, so await before the call of with',
      )
    workshop.isOpen = false
    return workshop.graph === graph ? here : worldOf(workshop.graph, state, origin)
  }
  const here: World<Types> = Object.freeze({
    graph,
    with: change,
    data: dataOf<Types>({ graph, now, ids, isOpen: false }),
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

/** Returns an object that makes the functions for a type when code reads the member with the name of the type. */
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

/**
 * Returns the content types by plural name, singular name and uid. A plural name takes precedence over an equal
 * singular name. An ambiguous plural name stands for the first type with that name.
 */
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

/**
 * Applies a patch to a world. A patch is plain data:
 *
 *     {"articles": {"create": [{"title": "New"}], "update": [{"where": {"slug": "old"}, "data": {"title": "Newer"}}],
 *       "delete": ["documentId"], "publish": [{"title": "New"}], "clear": true}}
 */

import type { Graph } from '../../reference/graph/graph.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pointerTo } from '../../util/pointer.ts'
import type { WriteOptions } from '../world/entries.ts'
import { ANY_FREE, type NewIds } from '../world/workshop.ts'
import { type EntrySet, laterWorld, type Selector } from '../world/world.ts'

/** The error for an invalid patch. The message of the error names the place in the patch and the reason. */
export class PatchError extends Error {
  override readonly name = 'PatchError'
  /** The JSON pointer (RFC 6901) of the invalid value in the patch. */
  readonly pointer: string

  constructor(pointer: string, says: string) {
    super(`${pointer || '/'}: ${says}`)
    this.pointer = pointer
  }
}

export interface Patched {
  readonly graph: Graph
  /**
   * The entries that the patch created, in order of creation. The keys of `created` are the names of the types in the
   * spelling of the patch, such as `articles`.
   */
  readonly created: Readonly<Record<string, readonly Json[]>>
}

/** The kinds of changes of one type, in the order in which they apply. Their order in the patch has no effect. */
const VERBS = ['clear', 'delete', 'update', 'create', 'publish', 'unpublish'] as const

/** Applies all changes of a patch, or none. The parameter `ids` determines the ids of new rows. @throws PatchError */
export function patched(graph: Graph, patch: Json, ids: NewIds = ANY_FREE): Patched {
  const types = objectAt(patch, '', 'an object of types such as {"articles": {"create": [{"title": "New"}]}}')
  const created: Record<string, readonly Json[]> = {}
  const { graph: after } = laterWorld(graph, ids).with((data) => {
    for (const [name, verbs] of Object.entries(types)) {
      const place = pointerTo('', name)
      const set = inPlace(place, () => data[name])
      const object = objectAt(verbs, place, `an object with ${VERBS.join(', ')}`)
      const strange = Object.keys(object).find((key) => !VERBS.some((verb) => verb === key))
      if (strange !== undefined) throw wrong(pointerTo(place, strange), `one of ${VERBS.join(', ')}`)
      const made = set === undefined ? [] : apply(set, object, place)
      if (made.length > 0) created[name] = made
    }
  })
  return { graph: after, created }
}

/** Applies the changes that a patch contains for one type, and returns the created entries. */
function apply(set: EntrySet, verbs: JsonObject, place: string): readonly Json[] {
  const made: Json[] = []
  for (const verb of VERBS) {
    const given = member(verbs, verb)
    if (given === undefined) continue
    const here = pointerTo(place, verb)
    if (verb === 'clear') {
      if (given !== true) throw wrong(here, 'true')
      set.clear()
      continue
    }
    const items = isList(given) ? given : [given]
    for (const [at, item] of items.entries()) {
      const there = isList(given) ? pointerTo(here, at) : here
      inPlace(there, () => {
        if (verb === 'create') made.push(created(set, item, there))
        else applyOne(set, verb, item, there)
      })
    }
  }
  return made
}

function created(set: EntrySet, item: Json, place: string): Json {
  const { publish, locale, ...values } = objectAt(item, place, 'the values of an entry')
  const made = set.create(values, optionsAt({ publish, locale }, place))
  return { id: made.id, documentId: made.documentId, locale: made.locale, status: made.status }
}

/** Reads the options of a `create` or `update` in a patch: `publish` and `locale`. */
function optionsAt(
  { publish, locale }: { readonly publish: Json | undefined; readonly locale: Json | undefined },
  place: string,
): WriteOptions {
  if (publish !== undefined && typeof publish !== 'boolean')
    throw wrong(pointerTo(place, 'publish'), 'true or false')
  if (locale !== undefined && typeof locale !== 'string') throw wrong(pointerTo(place, 'locale'), 'a locale')
  return { ...(publish === true ? { publish } : {}), ...(locale === undefined ? {} : { locale }) }
}

const OF_UPDATES = ['where', 'data', 'locale', 'publish']

function applyOne(
  set: EntrySet,
  verb: Exclude<(typeof VERBS)[number], 'clear' | 'create'>,
  item: Json,
  place: string,
): void {
  switch (verb) {
    case 'update': {
      const update = objectAt(item, place, '{"where": …, "data": {…}}')
      const strange = Object.keys(update).find((key) => !OF_UPDATES.includes(key))
      if (strange !== undefined) throw wrong(pointerTo(place, strange), `one of ${OF_UPDATES.join(', ')}`)
      const { where, data, publish, locale } = update
      set.update(
        selectorAt(where, pointerTo(place, 'where')),
        objectAt(data ?? null, pointerTo(place, 'data'), 'an object of attribute values'),
        optionsAt({ publish, locale }, place),
      )
      return
    }
    case 'delete':
      set.delete(selectorAt(item, place))
      return
    case 'publish':
      set.publish(selectorAt(item, place))
      return
    case 'unpublish':
      set.unpublish(selectorAt(item, place))
      return
  }
}

function selectorAt(json: Json | undefined, place: string): Selector {
  if (typeof json === 'string') return json
  return objectAt(json ?? null, place, 'a documentId, or values that entries have')
}

function objectAt(json: Json, place: string, expected: string): JsonObject {
  if (isObject(json)) return json
  throw wrong(place, expected)
}

const wrong = (place: string, expected: string): PatchError => new PatchError(place, `expected ${expected}`)

/** Runs `action`, and adds the place in the patch to the message of an error that it throws. */
function inPlace<T>(place: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (error instanceof PatchError || !(error instanceof Error)) throw error
    throw new PatchError(place, error.message)
  }
}

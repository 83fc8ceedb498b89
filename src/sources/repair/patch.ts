/**
 * Applies changes to a JSON value, each at the path of the changed member. The changed JSON value shares unchanged
 * parts with the original JSON value.
 */
import { isList, isObject, type Json } from '../../util/json.ts'

/** A change at a path of a JSON file: the deletion of the value, or another value in its place. */
export type Repair = 'drop' | { readonly value: Json }

interface Node {
  change: Repair | null
  readonly inner: Map<string, Node>
}

export interface Patch {
  readonly add: (path: readonly string[], change: Repair) => void
  /** Applies all changes to the JSON of a file. The result is undefined if the patch deletes the whole file. */
  readonly applyTo: (json: Json) => Json | undefined
}

export function newPatch(): Patch {
  const root: Node = { change: null, inner: new Map() }
  return {
    add: (path, change) => {
      let node = root
      for (const key of path) {
        const inner = node.inner.get(key) ?? { change: null, inner: new Map() }
        node.inner.set(key, inner)
        node = inner
      }
      node.change ??= change
    },
    applyTo: (json) => applied(json, root),
  }
}

function applied(json: Json, { change, inner }: Node): Json | undefined {
  if (change !== null) return change === 'drop' ? undefined : change.value
  if (inner.size === 0) return json
  if (isList(json)) {
    return json.flatMap((item, index) => {
      const node = inner.get(String(index))
      const value = node === undefined ? item : applied(item, node)
      return value === undefined ? [] : [value]
    })
  }
  if (!isObject(json)) return json
  const members = new Map(Object.entries(json))
  for (const [key, node] of inner) {
    const value = applied(members.get(key) ?? null, node)
    if (value === undefined) members.delete(key)
    else members.set(key, value)
  }
  return Object.fromEntries(members)
}

/** Splits a JSON pointer (RFC 6901) into its keys. */
export const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Follows a path of keys into a JSON value, and returns the value at the end of the path. */
export function standsAt(json: Json | undefined, path: readonly string[]): Json | undefined {
  let found = json
  for (const key of path) {
    if (isList(found)) found = found[Number(key)]
    else found = isObject(found) && Object.hasOwn(found, key) ? found[key] : undefined
  }
  return found
}

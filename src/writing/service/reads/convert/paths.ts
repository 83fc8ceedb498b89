/** Rewrites lists of dotted populate paths as the document service does. */
import { isList, isObject, type Json, type JsonObject } from '../../../../util/json.ts'

type Tree = Map<string, Tree | true>

/**
 * Merges the dotted paths of each list in a populate. The later of two paths such as `a` and `a.b` removes the earlier
 * one.
 */
export function joinedPaths(populate: Json): Json {
  if (isList(populate))
    return populate.every((item) => typeof item === 'string') ? joined(populate.map(String)) : populate
  if (!isObject(populate)) return populate
  return Object.fromEntries(
    Object.entries(populate).map(([name, value]) => [
      name,
      name === 'fields' || name === 'filters' || name === 'sort' ? value : joinedPaths(value),
    ]),
  )
}

const joined = (paths: readonly string[]): readonly string[] => pathsOf(treeOf(paths), '')

function treeOf(paths: readonly string[]): Tree {
  const top: Tree = new Map()
  for (const path of paths) add(top, path.split('.'))
  return top
}

/** Converts dotted paths to the object form of a populate. */
export const pathsObject = (paths: readonly string[]): JsonObject => objectOf(treeOf(paths))

const objectOf = (tree: Tree): JsonObject =>
  Object.fromEntries(
    [...tree].map(([name, below]) => [name, below === true ? true : { populate: objectOf(below) }]),
  )

function add(top: Tree, names: readonly string[]): void {
  let tree = top
  for (const [at, name] of names.entries()) {
    if (at === names.length - 1) {
      tree.set(name, true)
      return
    }
    const known = tree.get(name)
    const next: Tree = known instanceof Map ? known : new Map()
    tree.set(name, next)
    tree = next
  }
}

function pathsOf(tree: Tree, above: string): readonly string[] {
  return [...tree].flatMap(([name, below]) => {
    const path = above === '' ? name : `${above}.${name}`
    return below === true ? [path] : pathsOf(below, path)
  })
}

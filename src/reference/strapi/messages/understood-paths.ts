/**
 * Converts dotted populate paths to the form that an error message prints. The real server merges the paths into a
 * tree, removes hidden names, and prints the remaining paths.
 */
import { findableTypes, isOpen, type Viewer } from '../../access.ts'
import { isText, type Raw } from '../../parse/url.ts'
import type { Model } from '../../schema/schema.ts'
import { targetOf } from '../../schema/target.ts'

/** A value in the form that a message prints; `true` stands for a missing value. */
export type Understood =
  | Raw
  | boolean
  | readonly Understood[]
  | { readonly [key: string]: Understood | undefined }

interface Tree {
  readonly below: Map<string, Tree | 'end' | 'anything'>
}

/**
 * The maximum number of names in a path that a message prints as nested objects. A message prints a longer path
 * unchanged.
 */
const MOST_NAMES = 100

/** Returns the populate paths in a text or a list, in the form that a message prints; undefined if no path remains. */
export function understoodPaths(
  raw: string | readonly Raw[],
  model: Model,
  viewer: Viewer,
): Understood | undefined {
  const texts = isText(raw) ? [raw] : raw.filter(isText)
  const paths = texts.map((text) => text.split('.'))
  if (typeof raw !== 'string' && texts.length < raw.length) return raw
  if (texts.length === 0 || paths.some(({ length }) => length > MOST_NAMES)) return raw
  const root = treeOf(paths)
  const endsAnywhere = closed(root, model, viewer)
  if (endsAnywhere) return asObject(root, viewer)
  const visible = asPaths(root)
  return isText(raw) ? visible[0] : visible
}

/**
 * Merges dotted paths into a tree of names. If a name occurs in several paths, the last path decides whether a path
 * ends at the name.
 */
function treeOf(paths: readonly (readonly string[])[]): Tree {
  const root: Tree = { below: new Map() }
  for (const path of paths) {
    let tree = root
    for (const name of path.slice(0, -1)) {
      const found = tree.below.get(name)
      const next: Tree = typeof found === 'object' ? found : { below: new Map() }
      tree.below.set(name, next)
      tree = next
    }
    tree.below.set(path.at(-1) ?? '', 'end')
  }
  return root
}

/**
 * Removes the attribute names that the role may not see from a tree of names. Returns whether a path ends at a morph
 * relation, which a message cannot print as a path.
 */
function closed(root: Tree, model: Model, viewer: Viewer): boolean {
  const open: { readonly tree: Tree; readonly model: Model }[] = [{ tree: root, model }]
  let endsAnywhere = false
  for (const { tree, model } of open)
    for (const [name, next] of tree.below) {
      const attribute = model.attributes.get(name)
      if (attribute === undefined) continue
      if (attribute.private || !isOpen(attribute, viewer)) tree.below.delete(name)
      else if (attribute.kind === 'morphTo' && next === 'end') {
        tree.below.set(name, 'anything')
        endsAnywhere = true
      } else {
        const target = targetOf(viewer.schema, attribute)
        if (typeof next === 'object' && target !== undefined) open.push({ tree: next, model: target })
      }
    }
  return endsAnywhere
}

function asPaths(root: Tree): readonly string[] {
  const paths: string[] = []
  const open: { readonly tree: Tree | 'end' | 'anything'; readonly path: string }[] = [
    { tree: root, path: '' },
  ]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { tree, path } = next
    if (typeof tree !== 'object') paths.push(path)
    else
      for (const [name, below] of [...tree.below].reverse())
        open.push({ tree: below, path: path === '' ? name : `${path}.${name}` })
  }
  return paths
}

/**
 * Converts a tree of names to nested objects. The function is recursive; the limit on the names in a path bounds the
 * recursion depth.
 */
const asObject = ({ below }: Tree, viewer: Viewer): Understood =>
  Object.fromEntries(
    [...below].map(([name, next]) => {
      if (next === 'end') return [name, true]
      return [name, next === 'anything' ? { on: everyKind(viewer) } : { populate: asObject(next, viewer) }]
    }),
  )

/**
 * Returns the options that a message prints for a morph relation without options: every type that the role may find.
 */
export const everyKind = (viewer: Viewer): Understood =>
  Object.fromEntries(findableTypes(viewer).map((uid) => [uid, true]))

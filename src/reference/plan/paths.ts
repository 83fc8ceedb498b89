/**
 * Plans dotted populate paths (`a`, `a.b.c`, comma lists, and lists of such texts): finds the attributes that the
 * answer shows.
 */
import { isOpen } from '../access.ts'
import type { PopulateSyntax } from '../parse/syntax.ts'
import type { Model, Uid } from '../schema/schema.ts'
import { isPopulatable } from '../schema/target.ts'
import { afterRemoval, placeOfMorph } from '../strapi/plan/branch.ts'
import { countedClauses, pathsIn } from '../strapi/plan/populate.ts'
import { branch, populated, scalarsOf } from './branch.ts'
import type { Populated, Selection } from './plan.ts'
import type { PlaceContext } from './step.ts'

type PathsSyntax = Extract<PopulateSyntax, { kind: 'paths' }>

/** The attribute names to populate in one model, each with the names below it. */
interface PathTree {
  readonly below: Map<string, PathTree>
  /**
   * Whether the attribute name comes from a comma list. The real server skips the permission check for names in a
   * comma list.
   */
  readonly inCommaList: boolean
}

interface Pending {
  readonly tree: PathTree
  readonly model: Model
  readonly into: Populated[]
}

/**
 * Plans all dotted paths without recursion, because a path may have thousands of names. All dotted paths share one
 * selection for each node of the name tree and each model. With separate selections, each component type of a zone
 * would multiply the work.
 */
export function alongPaths(syntax: PathsSyntax, root: Model, place: PlaceContext): readonly Populated[] {
  const top: Populated[] = []
  const pending: Pending[] = [{ tree: treeOf(syntax, root, place), model: root, into: top }]
  const known = new Map<PathTree, Map<Uid, Selection>>()
  const selectionOf = (tree: PathTree, model: Model): Selection => {
    const ofTree = known.get(tree) ?? new Map<Uid, Selection>()
    known.set(tree, ofTree)
    const before = ofTree.get(model.uid)
    if (before !== undefined) return before
    const into: Populated[] = []
    pending.push({ tree, model, into })
    const selection = { ...scalarsOf(model, place), populate: into }
    ofTree.set(model.uid, selection)
    return selection
  }
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const [name, below] of next.tree.below) {
      const attribute = next.model.attributes.get(name)
      if (attribute === undefined || !isPopulatable(attribute) || attribute.private) continue
      if (!isOpen(attribute, place)) continue
      const here = attribute.kind === 'morphTo' && !below.inCommaList ? placeOfMorph(place) : place
      const item = populated(attribute, here, (model) =>
        branch(attribute, selectionOf(below, model), {}, here),
      )
      next.into.push(below.inCommaList ? afterRemoval(item, place.rows, place) : item)
    }
  }
  return top
}

function treeOf(syntax: PathsSyntax, root: Model, place: PlaceContext): PathTree {
  const top: PathTree = { below: new Map(), inCommaList: false }
  for (const clause of countedClauses(syntax, root, place))
    for (const path of pathsIn(clause, place)) add(top, path, clause.text.includes(','))
  return top
}

function add(top: PathTree, path: readonly string[], inCommaList: boolean): void {
  let tree = top
  for (const name of path) {
    const next = tree.below.get(name) ?? { below: new Map(), inCommaList }
    tree.below.set(name, next)
    tree = next
  }
}

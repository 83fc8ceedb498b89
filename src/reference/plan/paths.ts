/** Dotted populate paths: `a`, `a.b.c`, comma lists and lists of them → what they bring in. */
import { isOpen, mayFollow } from '../access.ts'
import { attributesOf, followedClauses } from '../names/paths.ts'
import type { PopulateClause, PopulateSyntax } from '../parse/syntax.ts'
import type { Model, Uid } from '../schema/schema.ts'
import { isPopulatable } from '../schema/target.ts'
import * as real from '../strapi/as-real.ts'
import { branch, openMorph, populated, scalarsOf } from './branch.ts'
import type { Populated, Selection } from './plan.ts'
import type { PlaceContext } from './step.ts'

type PathsSyntax = Extract<PopulateSyntax, { kind: 'paths' }>

/** The names to populate below one model, each with the names below it. */
interface PathTree {
  readonly below: Map<string, PathTree>
  /** Written in a comma list, which the real server's permission handling does not look into. */
  readonly inCommaList: boolean
}

interface Pending {
  readonly tree: PathTree
  readonly model: Model
  readonly into: Populated[]
}

/**
 * Without recursion, for a path may have thousands of names. What is shown of one model at one place in the tree is one
 * selection, however many ways lead there: through a zone they would double with each of its kinds.
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
      const here = attribute.kind === 'morphTo' && !below.inCommaList ? openMorph(place) : place
      const item = populated(attribute, here, (model) =>
        branch(attribute, selectionOf(below, model), {}, here),
      )
      next.into.push(below.inCommaList ? real.stripped(item, place.rows, place) : item)
    }
  }
  return top
}

function treeOf(syntax: PathsSyntax, root: Model, place: PlaceContext): PathTree {
  const top: PathTree = { below: new Map(), inCommaList: false }
  for (const clause of followedClauses(syntax, place.has)) {
    if (place.has('dotted-leaf-drops-path') && !isPermitted(clause, root, place)) continue
    for (const path of clause.paths) add(top, path, clause.text.includes(','))
  }
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

/** Whether the role may follow each name; a comma list counts as far as its first comma. */
const isPermitted = ({ text }: PopulateClause, model: Model, { role, schema }: PlaceContext): boolean =>
  attributesOf(text.split('.'), model, schema).every((attribute) => mayFollow(role, attribute))

/** Dotted populate paths: `a`, `a.b.c`, comma lists and lists of them → a tree of names. */
import type { PopulateClause, PopulateSyntax } from '../parse/syntax.ts'
import { invalidKey } from '../refusal.ts'
import type { Attribute, Model } from '../schema/schema.ts'
import { modelOf, targetOf } from '../schema/target.ts'
import { join, type Level, mayFollow, type PlaceContext } from './context.ts'

type PathsSyntax = Extract<PopulateSyntax, { kind: 'paths' }>

/** The names to populate below one model, each with the names below it. */
export interface PathTree {
  readonly below: Map<string, PathTree>
  /** Written in a comma list, which the real server's permission handling does not look into. */
  readonly inCommaList: boolean
}

/** Checks every path, then keeps those that are to be followed. */
export function planPaths(syntax: PathsSyntax, place: Level, context: PlaceContext): PathTree {
  for (const clause of syntax.clauses) {
    for (const path of clause.paths) checkPath(path, place.model, context)
  }
  if (place.nested) for (const clause of syntax.clauses) checkVerbatim(clause, place, context)
  const clauses =
    context.has('dotted-order') && syntax.form === 'list' ? lastOfEach(syntax.clauses) : syntax.clauses
  for (const clause of clauses) checkPrivate(clause, place, context)
  const root: PathTree = { below: new Map(), inCommaList: false }
  for (const clause of clauses) {
    const isList = clause.text.includes(',')
    if (context.has('dotted-leaf-drops-path') && !isPermitted(clause, place.model, context)) continue
    for (const path of clause.paths) add(root, path, isList)
  }
  return root
}

function add(root: PathTree, path: readonly string[], inCommaList: boolean): void {
  let tree = root
  for (const name of path) {
    const next = tree.below.get(name) ?? { below: new Map(), inCommaList }
    tree.below.set(name, next)
    tree = next
  }
}

/** Of `a` and `a.b` in a list the later one takes the place of the earlier. */
function lastOfEach(clauses: readonly PopulateClause[]): readonly PopulateClause[] {
  const leadsThrough = (long: PopulateClause, short: PopulateClause) => long.text.startsWith(`${short.text}.`)
  return clauses.filter((clause, at) => {
    const later = clauses.slice(at + 1)
    return !later.some((other) => leadsThrough(clause, other) || leadsThrough(other, clause))
  })
}

/** Every name but the last must lead on, and every name must be populatable. */
function checkPath(path: readonly string[], root: Model, context: PlaceContext): void {
  let model = root
  let above: string | null = null
  for (const [at, name] of path.entries()) {
    const here: string = join(above, name)
    const attribute = model.attributes.get(name)
    const isLast = at === path.length - 1
    if (attribute === undefined || attribute.kind === 'scalar') return refuse(name, here, context)
    if (isLast) return
    if (attribute.kind === 'zone')
      return checkZonePath(attribute.components, path.slice(at + 1), here, context)
    const target = attribute.kind === 'media' ? undefined : targetOf(context.schema, attribute)
    if (target === undefined) return refuse(name, here, context)
    above = here
    model = target
  }
}

function refuse(key: string, path: string, { report, param }: PlaceContext): void {
  report('populate.names', invalidKey(key, { rule: 'populate.unknown', path, param }))
}

/** Through a zone: some kind of component must have the name, and what follows must be sound for it. */
function checkZonePath(
  uids: readonly string[],
  path: readonly string[],
  zone: string,
  context: PlaceContext,
): void {
  const [name = '', ...rest] = path
  const isSound = uids.some((uid) => {
    const attribute = modelOf(context.schema, uid)?.attributes.get(name)
    if (attribute === undefined) return false
    if (rest.length === 0) return true
    const leadsOn =
      attribute.kind === 'component' || attribute.kind === 'relation' || attribute.kind === 'morphBy'
    const target = leadsOn ? targetOf(context.schema, attribute) : undefined
    return target !== undefined && isSoundPath(rest, target, context)
  })
  if (!isSound) refuse(name, join(zone, name), context)
}

function isSoundPath(path: readonly string[], model: Model, context: PlaceContext): boolean {
  let sound = true
  checkPath(path, model, { ...context, report: () => (sound = false) })
  return sound
}

/** Under a nested `populate` a string is one path, as written: `a,b` is a name with a comma in it. */
function checkVerbatim({ text }: PopulateClause, place: Level, context: PlaceContext): void {
  const { report, param } = context
  let { model, path, raw } = place
  const names = text.split('.')
  for (const [at, name] of names.entries()) {
    const attribute = model.attributes.get(name)
    if (attribute === undefined) {
      return report('populate.names', invalidKey(name, { rule: 'populate.nested-name', path, param }))
    }
    path = join(path, name)
    raw = join(raw, name)
    if (attribute.kind === 'zone' && at < names.length - 1) {
      return report(
        'populate.names',
        invalidKey('populate', { rule: 'populate.zone-nested', path: raw, param }),
      )
    }
    const target = targetOf(context.schema, attribute)
    if (target === undefined) return
    model = target
    raw = join(raw, 'populate')
  }
}

/** Private names are refused; in a comma list the real server sees only as far as the first comma. */
function checkPrivate(clause: PopulateClause, place: Level, context: PlaceContext): void {
  const paths = context.has('comma-populate-bypass') ? [clause.text.split('.')] : clause.paths
  for (const names of paths) {
    let path = place.path
    for (const attribute of attributesOf(names, place.model, context)) {
      path = join(path, attribute.name)
      if (attribute.kind === 'relation' && attribute.via === 'creator') context.cite('populate.creators')
      if (attribute.private) {
        const where = { rule: 'populate.private', path, param: context.param } as const
        context.report('populate.names', invalidKey(attribute.name, where))
      }
    }
  }
}

/** A comma list counts as far as its first comma. */
function isPermitted({ text }: PopulateClause, model: Model, context: PlaceContext): boolean {
  return attributesOf(text.split('.'), model, context).every((attribute) => mayFollow(context, attribute))
}

/** The attributes a path names, up to the first that is none or that a zone stands in front of. */
function attributesOf(path: readonly string[], root: Model, context: PlaceContext): Attribute[] {
  const found: Attribute[] = []
  let model: Model | undefined = root
  for (const name of path) {
    const attribute: Attribute | undefined = model?.attributes.get(name)
    if (attribute === undefined) return found
    found.push(attribute)
    model = targetOf(context.schema, attribute)
  }
  return found
}

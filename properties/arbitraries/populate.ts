/**
 * Generates `populate` for a model: star, name, list, dotted path, object, `on` or `count`, with options at any depth.
 */
import type { Attribute, Model, PopulatableAttribute, Uid } from '../../src/reference/schema/schema.ts'
import { leadsTo, populatable } from '../../src/semantics/model.ts'
import { filterTree } from './filters.ts'
import type { QueryObject, QueryTree } from './print.ts'
import type { Scene } from './scene.ts'
import { fieldsTree, sortTree } from './sort.ts'

type Morph = Extract<PopulatableAttribute, { kind: 'zone' | 'morphTo' }>
type Simple = Exclude<PopulatableAttribute, Morph>

const isMorph = (attribute: PopulatableAttribute): attribute is Morph =>
  attribute.kind === 'zone' || attribute.kind === 'morphTo'

/** Generates a `populate` in any form for the root of a query; undefined if the model has nothing to populate. */
export function populateTree(model: Model, scene: Scene): QueryTree | undefined {
  const { roll, settings } = scene
  const open = populatable(model)
  if (open.length === 0) return undefined
  if (roll.chance(15)) return '*'
  switch (roll.upTo(3)) {
    case 0:
      return dottedPath(model, scene, true, settings.depth)
    case 1: {
      const paths = [
        dottedPath(model, scene, true, settings.depth),
        dottedPath(model, scene, true, settings.depth),
      ]
      return roll.chance(30) ? paths.join(roll.pick([',', ', '])) : paths
    }
    default:
      return objectForm(model, scene, settings.depth)
  }
}

/**
 * Generates a dotted path such as `a` or `a.b`; every name except the last must lead to other entries. Only a path in
 * the `populate` at the root may go through a dynamic zone.
 */
function dottedPath(model: Model, scene: Scene, isRoot: boolean, depth: number): string {
  const { roll, graph } = scene
  const open = populatable(model)
  const attribute = roll.pick(open)
  const { name } = attribute
  if (depth <= 0 || !roll.chance(45)) return name
  const kinds = attribute.kind === 'zone' && isRoot ? attribute.components : []
  const next =
    kinds.length > 0
      ? graph.schema.components.get(roll.pick(kinds))
      : attribute.kind === 'media'
        ? undefined
        : leadsTo(attribute, graph.schema)
  if (next === undefined || populatable(next).length === 0) return name
  // The name after a dynamic zone must be an attribute of one of the components of the zone.
  return `${name}.${kinds.length > 0 ? roll.pick(populatable(next)).name : dottedPath(next, scene, isRoot, depth - 1)}`
}

const TRUTHS = ['true', 't', '1'] as const

function objectForm(model: Model, scene: Scene, depth: number): QueryObject {
  const { roll } = scene
  const open = populatable(model)
  const chosen = [roll.pick(open), ...roll.some(open, 2)]
  return Object.fromEntries(chosen.map((attribute) => [attribute.name, under(attribute, scene, depth)]))
}

/** Generates a value for an attribute in a `populate` object: a flag or options. */
export const underAttribute = (attribute: PopulatableAttribute, scene: Scene): QueryTree =>
  under(attribute, scene, scene.settings.depth)

function under(attribute: PopulatableAttribute, scene: Scene, depth: number): QueryTree {
  const { roll } = scene
  if (roll.chance(4)) return 'false'
  if (depth <= 0 || roll.chance(20)) return roll.pick(TRUTHS)
  return isMorph(attribute) ? underMorph(attribute, scene, depth) : underSimple(attribute, scene, depth)
}

function underSimple(attribute: Simple, scene: Scene, depth: number): QueryTree {
  const target = leadsTo(attribute, scene.graph.schema)
  const chosen = target === undefined ? {} : options(target, scene, depth)
  return Object.keys(chosen).length === 0 ? 'true' : chosen
}

/** Generates the options of a populated attribute: at least one option, unless the settings exclude `fields`. */
function options(target: Model, scene: Scene, depth: number): QueryObject {
  const { roll, settings } = scene
  const tree: Record<string, QueryTree> = {}
  if (settings.parameters.includes('fields') && roll.chance(30)) tree.fields = fieldsTree(target, scene)
  if (settings.parameters.includes('filters') && roll.chance(30)) tree.filters = filterTree(target, scene, 1)
  if (settings.parameters.includes('sort') && roll.chance(30)) tree.sort = sortTree(target, scene, false)
  if (roll.chance(45)) {
    const nested = nestedPopulate(target, scene, depth - 1)
    if (nested !== undefined) tree.populate = nested
  }
  if (roll.chance(8)) tree.count = roll.pick(['true', 'false'])
  const isEmpty = Object.keys(tree).length === 0 && settings.parameters.includes('fields')
  return isEmpty ? { fields: ['id'] } : tree
}

/** Generates a `populate` below an attribute. There, a text is one dotted path, and commas do not separate names. */
function nestedPopulate(model: Model, scene: Scene, depth: number): QueryTree | undefined {
  const { roll } = scene
  if (populatable(model).length === 0) return undefined
  if (roll.chance(25)) return '*'
  switch (roll.upTo(2)) {
    case 0:
      return dottedPath(model, scene, false, depth)
    case 1:
      return [dottedPath(model, scene, false, depth), dottedPath(model, scene, false, depth)]
    default:
      return objectForm(model, scene, depth)
  }
}

function underMorph(attribute: Morph, scene: Scene, depth: number): QueryTree {
  const { roll } = scene
  if (attribute.kind === 'zone' && roll.chance(20)) return { populate: '*' }
  const uids = [...kindsOf(attribute, scene)]
  // A dynamic zone may allow no components. In a populate of a zone without components, `on` has no component type to
  // name.
  if (uids.length === 0 || roll.chance(10)) return { count: 'true' }
  const listed = [roll.pick(uids), ...roll.some(uids, 2)]
  const on = Object.fromEntries(listed.map((uid) => [uid, fragment(uid, scene, depth)]))
  return roll.chance(6) ? { on, count: 'true' } : { on }
}

function kindsOf(attribute: Attribute, { graph }: Scene): readonly Uid[] {
  return attribute.kind === 'zone' ? attribute.components : [...graph.schema.contentTypes.keys()]
}

function fragment(uid: Uid, scene: Scene, depth: number): QueryTree {
  const { roll, graph } = scene
  if (roll.chance(6)) return 'false'
  const model = graph.schema.components.get(uid) ?? graph.schema.contentTypes.get(uid)
  if (model === undefined || roll.chance(35)) return 'true'
  const { count: _count, ...rest } = options(model, scene, depth - 1)
  return Object.keys(rest).length === 0 ? 'true' : rest
}

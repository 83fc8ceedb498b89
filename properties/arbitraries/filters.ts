/** Generates `filters` for a model: with every operator and in every form, up to the depth that the settings allow. */
import type { Graph } from '../../src/reference/graph/graph.ts'
import {
  IMPLICIT,
  OPERATORS,
  TEST_OPERATORS,
  type TestOperator,
} from '../../src/reference/operators/operators.ts'
import type { Model, Column as Place } from '../../src/reference/schema/schema.ts'
import { leadsTo, openScalars } from '../../src/semantics/model.ts'
import { heldBy, likenesses } from './held.ts'
import { passages } from './places.ts'
import type { QueryObject, QueryTree } from './print.ts'
import type { Scene } from './scene.ts'
import { operandsOf } from './values.ts'

/** Generates a filter object with at least one condition on a model. */
export function filterTree(model: Model, scene: Scene, depth = scene.settings.filterDepth): QueryObject {
  const { roll } = scene
  const tree: Record<string, QueryTree> = {}
  const count = 1 + (roll.chance(25) ? 1 : 0)
  for (let at = 0; at < count; at++) {
    if (depth > 0 && groupsOf(scene).length > 0 && roll.chance(22))
      Object.assign(tree, group(model, scene, depth))
    else Object.assign(tree, condition(model, scene, depth))
  }
  return tree
}

/** Returns those of the operators `$and`, `$or` and `$not` that the settings allow. */
const groupsOf = ({ settings: { operators } }: Scene) =>
  (['$and', '$or', '$not'] as const).filter((name) => operators.includes(name))

/** Generates an `$and`, `$or` or `$not` with conditions on a model. */
export function group(model: Model, scene: Scene, depth: number): QueryObject {
  const { roll } = scene
  const key = roll.pick(groupsOf(scene))
  if (key === '$not') return { $not: filterTree(model, scene, depth - 1) }
  const count = 1 + roll.upTo(2)
  return { [key]: Array.from({ length: count }, () => filterTree(model, scene, depth - 1)) }
}

/** Generates a condition on an attribute, on the id or on the documentId of a model. */
export function condition(model: Model, scene: Scene, depth: number): QueryObject {
  const { roll, role } = scene
  const ways = depth > 0 ? passages(model, role) : []
  if (ways.length > 0 && roll.chance(45)) {
    const attribute = roll.pick(ways)
    const target = leadsTo(attribute, scene.graph.schema)
    if (target !== undefined) return { [attribute.name]: onTarget(target, scene, depth - 1) }
  }
  const scalars = openScalars(model)
  if (scalars.length === 0 || roll.chance(12)) {
    const isId = model.modelType === 'component' || roll.chance(50)
    return isId ? { id: onColumn(model, 'id', scene) } : { documentId: onColumn(model, 'documentId', scene) }
  }
  const attribute = roll.pick(scalars)
  return { [attribute.name]: onColumn(model, attribute, scene) }
}

/** Generates the filter below a relation, component or media attribute that leads to the model `target`. */
function onTarget(target: Model, scene: Scene, depth: number): QueryTree {
  const { roll } = scene
  if (roll.chance(8)) return null
  if (roll.chance(8)) return roll.pick(['1', '2', '99'])
  if (roll.chance(6)) return ['1', '3']
  if (roll.chance(15)) return oneOperator(target, 'id', scene)
  // In a filter on a relation, each operator is the only key of its object.
  const lists = groupsOf(scene).filter((name) => name !== '$not')
  if (depth > 0 && lists.length > 0 && roll.chance(18)) {
    const count = 1 + roll.upTo(1)
    const items = Array.from({ length: count }, () => filterTree(target, scene, depth - 1))
    return { [roll.pick(lists.toReversed())]: items }
  }
  const count = 1 + (roll.chance(30) ? 1 : 0)
  return Object.assign({}, ...Array.from({ length: count }, () => condition(target, scene, depth)))
}

/** Generates the filter on one scalar attribute: a value, a list of values, or operators. */
function onColumn(model: Model, column: Place, scene: Scene): QueryTree {
  const { roll } = scene
  const values = (): string => operand(model, column, IMPLICIT.value, scene)
  if (roll.chance(12)) return values()
  if (roll.chance(4)) return null
  if (roll.chance(6)) return [values(), values()]
  const mayNegate = scene.settings.operators.includes('$not')
  if (mayNegate && roll.chance(14))
    return { $not: roll.chance(25) ? values() : oneOperator(model, column, scene) }
  if (mayNegate && roll.chance(3)) return { $not: [values(), values()] }
  if (roll.chance(12)) return { ...oneOperator(model, column, scene), ...oneOperator(model, column, scene) }
  return oneOperator(model, column, scene)
}

/** Generates one test operator with a valid operand. */
export function oneOperator(model: Model, column: Place, scene: Scene): QueryObject {
  const { roll } = scene
  const { operators } = scene.settings
  const operator = roll.pick(TEST_OPERATORS.filter((name) => operators.includes(name)))
  const values = (): string => operand(model, column, operator, scene)
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return { [operator]: roll.pick(['true', 'false', '', 'foo', '0']) }
    case 'pair':
      return { [operator]: [values(), values()] }
    case 'list': {
      if (roll.chance(15)) return { [operator]: values() }
      const list: QueryTree[] = [values(), ...(roll.chance(60) ? [values()] : [])]
      return { [operator]: roll.chance(10) ? [...list, null] : list }
    }
    case 'value':
    case 'text':
      if (roll.chance(6)) return { [operator]: null }
      return { [operator]: roll.chance(12) ? [values(), values()] : values() }
  }
}

/**
 * Generates an operand of an operator on an attribute. If the rows have values in the attribute, half of the operands
 * equal or resemble one of these values.
 */
export function operand(model: Model, column: Place, operator: TestOperator, scene: Scene): string {
  const { roll, graph, documentIds } = scene
  const known = knownIn(model, column, graph)
  if (known.length > 0 && roll.chance(50)) {
    const text = roll.pick(known)
    return OPERATORS[operator].takes === 'text' ? roll.pick([text, ...likenesses(text)]) : text
  }
  return roll.pick(operandsOf(typeof column === 'string' ? column : column.type, operator, documentIds))
}

/**
 * Returns values of an attribute in the rows of a graph, as texts: all ids or documentIds, but at most 40 values of a
 * scalar attribute.
 */
export function knownIn(model: Model, column: Place, graph: Graph): readonly string[] {
  if (typeof column !== 'string') return heldBy(graph, model, column)
  const table = graph.tables.get(model.uid)
  return column === 'id' ? [...(table?.byId.keys() ?? [])].map(String) : [...(table?.byDocument.keys() ?? [])]
}

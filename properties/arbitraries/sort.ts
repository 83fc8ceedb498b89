/** Generates `sort` for a model, as a text, list or object, and `fields`, as a text or list. */
import type { Model } from '../../src/reference/schema/schema.ts'
import { leadsTo, openScalars } from '../../src/semantics/model.ts'
import { passages } from './places.ts'
import type { QueryObject, QueryTree } from './print.ts'
import type { Scene } from './scene.ts'

/** Generates `fields`: a list of names, a text with commas, or `*`. */
export function fieldsTree(model: Model, { roll }: Scene): QueryTree {
  const ids = model.modelType === 'component' ? ['id'] : ['id', 'documentId']
  const scalars = openScalars(model).map(({ name }) => name)
  if (roll.chance(8)) return roll.pick(['*', ['*']])
  const names = scalars.length === 0 ? ids : [roll.pick(scalars), ...roll.some([...scalars, ...ids], 3)]
  if (roll.chance(15)) return [...names, '*']
  return roll.chance(40) ? names.join(roll.pick([',', ', '])) : names
}

const ORDERS = ['', 'asc', 'desc', 'ASC', 'Desc'] as const

/** Generates a sort by one to three keys. Sort keys follow relations only in the `sort` at the root of the query. */
export function sortTree(model: Model, scene: Scene, isRoot: boolean): QueryTree {
  const { roll } = scene
  const count = 1 + roll.upTo(2)
  const keys = Array.from({ length: count }, () => sortKey(model, scene, isRoot ? 2 : 0))
  switch (roll.upTo(3)) {
    case 0:
      return keys.map(asText).join(roll.pick([',', ', ']))
    case 1:
      return keys.map(asText)
    case 2:
      return keys.map(asObject)
    default:
      return asObject(keys[0] ?? { path: ['id'], order: '' })
  }
}

interface SortKey {
  readonly path: readonly string[]
  readonly order: string
}

function sortKey(model: Model, scene: Scene, depth: number): SortKey {
  const { roll, role, graph } = scene
  const ways = depth > 0 ? passages(model, role) : []
  if (ways.length > 0 && roll.chance(30)) {
    const attribute = roll.pick(ways)
    const target = leadsTo(attribute, graph.schema)
    if (target !== undefined) {
      const { path, order } = sortKey(target, scene, depth - 1)
      return { path: [attribute.name, ...path], order }
    }
  }
  const ids = model.modelType === 'component' ? ['id'] : ['id', 'documentId']
  const scalars = openScalars(model).map(({ name }) => name)
  return {
    path: [roll.pick(roll.chance(90) && scalars.length > 0 ? scalars : ids)],
    order: roll.pick(ORDERS),
  }
}

const asText = ({ path, order }: SortKey): string => `${path.join('.')}${order === '' ? '' : `:${order}`}`

const asObject = ({ path, order }: SortKey): QueryObject => {
  const [first = 'id', ...rest] = path
  return { [first]: rest.length === 0 ? order || 'asc' : asObject({ path: rest, order }) }
}

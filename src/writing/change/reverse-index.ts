/**
 * A cached reverse index of each table. The index leads from a row to the rows that refer to it, and from a component
 * to the row that contains it.
 */

import type { ComponentNode, Node, Row, Table } from '../../reference/graph/graph.ts'
import { layersOf } from '../../reference/graph/layered.ts'
import { nodesOf } from '../../reference/graph/nodes.ts'
import { rowJson } from '../../reference/graph/share.ts'
import type { Uid } from '../../reference/schema/schema.ts'
import type { JsonObject } from '../../util/json.ts'

/** The reverse index of a base table, or of the layer of changes above it. */
interface ReverseIndex {
  /**
   * For each row (by type and id), the ids of the rows of this table that refer to the row, directly or in a
   * component.
   */
  readonly referrers: ReadonlyMap<Uid, ReadonlyMap<number, readonly number[]>>
  /** The id of the row that contains a component, by uid and id of the component. */
  readonly owners: ReadonlyMap<Uid, ReadonlyMap<number, number>>
  /** The names of the `morphBy` attributes that the JSON of at least one row contains. */
  readonly written: ReadonlySet<string>
}

const roots = new WeakMap<Table, ReverseIndex>()
const tops = new WeakMap<Table, ReverseIndex>()

/** Returns the ids of the rows in a table that refer to a row, through any attribute. */
export function referrersIn(table: Table, type: Uid, id: number): readonly number[] {
  const { root, changes } = layersOf(table)
  const below = baseIndex(root).referrers.get(type)?.get(id) ?? []
  if (changes.size === 0) return below
  const above = layerIndex(table).referrers.get(type)?.get(id) ?? []
  return [...below.filter((referrer) => !changes.has(referrer)), ...above]
}

/** A function that returns the id of the row that contains a component, by the id of the component. */
type OwnerOf = (id: number) => number | undefined

/**
 * Makes a function that finds the row that contains a component; undefined if the table has no component of the type.
 */
export function ownersIn(table: Table, component: Uid): OwnerOf | undefined {
  const { root, changes } = layersOf(table)
  const below = baseIndex(root).owners.get(component)
  const above = changes.size === 0 ? undefined : layerIndex(table).owners.get(component)
  if (below === undefined && above === undefined) return undefined
  return (id) => {
    const changed = above?.get(id)
    if (changed !== undefined) return changed
    const owner = below?.get(id)
    return owner === undefined || changes.has(owner) ? undefined : owner
  }
}

/**
 * Makes a predicate that takes an id and returns whether a row in any of the tables contains the component with this
 * id.
 */
export function isHeldIn(tables: Iterable<Table>, component: Uid): (id: number) => boolean {
  const owners = [...tables].flatMap((table) => ownersIn(table, component) ?? [])
  return (id) => owners.some((ownerOf) => ownerOf(id) !== undefined)
}

/** Returns whether the JSON of any row of the table, or of its base table, contains the `morphBy` attribute `name`. */
export function isMorphWrittenIn(table: Table, name: string): boolean {
  const { root, changes } = layersOf(table)
  return baseIndex(root).written.has(name) || (changes.size > 0 && layerIndex(table).written.has(name))
}

const baseIndex = (root: Table): ReverseIndex => kept(roots, root, () => root.rows)

const layerIndex = (table: Table): ReverseIndex =>
  kept(tops, table, () => [...layersOf(table).changes.values()].filter((row) => row !== undefined))

function kept(facts: WeakMap<Table, ReverseIndex>, table: Table, rows: () => Iterable<Row>): ReverseIndex {
  const there = facts.get(table)
  if (there !== undefined) return there
  const made = reverseIndexOf(rows(), table)
  facts.set(table, made)
  return made
}

function reverseIndexOf(rows: Iterable<Row>, { type }: Table): ReverseIndex {
  const shown = [...type.attributes.values()].filter(({ kind }) => kind === 'morphBy')
  const written = new Set<string>()
  const referrers = new Map<Uid, Map<number, number[]>>()
  const owners = new Map<Uid, Map<number, number>>()
  for (const row of rows) {
    const json = rowJson(row) ?? {}
    for (const { name } of shown) if (Object.hasOwn(json, name)) written.add(name)
    for (const node of nodesOf<Row | ComponentNode>(row)) {
      if (node !== row) inner(owners, node.uid, () => new Map<number, number>()).set(node.id, row.id)
      noteLinks(node, node === row ? json : undefined, row.id, referrers)
    }
  }
  return { referrers, owners, written }
}

/** Records the links of a row or component in the index, except derived links that the JSON of the row omits. */
function noteLinks(
  { links }: Node,
  json: JsonObject | undefined,
  row: number,
  referrers: Map<Uid, Map<number, number[]>>,
): void {
  for (const name in links) {
    if (json !== undefined && !Object.hasOwn(json, name)) continue
    for (const { type, id } of links[name] ?? []) {
      const list = inner(
        inner(referrers, type, () => new Map<number, number[]>()),
        id,
        () => [],
      )
      // The index lists a referring row only once, even if it refers to the row several times.
      if (list.at(-1) !== row) list.push(row)
    }
  }
}

function inner<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const there = map.get(key)
  if (there !== undefined) return there
  const made = make()
  map.set(key, made)
  return made
}

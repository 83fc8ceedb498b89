/**
 * The indexes of a graph: permutations by the keys of a sort, and links turned around, over lists of nodes. Each is
 * worked out when it is first wanted, and kept within a budget.
 */
import { heldBytes } from '../../util/bytes.ts'
import { type Kept, onceOn, type Shelf, type Sized } from '../../util/cache/lru.ts'
import { Meter, WorkExceeded } from '../evaluate/meter.ts'
import { seenTest } from '../evaluate/scan.ts'
import type { Graph, Node, Row, Table } from '../graph/graph.ts'
import { isText, nameOf, reader } from '../plan/column.ts'
import type { Image, QueryPlan, SortStep, Step } from '../plan/plan.ts'
import { type Column, FILE_UID } from '../schema/schema.ts'
import type { Database } from '../strapi/databases/database.ts'
import { ascending, type ColumnIndex, indexColumn } from './column-index.ts'
import { indexLink, type LinkIndex } from './link-index.ts'
import { permutationOf, type Rest } from './permutation.ts'
import { indexTexts, type TextIndex } from './text-index.ts'

/** A list of nodes by what it is. */
export interface Domain<N extends Node = Node> {
  readonly key: string
  readonly nodes: readonly N[]
  /** Where is kept what follows from its nodes alone. */
  readonly shelves: Shelves
}

/** What is kept of a list whose work is more than one answer may take. */
const TOO_MUCH = 'too much'
type Sorted = Uint32Array | typeof TOO_MUCH

/** What is kept of lists of nodes. */
export interface Shelves {
  readonly seen: Shelf<readonly Row[]>
  readonly permutations: Shelf<Sorted>
  /** null of a column where many nodes have the same text. */
  readonly texts: Shelf<TextIndex | null>
  readonly images: Shelf<Images>
  readonly links: Shelf<LinkIndex>
}

const newShelves = (kept: Kept): Shelves => ({
  seen: kept.shelf(),
  permutations: kept.shelf(),
  texts: kept.shelf(),
  images: kept.shelf(),
  links: kept.shelf(),
})

/** The shelves of tables: graphs that share a table share what follows from it. */
const ofTables = new WeakMap<Kept, WeakMap<Database, WeakMap<Table, Shelves>>>()

export class Indexes {
  readonly #graph: Graph
  readonly #database: Database
  /** What working one out may cost: no more than the answer that wants it. */
  readonly #budget: number
  readonly #kept: Kept
  readonly #tables: WeakMap<Table, Shelves>
  /** What follows from the graph as a whole. */
  readonly #own: Shelves

  constructor(graph: Graph, database: Database, budget: number, kept: Kept) {
    this.#graph = graph
    this.#database = database
    this.#budget = budget
    this.#kept = kept
    const databases = ofTables.get(kept) ?? new WeakMap<Database, WeakMap<Table, Shelves>>()
    ofTables.set(kept, databases)
    this.#tables = databases.get(database) ?? new WeakMap<Table, Shelves>()
    databases.set(database, this.#tables)
    this.#own = newShelves(kept)
  }

  /** The rows of a table that a plan sees, by id ascending. */
  seen(table: Table, plan: QueryPlan): Domain<Row> {
    const key = JSON.stringify([plan.type.uid, plan.rows, plan.locale])
    const shelves = this.#tables.get(table) ?? newShelves(this.#kept)
    this.#tables.set(table, shelves)
    const nodes = onceOn(shelves.seen, key, () => {
      const rows = table.rows.filter(seenTest(table, plan))
      return rows.length === table.rows.length
        ? { value: table.rows, bytes: 0 }
        : { value: rows, bytes: 8 * rows.length }
    })
    return { key, nodes, shelves }
  }

  /**
   * The positions of all nodes in the order of a sort.
   * @throws WorkExceeded where sorting all of them takes more than an answer may.
   */
  permutation({ key, nodes, shelves }: Domain, steps: readonly SortStep[], rest: Rest): Uint32Array {
    const { permutations } = steps.every(({ through }) => through.length === 0) ? shelves : this.#own
    const sorted = onceOn(permutations, `${key} ${rest} ${keyOfSort(steps)}`, (): Sized<Sorted> => {
      try {
        const value = permutationOf(nodes, steps, rest, this.#graph, new Meter(this.#budget))
        return { value, bytes: value.byteLength }
      } catch (error) {
        if (error instanceof WorkExceeded) return { value: TOO_MUCH, bytes: 0 }
        throw error
      }
    })
    if (sorted === TOO_MUCH) throw new WorkExceeded('sort')
    return sorted
  }

  /** undefined where sorting by the column takes more than an answer may. */
  column(domain: Domain, column: Column): ColumnIndex | undefined {
    const step = ascending(column, this.#database)
    try {
      return indexColumn(domain.nodes, this.permutation(domain, [step], 'listed'), step)
    } catch (error) {
      if (error instanceof WorkExceeded) return undefined
      throw error
    }
  }

  /** null for a column where texts equal others than themselves, or are mostly the same. */
  texts({ key, nodes, shelves }: Domain, column: Column): TextIndex | null {
    if (!isText(column) || !this.#database.collation.exact) return null
    return onceOn(shelves.texts, `${key} ${nameOf(column)}`, () => {
      const value = indexTexts(nodes, reader(column, this.#database)) ?? null
      return { value, bytes: value?.bytes ?? 0 }
    })
  }

  /** The image of each node's text: made once, it is looked at as fast as there are nodes. */
  images({ key, nodes, shelves }: Domain, { name, of }: Image): Images {
    return onceOn(shelves.images, `${key} ${name}`, () => {
      const value = nodes.map(of)
      const bytes = value.reduce(
        (sum, text) => sum + POINTER_BYTES + (text === null ? 0 : heldBytes(text)),
        0,
      )
      return { value, bytes }
    })
  }

  /** What the nodes link to by a step, as a list of its own, and who links to each. */
  link({ key, nodes, shelves }: Domain, step: Step): LinkIndex & Domain {
    const target = this.#targetOf(step)
    const home = target === undefined ? this.#own : shelves
    const ownKey = `${key} > ${keyOfStep(step)}${target ?? ''}`
    const index = onceOn(home.links, ownKey, () => {
      const value = indexLink(nodes, step, this.#graph)
      return { value, bytes: value.bytes }
    })
    return { ...index, key: ownKey, nodes: index.targets, shelves: home }
  }

  /** The one table that a step leads to, by its number; '' for what is in the nodes themselves. */
  #targetOf({ attribute }: Step): string | undefined {
    if (attribute.kind === 'component' || attribute.kind === 'zone') return ''
    if (attribute.kind === 'morphTo') return undefined
    const table = this.#graph.tables.get(attribute.kind === 'media' ? FILE_UID : attribute.target)
    return table && ` ${numberOf(table)}`
  }
}

const numbers = new WeakMap<Table, number>()
let last = 0

/** A number for each table, as long as there is the table. */
function numberOf(table: Table): number {
  const number = numbers.get(table) ?? ++last
  numbers.set(table, number)
  return number
}

/** By position; null where there is no value. */
export type Images = readonly (string | null)[]
const POINTER_BYTES = 8

const keyOfSort = (steps: readonly SortStep[]): string =>
  JSON.stringify(
    steps.map(({ through, column, descending, nullsFirst }) => [
      through.map(keyOfStep),
      typeof column === 'string' ? column : [column.name],
      descending,
      nullsFirst,
    ]),
  )

const keyOfStep = ({ attribute, rows, onlyFirst, asReal }: Step): string =>
  JSON.stringify([attribute.name, rows, onlyFirst, asReal])

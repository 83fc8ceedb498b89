/**
 * The indexes of a graph over lists of nodes: sorted positions, positions by text, images of texts, and reversed
 * links. An index is built and cached on first use.
 */
import { heldBytes } from '../../../util/bytes.ts'
import { type CachePartition, cachedIn, type LruBudget, type Sized } from '../../../util/cache/lru.ts'
import { Meter, WorkExceeded } from '../../evaluate/meter.ts'
import { seenTest } from '../../evaluate/scan.ts'
import type { Graph, Node, Row, Table } from '../../graph/graph.ts'
import { isText, nameOf, reader } from '../../plan/column.ts'
import type { OperandContext } from '../../plan/operand.ts'
import type { QueryPlan, SortStep, Step } from '../../plan/plan.ts'
import { type Column, FILE_UID } from '../../schema/schema.ts'
import type { Database } from '../../strapi/databases/database.ts'
import type { Image } from './access.ts'
import { ascending, type ColumnIndex, indexColumn } from './column-index.ts'
import { indexLink, type LinkIndex } from './link-index.ts'
import { permutationOf, type Rest } from './permutation.ts'
import { indexTexts, type TextIndex } from './text-index.ts'

/** A list of nodes over which indexes are built. */
export interface Domain<N extends Node = Node> {
  /** The name of the list of nodes within its cache partitions. */
  readonly key: string
  readonly nodes: readonly N[]
  /** The cache partitions of the indexes that depend only on `nodes`. */
  readonly partitions: Partitions
}

/** The cached mark for a sort that takes more steps than one answer may take. */
const TOO_MUCH = 'too much'
type Sorted = Uint32Array | typeof TOO_MUCH

/** The partitions of the cache for the indexes of one table or one graph. */
export interface Partitions {
  readonly seen: CachePartition<readonly Row[]>
  readonly permutations: CachePartition<Sorted>
  /** The text indexes of columns; null for a column in which many nodes have the same text. */
  readonly texts: CachePartition<TextIndex | null>
  readonly images: CachePartition<Images>
  readonly links: CachePartition<LinkIndex>
}

const newPartitions = (cache: LruBudget): Partitions => ({
  seen: cache.partition(),
  permutations: cache.partition(),
  texts: cache.partition(),
  images: cache.partition(),
  links: cache.partition(),
})

/** The cache partitions by cache, database and table, so that graphs share the indexes of a common table. */
const ofTables = new WeakMap<LruBudget, WeakMap<Database, WeakMap<Table, Partitions>>>()

export class Indexes {
  /** The members of the profile that affect the tests of filters. */
  readonly context: OperandContext
  readonly #graph: Graph
  readonly #database: Database
  /** The maximum number of steps for building one index. */
  readonly #budget: number
  readonly #cache: LruBudget
  readonly #tables: WeakMap<Table, Partitions>
  /** The cache partitions of indexes that depend on the whole graph. */
  readonly #own: Partitions

  constructor(graph: Graph, context: OperandContext, budget: number, cache: LruBudget) {
    const { database } = context
    this.context = context
    this.#graph = graph
    this.#database = database
    this.#budget = budget
    this.#cache = cache
    const databases = ofTables.get(cache) ?? new WeakMap<Database, WeakMap<Table, Partitions>>()
    ofTables.set(cache, databases)
    this.#tables = databases.get(database) ?? new WeakMap<Table, Partitions>()
    databases.set(database, this.#tables)
    this.#own = newPartitions(cache)
  }

  /** Returns the rows of a table that a plan may show, by id ascending. */
  seen(table: Table, plan: QueryPlan): Domain<Row> {
    const key = JSON.stringify([plan.type.uid, plan.rows, plan.locale])
    const partitions = this.#tables.get(table) ?? newPartitions(this.#cache)
    this.#tables.set(table, partitions)
    const nodes = cachedIn(partitions.seen, key, () => {
      const rows = table.rows.filter(seenTest(table, plan))
      return rows.length === table.rows.length
        ? { value: table.rows, bytes: 0 }
        : { value: rows, bytes: 8 * rows.length }
    })
    return { key, nodes, partitions }
  }

  /**
   * Returns the positions of all nodes in the order of a sort.
   * @throws WorkExceeded if the sort takes more steps than one answer may take.
   */
  permutation({ key, nodes, partitions }: Domain, steps: readonly SortStep[], rest: Rest): Uint32Array {
    const { permutations } = steps.every(({ through }) => through.length === 0) ? partitions : this.#own
    const sorted = cachedIn(permutations, `${key} ${rest} ${keyOfSort(steps)}`, (): Sized<Sorted> => {
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

  /** Returns the index of a column; undefined if sorting by the column takes more steps than one answer may take. */
  column(domain: Domain, column: Column): ColumnIndex | undefined {
    const step = ascending(column, this.#database)
    try {
      return indexColumn(domain.nodes, this.permutation(domain, [step], 'listed'), step)
    } catch (error) {
      if (error instanceof WorkExceeded) return undefined
      throw error
    }
  }

  /**
   * Returns the text index of a column; null for a column without texts, for a collation that treats different texts
   * as equal, or if many nodes have the same text.
   */
  texts({ key, nodes, partitions }: Domain, column: Column): TextIndex | null {
    if (!isText(column) || !this.#database.collation.exact) return null
    return cachedIn(partitions.texts, `${key} ${nameOf(column)}`, () => {
      const value = indexTexts(nodes, reader(column, this.#database)) ?? null
      return { value, bytes: value?.bytes ?? 0 }
    })
  }

  /** Returns the image of each node, cached so that no query has to fold the texts again. */
  images({ key, nodes, partitions }: Domain, { name, of }: Image): Images {
    return cachedIn(partitions.images, `${key} ${name}`, () => {
      const value = nodes.map(of)
      const bytes = value.reduce(
        (sum, text) => sum + POINTER_BYTES + (text === null ? 0 : heldBytes(text)),
        0,
      )
      return { value, bytes }
    })
  }

  /**
   * Returns all nodes to which a link step leads from a list of nodes, as a separate list. The result also contains,
   * for each linked node, the nodes that link to it.
   */
  link({ key, nodes, partitions }: Domain, step: Step): LinkIndex & Domain {
    const target = this.#targetOf(step)
    const home = target === undefined ? this.#own : partitions
    const ownKey = `${key} > ${keyOfStep(step)}${target ?? ''}`
    const index = cachedIn(home.links, ownKey, () => {
      const value = indexLink(nodes, step, this.#graph)
      return { value, bytes: value.bytes }
    })
    return { ...index, key: ownKey, nodes: index.targets, partitions: home }
  }

  /**
   * Returns the number of the table that a step of the plan leads to, as a text; '' for components, undefined for
   * several tables.
   */
  #targetOf({ attribute }: Step): string | undefined {
    if (attribute.kind === 'component' || attribute.kind === 'zone') return ''
    if (attribute.kind === 'morphTo') return undefined
    const table = this.#graph.tables.get(attribute.kind === 'media' ? FILE_UID : attribute.target)
    return table && ` ${numberOf(table)}`
  }
}

const numbers = new WeakMap<Table, number>()
let last = 0

/** Returns a unique number for each table, as long as the table exists. */
function numberOf(table: Table): number {
  const number = numbers.get(table) ?? ++last
  numbers.set(table, number)
  return number
}

/** The image of each node by position; null for a node without a value. */
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

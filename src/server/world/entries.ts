/** Reads and changes the entries of one type in a world. */

import type { Graph, Row } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { putRows } from '../../writing/change/rebuild.ts'
import { writtenOf } from '../../writing/change/state.ts'
import { refuseName } from '../../writing/edit/lazy-object.ts'
import { publishedCopy } from './publish.ts'
import { newComponentIds, newRow, readValues, withIds } from './values.ts'
import type { Workshop } from './workshop.ts'

/** One stored version of a document (draft or published, in one locale), with its scalar values. */
export type WorldEntry<Attributes extends object = Record<string, unknown>> = Readonly<
  Partial<Attributes>
> & {
  readonly id: number
  readonly documentId: string
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

/**
 * A selector of entries: a documentId, or an object with values of scalar attributes, `id`, `documentId`, `locale` and
 * `status`.
 */
export type Selector<Attributes extends object = Record<string, unknown>> =
  | string
  | Partial<WorldEntry<Attributes>>

/** The options of a write: whether it publishes, and its locale. */
export interface WriteOptions {
  /**
   * Whether the call also publishes the entry. For a type without draft & publish, the call then throws a TypeError.
   */
  readonly publish?: boolean
  /**
   * The locale of the created entry, by default the default locale; or the locale of the entries to update, by default
   * every locale.
   */
  readonly locale?: string
}

/**
 * The functions that read and change the entries of one type. In `values`, name a linked entry or file by its
 * documentId, by the id of its row, or by an entry. The value of a to-many relation is a list of these.
 */
export interface EntrySet<Attributes extends object = Record<string, unknown>> {
  /** Creates and returns an entry. If the type has draft & publish, the returned entry is the draft. */
  readonly create: (values?: Readonly<Partial<Attributes>>, options?: WriteOptions) => WorldEntry<Attributes>
  /**
   * Changes the selected entries, except a published version whose draft is selected too.
   * @throws TypeError if no entry is selected, or no selected entry has the locale of the options.
   */
  readonly update: (
    which: Selector<Attributes>,
    values: Readonly<Partial<Attributes>>,
    options?: WriteOptions,
  ) => void
  /** Deletes the whole documents of the selected entries, and every link to these documents. */
  readonly delete: (which: Selector<Attributes>) => void
  /** Publishes the drafts of the selected documents in every locale. */
  readonly publish: (which: Selector<Attributes>) => void
  /** Removes the published versions of the selected documents. A published version without a draft becomes a draft. */
  readonly unpublish: (which: Selector<Attributes>) => void
  /** Returns the selected versions, sorted by id. */
  readonly find: (which?: Selector<Attributes>) => readonly WorldEntry<Attributes>[]
  /** Deletes all entries of the type. */
  readonly clear: () => void
}

/** Creates the functions for the entries of `type`. Error messages call the type `name`. */
export function entrySet(workshop: Workshop, type: ContentType, name: string): EntrySet {
  const { put, select, some, inLocale, whole } = opened(workshop, type, name)
  const publish = (versions: readonly Row[]): void => {
    if (!type.draftAndPublish) throw new TypeError(`${name}.publish: ${type.uid} has no draft & publish`)
    for (const draft of versions.filter(({ status }) => status === 'draft')) {
      const copy = publishedCopy(workshop, type, draft)
      put(new Map([[Number(copy['id']), copy]]))
    }
  }
  const unpublish = (versions: readonly Row[]): void => {
    if (!type.draftAndPublish) throw new TypeError(`${name}.unpublish: ${type.uid} has no draft & publish`)
    const changes = versions
      .filter(({ status }) => status === 'published')
      .map((row) => [row.id, hasDraft(versions, row) ? undefined : asDraft(workshop.graph, row)] as const)
    put(new Map(changes))
  }
  return {
    create: (values = {}, options = {}) => {
      const read = readValues(type, values, name)
      const json = newRow(workshop, type, read, options.locale)
      const id = Number(json['id'])
      put(new Map([[id, json]]))
      if (options.publish === true) publish(select({ id }))
      const [made] = select({ id })
      if (made === undefined) throw new TypeError(`${name}.create: no entry was created`)
      return entryOf(made)
    },
    update: (which, values, options = {}) => {
      const read = readValues(type, values, name)
      const found = inLocale(some(which, 'update'), which, options.locale)
      const targets = found.filter((row) => row.status === 'draft' || !hasDraft(found, row))
      const component = newComponentIds(workshop)
      const changes = targets.map((row): [number, JsonObject] => {
        const json = { ...writtenOf(workshop.graph, row), updatedAt: workshop.now(), ...read }
        return [row.id, withIds(json, workshop, type, () => row.documentId, component)]
      })
      put(new Map(changes))
      if (options.publish === true) for (const { id } of targets) publish(select({ id }))
    },
    delete: (which) => put(removals(whole(which, 'delete'))),
    publish: (which) => publish(whole(which, 'publish')),
    unpublish: (which) => unpublish(whole(which, 'unpublish')),
    find: (which) => select(which).map(entryOf),
    clear: () => put(removals(select())),
  }
}

/** Creates functions for the rows of one type. Each returned function reads or changes the current graph. */
function opened(workshop: Workshop, type: ContentType, name: string) {
  const select = (which?: Selector): readonly Row[] => selected(workshop.graph, type, which, name)
  const some = (which: Selector, verb: string): readonly Row[] => {
    const found = select(which)
    if (found.length > 0) return found
    throw new TypeError(`${name}.${verb}: there is no entry ${JSON.stringify(which)}`)
  }
  return {
    select,
    /** Selects rows. @throws TypeError if no row is selected. */
    some,
    /** Returns only the rows of a locale. @throws TypeError if no row has the locale. */
    inLocale: (rows: readonly Row[], which: Selector, wanted: string | undefined): readonly Row[] => {
      const found = rows.filter(({ locale }) => wanted === undefined || locale === wanted)
      if (found.length > 0) return found
      const advice = type.localized
        ? 'to add the locale, create an entry with the same documentId'
        : 'the type has no locales'
      throw new TypeError(
        `${name}.update: ${JSON.stringify(which)} has no version in the locale ${JSON.stringify(wanted)}; ${advice}`,
      )
    },
    /** Returns every row of the documents that have a selected row. */
    whole: (which: Selector, verb: string): readonly Row[] => {
      const documents = new Set(some(which, verb).map(({ documentId }) => documentId))
      const { byDocument } = workshop.graph.tables.get(type.uid) ?? {}
      return [...documents].flatMap((documentId) => byDocument?.get(documentId) ?? [])
    },
    put: (puts: ReadonlyMap<number, JsonObject | undefined>): void => {
      if (!workshop.isOpen) throw new TypeError(`${name}: change entries only inside \`with\``)
      if (puts.size > 0) workshop.graph = putRows(workshop.graph, new Map([[type.uid, puts]]))
    },
  }
}

const removals = (rows: readonly Row[]): ReadonlyMap<number, undefined> =>
  new Map(rows.map(({ id }) => [id, undefined]))

const hasDraft = (rows: readonly Row[], { documentId, locale }: Row): boolean =>
  rows.some((row) => row.status === 'draft' && row.documentId === documentId && row.locale === locale)

const asDraft = (graph: Graph, row: Row): JsonObject =>
  Object.freeze({ ...writtenOf(graph, row), publishedAt: null })

const HEAD = ['id', 'documentId', 'locale', 'status'] as const

function selected(
  { tables }: Graph,
  type: ContentType,
  which: Selector | undefined,
  name: string,
): readonly Row[] {
  const table = tables.get(type.uid)
  if (table === undefined || which === undefined) return table?.rows ?? []
  if (typeof which === 'string') return table.byDocument.get(which) ?? []
  const scalars = [...type.attributes.values()].filter(({ kind }) => kind === 'scalar')
  const names = [...HEAD, ...scalars.map((attribute) => attribute.name)]
  for (const key of Object.keys(which))
    if (!names.includes(key)) refuseName(key, `${name}: a selector`, names)
  const wanted = Object.entries(which)
  const { id, documentId } = which
  const candidates =
    typeof id === 'number'
      ? [table.byId.get(id)].filter((row) => row !== undefined)
      : typeof documentId === 'string'
        ? (table.byDocument.get(documentId) ?? [])
        : table.rows
  return candidates.filter((row) => wanted.every(([key, value]) => valueIn(row, key) === value))
}

const valueIn = (row: Row, key: string): Json | undefined => {
  const head = HEAD.find((one) => one === key)
  return head === undefined ? row.values[key] : row[head]
}

const entryOf = ({ id, documentId, locale, status, values }: Row): WorldEntry =>
  Object.freeze({ ...values, id, documentId, locale, status })

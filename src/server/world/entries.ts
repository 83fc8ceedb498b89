/** The entries of one type in a world that is being changed: create, update, delete, publish, unpublish, find. */

import type { Graph, Row } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { refuseName } from '../../writing/edit/editable.ts'
import { putRows } from '../../writing/edit/left.ts'
import { writtenOf } from '../../writing/edit/state.ts'
import { publishedCopy } from './publish.ts'
import { newComponentIds, newRow, readValues, withIds } from './values.ts'

/** An entry as it is found: one version of a document, with its scalar values. */
export type WorldEntry<Attributes extends object = Record<string, unknown>> = Readonly<
  Partial<Attributes>
> & {
  readonly id: number
  readonly documentId: string
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

/** A documentId, or values that entries have: of scalar attributes, `id`, `documentId`, `locale` and `status`. */
export type Selector<Attributes extends object = Record<string, unknown>> =
  | string
  | Partial<WorldEntry<Attributes>>

/** How an entry is written. */
export interface WriteOptions {
  /** Of a type with draft & publish: publish it as well. */
  readonly publish?: boolean
  /** Of a translated type; the default locale where it is left out. */
  readonly locale?: string
}

/** The entries of one type. Relations are named by documentId, by row id, or by an entry that was found or made. */
export interface EntrySet<Attributes extends object = Record<string, unknown>> {
  /** Makes an entry: of a type with draft & publish its draft, which is what is returned. */
  readonly create: (values?: Readonly<Partial<Attributes>>, options?: WriteOptions) => WorldEntry<Attributes>
  /** Changes what is selected: of a type with draft & publish the drafts, where there are. */
  readonly update: (
    which: Selector<Attributes>,
    values: Readonly<Partial<Attributes>>,
    options?: WriteOptions,
  ) => void
  /** Takes whole documents away, with every link that led to them. */
  readonly delete: (which: Selector<Attributes>) => void
  /** Makes the published version what the draft is, in every locale. */
  readonly publish: (which: Selector<Attributes>) => void
  /** Takes the published version away; a document that has no draft becomes one. */
  readonly unpublish: (which: Selector<Attributes>) => void
  /** Every version that is selected, by id. */
  readonly find: (which?: Selector<Attributes>) => readonly WorldEntry<Attributes>[]
  /** Takes all entries away. */
  readonly clear: () => void
}

/** A world while it is being changed. */
export interface Workshop {
  graph: Graph
  readonly now: () => string
  isOpen: boolean
}

/** The entries of `type`; `name` is what the caller calls them. */
export function entrySet(workshop: Workshop, type: ContentType, name: string): EntrySet {
  const put = (puts: ReadonlyMap<number, JsonObject | undefined>): void => {
    if (!workshop.isOpen) throw new TypeError(`${name}: entries are changed inside of \`with\` alone`)
    if (puts.size > 0) workshop.graph = putRows(workshop.graph, new Map([[type.uid, puts]]))
  }
  const rows = (): readonly Row[] => workshop.graph.tables.get(type.uid)?.rows ?? []
  const select = (which?: Selector): readonly Row[] => selected(workshop.graph, type, which, name)
  const some = (which: Selector, verb: string): readonly Row[] => {
    const found = select(which)
    if (found.length > 0) return found
    throw new TypeError(`${name}.${verb}: there is no entry ${JSON.stringify(which)}`)
  }
  const whole = (which: Selector, verb: string): readonly Row[] => {
    const documents = new Set(some(which, verb).map(({ documentId }) => documentId))
    const { byDocument } = workshop.graph.tables.get(type.uid) ?? {}
    return [...documents].flatMap((documentId) => byDocument?.get(documentId) ?? [])
  }
  const publish = (versions: readonly Row[]): void => {
    if (!type.draftAndPublish) throw new TypeError(`${name}.publish: ${type.uid} has no draft & publish`)
    for (const draft of versions.filter(({ status }) => status === 'draft')) {
      const copy = publishedCopy(workshop.graph, type, draft, workshop.now())
      put(new Map([[Number(copy['id']), copy]]))
    }
  }
  return {
    create: (values = {}, options = {}) => {
      const json = newRow(
        workshop.graph,
        type,
        readValues(type, values, name),
        options.locale,
        workshop.now(),
      )
      const id = Number(json['id'])
      put(new Map([[id, json]]))
      if (options.publish === true) publish(select({ id }))
      const [made] = select({ id })
      if (made === undefined) throw new TypeError(`${name}.create: nothing was made`)
      return entryOf(made)
    },
    update: (which, values, options = {}) => {
      const read = readValues(type, values, name)
      const found = some(which, 'update').filter(
        ({ locale }) => options.locale === undefined || locale === options.locale,
      )
      const targets = found.filter((row) => row.status === 'draft' || !hasDraft(found, row))
      const component = newComponentIds(workshop.graph)
      const changes = targets.map((row): [number, JsonObject] => {
        const json = { ...writtenOf(workshop.graph, row), updatedAt: workshop.now(), ...read }
        return [row.id, withIds(json, workshop.graph, type, () => row.documentId, component)]
      })
      put(new Map(changes))
      if (options.publish === true) for (const { id } of targets) publish(select({ id }))
    },
    delete: (which) => put(new Map(whole(which, 'delete').map(({ id }) => [id, undefined]))),
    publish: (which) => publish(whole(which, 'publish')),
    unpublish: (which) => {
      const versions = whole(which, 'unpublish').filter(({ status }) => status === 'published')
      if (!type.draftAndPublish) throw new TypeError(`${name}.unpublish: ${type.uid} has no draft & publish`)
      const all = whole(which, 'unpublish')
      put(
        new Map(
          versions.map((row) => [row.id, hasDraft(all, row) ? undefined : asDraft(workshop.graph, row)]),
        ),
      )
    },
    find: (which) => select(which).map(entryOf),
    clear: () => put(new Map(rows().map(({ id }) => [id, undefined]))),
  }
}

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

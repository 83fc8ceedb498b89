/**
 * Fills the attribute `related` of every uploaded file with the rows and components that use the file in a media
 * attribute.
 */

import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { freezeTree } from '../../graph/freeze.ts'
import type { Node, Ref } from '../../graph/graph.ts'
import { nodesOf } from '../../graph/nodes.ts'
import { at, type Place, pointerTo, type Report, shown } from '../../schema/fault.ts'
import type { Attribute, Model, Schema, Uid } from '../../schema/schema.ts'
import { FILE_UID } from '../../schema/schema.ts'
import { readList } from '../../schema/shape.ts'
import { type EntryDraft, type FileUse, isHolder, type LoadContext, type NodeDraft } from './draft.ts'

/** The name of the attribute of a file that lists the uses of the file. */
export const RELATED = 'related'

/** The uses of uploaded files, by file id. */
export type FileUses = ReadonlyMap<number, readonly FileUse[]>

/**
 * Fills `related` of each file with its uses. The uses of a file have the order of `__related` if the file states
 * this member; otherwise the uses are sorted by position, type, attribute and id.
 */
export function completeRelated({ schema, drafts, report, former }: LoadContext): void {
  const files = drafts.get(FILE_UID)
  if (files === undefined || !isRelatedKept(schema)) return
  const models = fileAttributesOf(schema)
  const using = [...drafts.values()].filter(({ type }) => models.get(type.uid)?.canUse === true)
  const uses = usesIn(schema, [...rowsIn(using), ...(former?.orphans ?? [])])
  for (const entry of files.entries) {
    const now = uses.get(entry.row.id) ?? []
    const whole = former === undefined ? entry : { place: entry.place, json: former.forget(entry, now) }
    entry.row.links[RELATED] = relatedOf(whole, now, schema, report)
  }
}

/** Returns whether the schema has the attribute `related` for files. */
export const isRelatedKept = ({ contentTypes }: Schema): boolean =>
  contentTypes.get(FILE_UID)?.attributes.get(RELATED)?.kind === 'morphTo'

function* rowsIn(drafts: Iterable<{ readonly entries: readonly EntryDraft[] }>): Generator<NodeDraft> {
  for (const { entries } of drafts) for (const { row } of entries) yield row
}

/** Returns the references in `related` of a file. */
export const relatedOf = (
  entry: Pick<EntryDraft, 'json' | 'place'>,
  uses: readonly FileUse[],
  schema: Schema,
  report: Report,
): readonly Ref[] => inGivenOrder(entry, uses.toSorted(byPosition), schema, report).map(({ ref }) => ref)

function byPosition(a: FileUse, b: FileUse): number {
  return (
    a.position - b.position || a.typeOrder - b.typeOrder || a.fieldOrder - b.fieldOrder || a.ref.id - b.ref.id
  )
}

interface ModelUse {
  readonly order: number
  /** The attributes of a model whose values are uploaded files. */
  readonly fields: readonly Attribute[]
  /** Whether a row of the model can use uploaded files, through its own attributes or through the components in it. */
  readonly canUse: boolean
}

const fileAttributes = new WeakMap<Schema, ReadonlyMap<Uid, ModelUse>>()

function fileAttributesOf(schema: Schema): ReadonlyMap<Uid, ModelUse> {
  const there = fileAttributes.get(schema)
  if (there !== undefined) return there
  const models = new Map<Uid, Model>([...schema.contentTypes, ...schema.components])
  const made = new Map(
    [...models].map(([uid, { attributes }], order) => {
      const all = [...attributes.values()]
      const fields = fileFields(all)
      return [uid, { order, fields, canUse: fields.length > 0 || all.some(isHolder) }]
    }),
  )
  fileAttributes.set(schema, made)
  return made
}

/** A row or a component, finished or under construction. */
type UsingNode = Pick<Node, 'uid' | 'id' | 'links'> & {
  readonly components: Readonly<Record<string, readonly UsingNode[]>>
}

/** Returns all uses of uploaded files in the given rows. */
export function usesIn(schema: Schema, rows: Iterable<UsingNode>): FileUses {
  const models = fileAttributesOf(schema)
  const uses = new Map<number, FileUse[]>()
  const visit = (node: UsingNode): void => {
    const { order = 0, fields = [] } = models.get(node.uid) ?? {}
    if (fields.length === 0) return
    const open: Ref = Object.freeze({ type: node.uid, id: node.id })
    const hidden: Ref = Object.freeze({ type: node.uid, id: node.id, isPrivate: true })
    for (const [fieldOrder, { name: field, private: isPrivate }] of fields.entries()) {
      const ref = isPrivate ? hidden : open
      for (const [index, file] of (node.links[field] ?? []).entries()) {
        const use = { ref, field, position: index + 1, typeOrder: order, fieldOrder }
        const list = uses.get(file.id)
        if (list === undefined) uses.set(file.id, [use])
        else list.push(use)
      }
    }
  }
  for (const row of rows) for (const node of nodesOf<UsingNode>(row)) visit(node)
  return uses
}

/**
 * Returns the attributes that refer to files: media attributes, and `morphBy` relations to `related`, which have the
 * same meaning.
 */
function fileFields(attributes: readonly Attribute[]): readonly Attribute[] {
  return attributes.filter((attribute) => {
    const long = attribute.kind === 'morphBy' && attribute.target === FILE_UID && attribute.by === RELATED
    return attribute.kind === 'media' || long
  })
}

/**
 * Orders the uses of an uploaded file. The uses that `__related` lists have the order of `__related`. Each other use
 * follows the last listed use with the same or a lower position in its attribute.
 */
function inGivenOrder(
  { json, place }: Pick<EntryDraft, 'json' | 'place'>,
  sorted: readonly FileUse[],
  { components }: Schema,
  report: Report,
): readonly FileUse[] {
  const written = member(json, '__related')
  if (written === undefined) return sorted
  const here = at(place, '__related')
  const rest = new Map(sorted.map((use) => [useKey(use.ref.type, use.ref.id, use.field), use]))
  const given: FileUse[] = []
  for (const [index, item] of (readList(written, here, report) ?? []).entries()) {
    const key = readKey(item, at(here, index), report)
    const use = rest.get(key ?? '')
    rest.delete(key ?? '')
    if (use !== undefined) given.push(use)
    else if (key !== undefined && !isOf(components, item)) refuseUse(item, at(here, index), place, report)
  }
  return rest.size === 0 ? given : merged(given, [...rest.values()])
}

/**
 * Returns whether an item of `__related` names a component. A database may contain uses of components that belong to
 * no row.
 */
const isOf = (components: Schema['components'], item: Json): boolean =>
  isObject(item) && components.has(String(item['__type']))

/** Merges the listed and the other uses of a file, in time proportional to the number of uses. */
function merged(listed: readonly FileUse[], others: readonly FileUse[]): readonly FileUse[] {
  const [before, left] = [[...listed], [...others]]
  const backwards: FileUse[] = []
  for (let use = left.at(-1); use !== undefined; use = left.at(-1)) {
    const last = before.at(-1)
    const isLater = last !== undefined && last.position > use.position
    backwards.push(isLater ? last : use)
    ;(isLater ? before : left).pop()
  }
  return [...before, ...backwards.reverse()]
}

/** Returns the key of a use of a file, which consists of type, id and field of the use, as in `__related`. */
export const useKey = (type: Uid, id: number, field: string): string => `${type} ${id} ${field}`

/** Returns the keys of the uses of a file. */
export const keysOf = (uses: readonly FileUse[]): ReadonlySet<string> =>
  new Set(uses.map(({ ref, field }) => useKey(ref.type, ref.id, field)))

/**
 * Returns the JSON of an uploaded file without the uses in `__related` that existed before an edit and no longer
 * exist.
 */
export function withoutFormer(
  json: JsonObject,
  now: readonly FileUse[],
  before: () => readonly FileUse[],
): JsonObject {
  const written = member(json, '__related')
  if (!isList(written)) return json
  const there = keysOf(now)
  const missing = written.map(keyIn).filter((key) => key !== undefined && !there.has(key))
  if (missing.length === 0) return json
  const earlier = keysOf(before())
  const isGone = (item: Json): boolean => {
    const key = keyIn(item)
    return key !== undefined && !there.has(key) && earlier.has(key)
  }
  return freezeTree({ ...json, __related: written.filter((item) => !isGone(item)) })
}

function readKey(json: Json, place: Place, report: Report): string | undefined {
  const key = keyIn(json)
  if (key === undefined)
    report(place, { message: 'wrong type', expected: '{"__type", "id", "field"}', found: shown(json) })
  return key
}

function keyIn(json: Json): string | undefined {
  if (!isObject(json)) return undefined
  const { __type, id, field } = json
  return typeof __type === 'string' && typeof id === 'number' && typeof field === 'string'
    ? useKey(__type, id, field)
    : undefined
}

function refuseUse(json: Json, place: Place, file: Place, report: Report): void {
  const expected = `each media attribute with the file ${file.file}#${pointerTo(file)}, once`
  const problem = { message: 'file not shown there', expected, found: shown(json) }
  report(place, { ...problem, sought: ['entries/', 'rows/'] })
}

/** `related` of every file: the rows and components that show it, gathered from their media attributes. */
import { isObject, type Json, member } from '../../ground/json.ts'
import { at, type Place, pointerTo, type Report, shown } from '../schema/fault.ts'
import type { Attribute, Model, Schema, Uid } from '../schema/schema.ts'
import { FILE_UID } from '../schema/schema.ts'
import { readList } from '../schema/shape.ts'
import type { Entry, NodeDraft, Reading } from './draft.ts'
import type { Ref } from './graph.ts'

const RELATED = 'related'

/** One showing of a file. */
interface Use {
  readonly ref: Ref
  readonly field: string
  /** In the list of the one that shows it, from 1. */
  readonly position: number
  /** Of its type among all types and components. */
  readonly typeOrder: number
}

/** Fills `related`, in the order that `__related` gives, else by position, type and id. */
export function completeRelated({ schema, sheets, report }: Reading): void {
  const files = sheets.get(FILE_UID)
  if (files?.type.attributes.get(RELATED)?.kind !== 'morphTo') return
  const uses = gatherUses(schema, sheets.values())
  for (const entry of files.entries) {
    const sorted = (uses.get(entry.row.id) ?? []).toSorted(byPosition)
    entry.row.links[RELATED] = inGivenOrder(entry, sorted, report).map(({ ref }) => ref)
  }
}

function byPosition(a: Use, b: Use): number {
  return a.position - b.position || a.typeOrder - b.typeOrder || a.ref.id - b.ref.id
}

function gatherUses(
  schema: Schema,
  sheets: Iterable<{ readonly entries: readonly Entry[] }>,
): ReadonlyMap<number, readonly Use[]> {
  const models = new Map<Uid, Model>([...schema.contentTypes, ...schema.components])
  const typeOrder = new Map([...models.keys()].map((uid, index) => [uid, index]))
  const fields = new Map([...models].map(([uid, { attributes }]) => [uid, fileFields(attributes.values())]))
  const uses = new Map<number, Use[]>()
  const visit = (node: NodeDraft): void => {
    const open = { type: node.uid, id: node.id }
    const hidden = { ...open, isPrivate: true } as const
    for (const { name: field, private: isPrivate } of fields.get(node.uid) ?? []) {
      const ref = isPrivate ? hidden : open
      for (const [index, file] of (node.links[field] ?? []).entries()) {
        const use = { ref, field, position: index + 1, typeOrder: typeOrder.get(node.uid) ?? 0 }
        const list = uses.get(file.id)
        if (list === undefined) uses.set(file.id, [use])
        else list.push(use)
      }
    }
  }
  for (const { entries } of sheets)
    for (const { row } of entries) for (const node of nodesOf(row)) visit(node)
  return uses
}

/** A row and all components in it, each before those within it. */
function* nodesOf(row: NodeDraft): Generator<NodeDraft> {
  const waiting: NodeDraft[] = [row]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    for (const inner of Object.values(node.components).flat().reverse()) waiting.push(inner)
  }
}

/** Media attributes, and the long form in which a schema may write one. */
function fileFields(attributes: Iterable<Attribute>): readonly Attribute[] {
  return [...attributes].filter((attribute) => {
    const long = attribute.kind === 'morphBy' && attribute.target === FILE_UID && attribute.by === RELATED
    return attribute.kind === 'media' || long
  })
}

/** The uses that `__related` lists, in its order, then all others. */
function inGivenOrder({ json, place }: Entry, sorted: readonly Use[], report: Report): readonly Use[] {
  const written = member(json, '__related')
  if (written === undefined) return sorted
  const here = at(place, '__related')
  const rest = new Map(sorted.map((use) => [keyOf(use.ref.type, use.ref.id, use.field), use]))
  const given: Use[] = []
  for (const [index, item] of (readList(written, here, report) ?? []).entries()) {
    const key = readKey(item, at(here, index), report)
    const use = rest.get(key ?? '')
    rest.delete(key ?? '')
    if (use !== undefined) given.push(use)
    else if (key !== undefined) refuseUse(item, at(here, index), place, report)
  }
  return [...given, ...rest.values()]
}

const keyOf = (type: Uid, id: number, field: string): string => `${type} ${id} ${field}`

function readKey(json: Json, place: Place, report: Report): string | undefined {
  if (isObject(json)) {
    const { __type, id, field } = json
    if (typeof __type === 'string' && typeof id === 'number' && typeof field === 'string') {
      return keyOf(__type, id, field)
    }
  }
  report(place, { message: 'wrong type', expected: '{"__type", "id", "field"}', found: shown(json) })
  return undefined
}

function refuseUse(json: Json, place: Place, file: Place, report: Report): void {
  const expected = `once each, the media attributes that name the file ${file.file}#${pointerTo(file)}`
  const problem = { message: 'file not shown there', expected, found: shown(json) }
  report(place, { ...problem, sought: ['entries/', 'rows/'] })
}

/**
 * Converts entries to the format of Strapi 4: `{id, documentId, attributes: {…}}`, with relations and media under
 * `data`. Components, zones and morph relations stay flat. The conversion uses no recursion, because an answer may be
 * thousands of levels deep.
 */
import type { Entry, EntryValue } from '../evaluate/populate.ts'
import type { Attribute, Model, Schema } from '../schema/schema.ts'
import { FILE_UID } from '../schema/schema.ts'

interface WrapTask {
  readonly from: Entry
  readonly into: Record<string, EntryValue>
  readonly model: Model | undefined
}

/**
 * The state of a conversion: the remaining tasks, and the converted entries. An entry that occurs several times in
 * the answer is converted only once.
 */
interface Wrapping {
  readonly tasks: WrapTask[]
  readonly known: Map<Entry, Entry>
}

/** Converts the entries of a content type to the format of Strapi 4. */
export function wrapEntries(entries: readonly Entry[], model: Model, schema: Schema): readonly Entry[] {
  const wrapping: Wrapping = { tasks: [], known: new Map() }
  const { tasks } = wrapping
  const wrapped = entries.map((entry) => wrap(entry, model, wrapping))
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    for (const [name, value] of Object.entries(task.from)) {
      if (name !== 'id' && name !== 'documentId') {
        task.into[name] = wrapValue(value, task.model?.attributes.get(name), schema, wrapping)
      }
    }
  }
  return wrapped
}

function wrap(entry: Entry, model: Model | undefined, { tasks, known }: Wrapping): Entry {
  const before = known.get(entry)
  if (before !== undefined) return before
  const attributes: Record<string, EntryValue> = {}
  tasks.push({ from: entry, into: attributes, model })
  const { id, documentId } = entry
  const wrapped = {
    ...(id === undefined ? {} : { id }),
    ...(documentId === undefined ? {} : { documentId }),
    attributes,
  }
  known.set(entry, wrapped)
  return wrapped
}

function flat(entry: Entry, model: Model | undefined, { tasks, known }: Wrapping): Entry {
  const before = known.get(entry)
  if (before !== undefined) return before
  const { id, documentId } = entry
  const into: Record<string, EntryValue> = {
    ...(id === undefined ? {} : { id }),
    ...(documentId === undefined ? {} : { documentId }),
  }
  tasks.push({ from: entry, into, model })
  known.set(entry, into)
  return into
}

function wrapValue(
  value: EntryValue,
  attribute: Attribute | undefined,
  schema: Schema,
  wrapping: Wrapping,
): EntryValue {
  switch (attribute?.kind) {
    case 'relation':
    case 'morphBy':
      return {
        data: each(value, (entry) => wrap(entry, schema.contentTypes.get(attribute.target), wrapping)),
      }
    case 'media':
      return { data: each(value, (entry) => wrap(entry, schema.contentTypes.get(FILE_UID), wrapping)) }
    case 'component':
      return each(value, (entry) => flat(entry, schema.components.get(attribute.component), wrapping))
    case 'zone':
      return each(value, (entry) => flat(entry, schema.components.get(String(entry.__component)), wrapping))
    case 'morphTo':
    case 'scalar':
    case undefined:
      return value
  }
}

/** Applies `change` to each entry of a list, or to a single entry. */
export function each(value: EntryValue, change: (entry: Entry, at: number | undefined) => Entry): EntryValue {
  if (isEntryList(value)) return value.map(change)
  return isEntry(value) ? change(value, undefined) : value
}

const isEntryList = (value: EntryValue): value is readonly Entry[] => Array.isArray(value)
const isEntry = (value: EntryValue): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

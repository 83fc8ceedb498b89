/**
 * Adds source maps to an answer: a mark in invisible characters at the end of each text. Each mark
 * names the document and the attribute from which its text comes.
 */

import { vercelStegaCombine } from '@vercel/stega'
import { isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { Entry, EntryValue } from '../evaluate/populate.ts'
import type { Attribute, Model, ScalarType, Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import { each } from './wrapped.ts'

const ENCODED: ReadonlySet<ScalarType> = new Set<ScalarType>([
  'string',
  'text',
  'richtext',
  'biginteger',
  'date',
  'time',
  'datetime',
  'timestamp',
  'boolean',
  'enumeration',
  'json',
  'email',
])
const LEFT_ALONE = new Set(['id', 'documentId', 'locale', 'publishedAt'])

/** An entry whose texts get marks, its path in the answer, and the root entry of its document. */
interface SourceMapTask {
  readonly from: Entry
  readonly into: Record<string, EntryValue>
  readonly model: Model | undefined
  readonly path: string
  /** The path that the marks of the texts directly in the entry contain. */
  readonly marked: string
  readonly root: Entry
  /**
   * The total length of marks that the code may still add to the answer. All tasks of an answer share the object
   * `allowance`.
   */
  readonly allowance: { left: number }
}

/**
 * The maximum total length of the marks of an answer before their encoding. The maximum length allows about 20,000
 * typical marks.
 */
export const MAX_MARK_LENGTH = 4_000_000
/** The length that each entry takes from the allowance for marks, because even an entry without texts takes time. */
const ENTRY_COST = 20

/**
 * Adds a mark to each text of the entries; undefined if all marks together would be too long. An entry that occurs
 * several times in the answer gets different marks each time. Therefore, the time for marks depends on the length of
 * the written answer.
 */
export function encodeSourceMaps(
  entries: readonly Entry[],
  model: Model,
  schema: Schema,
): readonly Entry[] | undefined {
  const tasks: SourceMapTask[] = []
  const allowance = { left: MAX_MARK_LENGTH }
  const encoded = entries.map((entry) =>
    begin(entry, { model, path: '', marked: '', root: entry, allowance }, tasks),
  )
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    allowance.left -= ENTRY_COST
    for (const [name, value] of Object.entries(task.from)) {
      if (allowance.left < 0) return undefined
      task.into[name] = encodeValue(name, value, task, schema, tasks)
    }
  }
  return encoded
}

function begin(from: Entry, where: Omit<SourceMapTask, 'from' | 'into'>, tasks: SourceMapTask[]): Entry {
  const into: Record<string, EntryValue> = {}
  tasks.push({ from, into, ...where })
  return into
}

function encodeValue(
  name: string,
  value: EntryValue,
  task: SourceMapTask,
  schema: Schema,
  tasks: SourceMapTask[],
): EntryValue {
  const attribute = task.model?.attributes.get(name)
  if (attribute === undefined || LEFT_ALONE.has(name)) return value
  if (attribute.kind === 'scalar') return encodeScalar(value, attribute.type, below(task.marked, name), task)
  const whole = below(task.path, name)
  return each(value, (entry, at) => {
    const path = at === undefined ? whole : `${whole}.${at}`
    // An editor treats the files of one media attribute as one field. Therefore, the marks in all files of an
    // attribute contain the path of the attribute.
    const marked = attribute.kind === 'media' ? whole : path
    const { root, allowance } = task
    return begin(
      entry,
      { model: linkedModel(attribute, entry, schema), path, marked, root, allowance },
      tasks,
    )
  })
}

const below = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

function linkedModel(attribute: Attribute, entry: Entry, schema: Schema): Model | undefined {
  if (attribute.kind === 'zone') return schema.components.get(String(entry.__component))
  return attribute.kind === 'morphTo'
    ? schema.contentTypes.get(String(entry.__type))
    : targetOf(schema, attribute)
}

function encodeScalar(value: EntryValue, type: ScalarType, path: string, task: SourceMapTask): EntryValue {
  if (type === 'blocks' && Array.isArray(value)) return value.map((block) => encodeBlock(block, path, task))
  return typeof value === 'string' && ENCODED.has(type) ? encodeText(value, { path, type }, task) : value
}

interface Origin {
  readonly path: string
  readonly type: string
  readonly fieldPath?: string
}

function encodeText(
  text: string,
  { path, type, fieldPath }: Origin,
  { model, root, allowance }: SourceMapTask,
): string {
  const source = new URLSearchParams({ documentId: String(root.documentId), type, path })
  if (model !== undefined) source.set('model', model.uid)
  if (model?.modelType === 'contentType') source.set('kind', model.kind)
  if (typeof root.locale === 'string') source.set('locale', root.locale)
  if (fieldPath !== undefined) source.set('fieldPath', fieldPath)
  const strapiSource = source.toString()
  allowance.left -= strapiSource.length
  return allowance.left < 0 ? text : vercelStegaCombine(text, { strapiSource }, false)
}

/**
 * Adds a mark to the first text of a block of rich text, to each item of a list, or to the alternative text of an
 * image. Any other block, such as code, gets no mark.
 */
function encodeBlock(block: Json, path: string, task: SourceMapTask): Json {
  if (!isObject(block)) return block
  const mark = (text: string): string => encodeText(text, { path, type: 'blocks', fieldPath: path }, task)
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'quote':
      return encodeFirstText(block, mark).block
    case 'list':
      return encodeList(block, mark)
    case 'image': {
      const { image } = block
      const alternative = isObject(image) ? image.alternativeText : undefined
      if (!isObject(image) || typeof alternative !== 'string' || alternative === '') return block
      return { ...block, image: { ...image, alternativeText: mark(alternative) } }
    }
    default:
      return block
  }
}

function encodeFirstText(block: Json, mark: (text: string) => string): { block: Json; done: boolean } {
  if (!isObject(block)) return { block, done: false }
  if (block.type === 'text' && typeof block.text === 'string')
    return { block: { ...block, text: mark(block.text) }, done: true }
  if (!Array.isArray(block.children)) return { block, done: false }
  let done = false
  const children = block.children.map((child: Json) => {
    if (done) return child
    const encoded = encodeFirstText(child, mark)
    done = encoded.done
    return encoded.block
  })
  return { block: { ...block, children }, done }
}

/** Adds a mark to each item of a list block of rich text, including the items of nested lists. */
function encodeList(list: JsonObject, mark: (text: string) => string): Json {
  if (!Array.isArray(list.children)) return list
  const children = list.children.map((child: Json) => {
    if (!isObject(child)) return child
    if (child.type === 'list-item') return encodeFirstText(child, mark).block
    return child.type === 'list' ? encodeList(child, mark) : child
  })
  return { ...list, children }
}

/**
 * Parts of an answer. An answer part has a path without list positions, such as `data.author`, and the entries at
 * this path.
 */
import type { Viewer } from '../access.ts'
import type { Entry, EntryValue } from '../evaluate/populate.ts'
import type { Cite } from '../rules.ts'
import type { Model, PopulatableAttribute } from '../schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../schema/target.ts'

/** The entries of one model in one part of the answer, with the viewer and the function that cites rules. */
export interface AnswerPart {
  /** The path of the answer part, such as `data` or `data.author`. */
  readonly at: string
  readonly model: Model
  readonly entries: ReadonlySet<Entry>
  readonly viewer: Viewer
  readonly cite: Cite
}

/** The values of one attribute in the entries of an answer part; the list is empty if no entry has the attribute. */
export interface Held {
  readonly at: string
  readonly values: readonly EntryValue[]
  /** The answer parts of the linked entries in `values`, one part for each model. */
  readonly places: readonly AnswerPart[]
}

export function held(above: AnswerPart, attribute: PopulatableAttribute): Held {
  const at = `${above.at}.${attribute.name}`
  const values = [...above.entries].flatMap((entry) => {
    const value = entry[attribute.name]
    return value === undefined ? [] : [value]
  })
  const byModel = new Map<Model, Set<Entry>>()
  for (const entry of values.flatMap(entriesIn)) {
    const model = modelOfEntry(entry, attribute, above.viewer)
    if (model === undefined) continue
    const entries = byModel.get(model) ?? new Set()
    byModel.set(model, entries.add(entry))
  }
  return { at, values, places: [...byModel].map(([model, entries]) => ({ ...above, at, model, entries })) }
}

/**
 * Returns the entries in the value of a populated attribute. Only an object with an id is an entry; a count such as
 * `{count: 3}` has no id.
 */
function entriesIn(value: EntryValue): readonly Entry[] {
  const items: readonly EntryValue[] = Array.isArray(value) ? value : [value]
  return items.filter(isEntry)
}

const isEntry = (value: EntryValue): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && 'id' in value

/**
 * Returns the model of an entry in an answer. An entry of a dynamic zone or morph relation names its type in a
 * member.
 */
function modelOfEntry(entry: Entry, attribute: PopulatableAttribute, { schema }: Viewer): Model | undefined {
  if (attribute.kind === 'zone') return modelOf(schema, String(entry.__component))
  return attribute.kind === 'morphTo' ? modelOf(schema, String(entry.__type)) : targetOf(schema, attribute)
}

export const populatableOf = ({ attributes }: Model): readonly PopulatableAttribute[] =>
  [...attributes.values()].filter(isPopulatable)

/**
 * Returns whether a model has a relation, file, component or zone that is not private, so that a request can populate
 * it.
 */
export const isDeep = (model: Model): boolean => populatableOf(model).some((attribute) => !attribute.private)

/** Returns whether any entry of the answer part shows a populated attribute. */
export const holdsPopulated = ({ model, entries }: AnswerPart): boolean =>
  populatableOf(model).some(({ name }) => [...entries].some((entry) => name in entry))

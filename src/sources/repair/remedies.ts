/**
 * Finds remedies for faults in a dataset that Strapi tolerates. A remedy consists of a change to the file and a text
 * for a note.
 */
import { isList, isObject, type Json } from '../../util/json.ts'
import { customFieldType } from './custom-fields.ts'
import { type Repair, standsAt } from './patch.ts'

export interface Remedy {
  readonly path: readonly string[]
  readonly change: Repair
  /**
   * A text for the note that states the effect of the remedy, such as "ignored" or "imported as null". The text
   * `says` is undefined if the remedy needs no note.
   */
  readonly says: string | undefined
}

/**
 * Finds the remedy for a fault at a path in a dataset file; undefined if the fault has no remedy. The parameter
 * `json` is the content of the whole dataset file.
 */
export function remedyFor(message: string, path: readonly string[], json: Json): Remedy | undefined {
  const [first, second] = path
  const attribute = first === 'attributes' && second !== undefined ? [first, second] : null
  return attribute === null ? rowRemedy(message, path, json) : attributeRemedy(message, path, attribute, json)
}

const drop = (path: readonly string[], says = 'ignored'): Remedy => ({ path, change: 'drop', says })

function attributeRemedy(
  message: string,
  path: readonly string[],
  attribute: readonly string[],
  json: Json,
): Remedy | undefined {
  switch (message) {
    case 'unknown attribute type':
      return asKnownType(attribute, standsAt(json, attribute))
    case 'the other side does not point back':
      return drop(path, 'imported as a one-way relation')
    case 'relation with two inverses':
      return drop([...attribute, 'mappedBy'], 'imported without mappedBy')
    case 'wrong default':
      return drop(path, 'imported without the default')
    case 'unknown component':
      return drop(path.includes('components') ? path : attribute)
    case 'wrong type':
      return ['multiple', 'repeatable'].includes(path.at(-1) ?? '')
        ? { path, change: { value: false }, says: 'imported as false' }
        : drop(attribute)
    case 'unknown content type':
    case 'morphBy names no morphTo':
    case 'unusable attribute name':
    case 'unknown relation':
      return drop(attribute)
    default:
      return undefined
  }
}

function asKnownType(path: readonly string[], attribute: Json | undefined): Remedy | undefined {
  if (!isObject(attribute)) return undefined
  const { type, says } = customFieldType(attribute)
  return { path, change: { value: { ...attribute, type } }, says }
}

function rowRemedy(message: string, path: readonly string[], json: Json): Remedy | undefined {
  switch (message) {
    case 'wrong value':
    case 'too deep':
    case 'not JSON':
      return { path, change: { value: null }, says: 'imported as null' }
    case 'dangling reference':
    case 'not a reference':
    case 'unknown type':
      return withoutReference(message === 'unknown type' ? path.slice(0, -1) : path, json)
    case 'ambiguous reference':
      return firstOf(path, json)
    case 'duplicate reference':
      return eachOnce(path, json)
    case 'component not allowed in this zone':
      return drop(path.slice(0, -1))
    case 'draft row':
      return drop(path, 'imported as published, because its type has no drafts')
    case 'locale':
      return drop(path, 'imported without the locale')
    case 'two sides of a relation disagree':
      return drop(path, 'the list of the other side is imported')
    case 'duplicate id':
    case 'wrong id':
    case 'wrong documentId':
      return drop(path, 'imported with a newly generated id')
    case 'unknown attribute':
    case 'derived attribute':
    case 'duplicate row':
    case 'file not shown there':
    case 'unknown action':
    case 'not a prefix':
    case 'not a limit':
    case 'unknown key':
      return drop(path)
    default:
      return undefined
  }
}

/**
 * Returns the remedy for a wrong reference to a row: removes an item of a list, or replaces a single reference by
 * null.
 */
function withoutReference(path: readonly string[], json: Json): Remedy {
  if (isList(standsAt(json, path.slice(0, -1)))) return drop(path)
  return { path, change: { value: null }, says: 'ignored' }
}

function firstOf(path: readonly string[], json: Json): Remedy | undefined {
  const found = standsAt(json, path)
  if (!isList(found)) return undefined
  return { path, change: { value: found[0] ?? null }, says: 'only the first item is imported' }
}

function eachOnce(path: readonly string[], json: Json): Remedy | undefined {
  const found = standsAt(json, path)
  if (!isList(found)) return undefined
  const once = new Map(found.map((item) => [JSON.stringify(item), item]))
  if (once.size === found.length) return undefined
  return { path, change: { value: [...once.values()] }, says: 'imported once' }
}

/**
 * Converts the populate options of a morph relation to the form that an error message prints. The real server prints
 * the options in a partly parsed form: a star is expanded, hidden names are removed, and lists of names are split.
 */
import { findableTypes, isOpen, openAttributes, type Viewer } from '../../access.ts'
import { isList, isMap, isText, type Raw, type RawMap } from '../../parse/url.ts'
import type { Model, MorphToAttribute, ZoneAttribute } from '../../schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../../schema/target.ts'
import { everyKind, type Understood, understoodPaths } from './understood-paths.ts'

/**
 * Returns the options of a morph relation or a zone, in the form that a message prints; undefined if no option remains.
 */
export function understoodOptions(
  attribute: MorphToAttribute | ZoneAttribute,
  raw: Raw,
  viewer: Viewer,
): Understood | undefined {
  if (attribute.kind === 'zone') return isMap(raw) && isMap(raw.on) ? { on: kinds(raw.on, viewer) } : raw
  if (raw === 'true') return { on: everyKind(viewer) }
  if (!isMap(raw)) return raw === null ? raw : undefined
  const counted = raw.count === 'true' ? { count: true } : {}
  if (raw.on === undefined)
    return raw.count === 'true' ? { ...raw, count: true, on: everyKind(viewer) } : undefined
  if (!isMap(raw.on)) return undefined
  const findable = new Set<string>(findableTypes(viewer))
  const shown = Object.entries(raw.on).filter(([uid]) => findable.has(uid))
  return shown.length > 0 ? { ...raw, ...counted, on: kinds(Object.fromEntries(shown), viewer) } : undefined
}

function kinds(on: RawMap, viewer: Viewer): Understood {
  const read = Object.entries(on).map(([uid, raw]) => {
    const model = modelOf(viewer.schema, uid)
    return [uid, model !== undefined && isMap(raw) ? options(raw, model, false, viewer) : raw] as const
  })
  return Object.fromEntries(read)
}

/**
 * Returns the options of a populated attribute in the form that a message prints. The limit on nested brackets bounds
 * the recursion depth.
 */
const options = (raw: RawMap, model: Model, isRelation: boolean, viewer: Viewer): Understood =>
  Object.fromEntries(
    Object.entries(raw).map(([key, value]) => [key, option(key, value, model, isRelation, viewer)]),
  )

function option(
  key: string,
  raw: Raw,
  model: Model,
  isRelation: boolean,
  viewer: Viewer,
): Understood | undefined {
  switch (key) {
    case 'populate':
      return populate(raw, model, viewer)
    case 'fields':
      return fields(raw, isRelation)
    case 'sort':
      return sort(raw)
    default:
      return raw
  }
}

function populate(raw: Raw, model: Model, viewer: Viewer): Understood | undefined {
  if (raw === '*') return star(model, viewer)
  if (isText(raw) || isList(raw)) return understoodPaths(raw, model, viewer)
  return isMap(raw) ? attributes(raw, model, viewer) : raw
}

const star = (model: Model, viewer: Viewer): Understood =>
  Object.fromEntries(
    openAttributes(model, viewer).map(({ name, kind }) => [
      name,
      kind === 'morphTo' ? { on: everyKind(viewer) } : true,
    ]),
  )

function attributes(raw: RawMap, model: Model, viewer: Viewer): Understood {
  const read = Object.entries(raw).map(([key, value]) => {
    const attribute = model.attributes.get(key)
    if (attribute === undefined) return [key, option(key, value, model, false, viewer)] as const
    if (!isPopulatable(attribute) || !isOpen(attribute, viewer)) return [key, undefined] as const
    if (attribute.kind === 'zone' || attribute.kind === 'morphTo')
      return [key, understoodOptions(attribute, value, viewer)] as const
    const target = targetOf(viewer.schema, attribute)
    const isRelation = attribute.kind === 'relation' || attribute.kind === 'morphBy'
    const isSaid = target !== undefined && isMap(value)
    return [key, isSaid ? options(value, target, isRelation, viewer) : value] as const
  })
  return Object.fromEntries(read)
}

/**
 * Splits and trims a list of names in `fields`, as a message prints the list. For a relation, the printed list of
 * `fields` also contains documentId.
 */
function fields(raw: Raw, isRelation: boolean): Understood {
  const names = isText(raw) ? splitFields(raw) : isList(raw) ? fieldsOfList(raw) : raw
  return isRelation && Array.isArray(names) && !names.includes('documentId')
    ? [...names, 'documentId']
    : names
}

const splitFields = (text: string): string | readonly string[] =>
  text.includes(',') ? text.split(',').map((name) => name.trim()) : text.trim()

/** Splits each text of a `fields` list if every item is a text; otherwise only removes missing items. */
const fieldsOfList = (list: readonly Raw[]): readonly Understood[] =>
  list.every(isText) ? list.filter(isText).map(splitFields) : list.filter((item) => item !== null)

function sort(raw: Raw): Understood {
  if (isText(raw)) return sortOfText(raw)
  if (!isList(raw) || !raw.every(isText)) return raw
  const read = raw.filter(isText).map(sortOfText).filter(Boolean)
  return read.length > 0 ? read : raw
}

const sortOfText = (text: string): string =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
    .join(',')

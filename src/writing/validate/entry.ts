/** Validates the values of an entry with its components and zones, and returns all faults. */

import type { Attribute, ZoneAttribute } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { isLink, type WritableAttribute, type WriteModel, type WriteModels } from '../model.ts'
import type { ValueFault } from '../refusal.ts'
import { scalarShape } from './scalars.ts'
import { castTo, faultsOf, fits, type Shape, type ShapeOf, type Test } from './shape.ts'

/** The properties of a write that determine which constraints apply to the values. */
export interface Mode {
  /** Whether the write creates the entry. An update may omit values, which then stay unchanged. */
  readonly isCreation: boolean
  readonly isDraft: boolean
}

/** The place of a value that must be unique, inside an entry. */
export interface UniquePlace {
  readonly name: string
  /** The component attributes that lead from the entry to the value. */
  readonly within: readonly Attribute[]
  /** All components in the list or zone of the entry that contains the value; empty if the value is in no list. */
  readonly siblings: readonly Json[]
  readonly model: WriteModel
}

export interface EntryChecking {
  readonly models: WriteModels
  readonly mode: Mode
  readonly isUnique: (value: Json, place: UniquePlace) => boolean
  /**
   * Returns whether a zone accepts a component. The parameter `isListed` says whether the schema lists the component.
   */
  readonly zone: (isListed: boolean) => boolean
  /** Checks the relations in the cast values of an entry, and returns the message of the first fault. */
  readonly relations: (data: JsonObject) => string | undefined
}

export type CheckedEntry =
  | { readonly ok: true; readonly data: JsonObject }
  | { readonly ok: false; readonly faults: readonly ValueFault[] }

/**
 * Validates the values of an entry. The returned values have the form in which the server stores them. A new entry
 * also gets default values.
 */
export function checkEntry(data: Json, model: WriteModel, checking: EntryChecking): CheckedEntry {
  const top: Within = { path: [], siblings: [], shared: new Map(), whole: new Map() }
  const shape = modelShape(model, isObject(data) ? data : {}, checking, top)
  const cast = castTo(shape, data)
  const message = isObject(cast) ? checking.relations(cast) : undefined
  const faults = fits(shape, cast) ? [] : faultsOf(shape, cast, data, '')
  const all = message === undefined ? faults : [...faults, { path: '', message, value: cast }]
  return all.length === 0 && isObject(cast) ? { ok: true, data: cast } : { ok: false, faults: all }
}

/** The context for making the shape of a model inside an entry. */
interface Within {
  readonly path: readonly Attribute[]
  readonly siblings: readonly Json[]
  /** The cached shapes of attributes whose shape does not depend on the value. */
  readonly shared: Map<WritableAttribute, Shape>
  /**
   * The cached shapes of models in which no shape of an attribute depends on its value. Caching the shapes saves time,
   * because a body may have 50,000 components of one model.
   */
  readonly whole: Map<WriteModel, Shape>
}

function modelShape(model: WriteModel, data: JsonObject, checking: EntryChecking, within: Within): Shape {
  const known = within.whole.get(model)
  if (known !== undefined) return known
  const fields = new Map<string, ShapeOf>()
  let isWhole = true
  for (const [name, written] of model.attributes) {
    if (!written.writable) continue
    const value = Object.hasOwn(data, name) ? data[name] : undefined
    const shape =
      within.shared.get(written) ??
      withFallback(attributeShape(written, value, model, checking, within), written, checking)
    if (isShared(written, checking)) within.shared.set(written, shape)
    else isWhole = false
    fields.set(name, shape)
  }
  const shape: Shape = { kind: 'object', nullable: false, tests: [], fields }
  if (isWhole) within.whole.set(model, shape)
  return shape
}

/**
 * Returns whether the shape of an attribute is the same for all values. The shape of a component, a zone or a unique
 * scalar depends on the value.
 */
const isShared = ({ attribute, unique }: WritableAttribute, { mode }: EntryChecking): boolean =>
  attribute.kind === 'scalar' ? mode.isDraft || (attribute.type !== 'uid' && !unique) : isLink(attribute)

/** Adds the default value of the schema to the shape of an attribute, for new entries and components. */
function withFallback(
  shape: Shape,
  { attribute, required, default: given }: WritableAttribute,
  { mode }: EntryChecking,
): Shape {
  if (!mode.isCreation) return { ...shape, fallback: undefined }
  const isParts = (attribute.kind === 'component' && attribute.many) || attribute.kind === 'zone'
  return { ...shape, fallback: isParts && !required ? [] : given }
}

function attributeShape(
  written: WritableAttribute,
  value: Json | undefined,
  model: WriteModel,
  checking: EntryChecking,
  within: Within,
): Shape {
  const { attribute } = written
  if (attribute.kind === 'scalar') {
    const { isDraft } = checking.mode
    const shape = scalarShape(written, attribute, isDraft)
    const asked = withPresence(shape, !isDraft && written.required, checking)
    return withUnique(asked, written, model, checking, within)
  }
  if (isLink(attribute)) return ANYTHING
  return { ...partsShape(written, value, checking, within), cast: (json) => json }
}

const ANYTHING: Shape = { kind: 'mixed', nullable: true, tests: [] }

const DEFINED: Test = {
  message: '{path} must be defined.',
  passes: (value) => value !== undefined && value !== null,
}
const NOT_NULL: Test = { message: '{path} cannot be null.', passes: (value) => value !== null }

/**
 * Adds the test for a required value to the shape of an attribute. An update may omit a required value, but must not
 * set it to null.
 */
function withPresence(shape: Shape, isRequired: boolean, { mode }: EntryChecking): Shape {
  if (!isRequired) return { ...shape, nullable: true }
  return { ...shape, tests: [...shape.tests, mode.isCreation ? DEFINED : NOT_NULL] }
}

function withUnique(
  shape: Shape,
  { attribute, unique }: WritableAttribute,
  model: WriteModel,
  checking: EntryChecking,
  { path, siblings }: Within,
): Shape {
  if (attribute.kind !== 'scalar' || checking.mode.isDraft) return shape
  const isUnique = attribute.type === 'uid' || unique
  const neverUnique = ['boolean', 'json', 'blocks', 'enumeration', 'array']
  if (!isUnique || neverUnique.includes(attribute.type)) return shape
  const place = { name: attribute.name, within: path, siblings, model }
  const passes = (value: Json | undefined): boolean =>
    value === undefined || value === null || value === '' || checking.isUnique(value, place)
  return { ...shape, tests: [...shape.tests, { message: 'This attribute must be unique', passes }] }
}

function partsShape(
  written: WritableAttribute,
  value: Json | undefined,
  checking: EntryChecking,
  within: Within,
): Shape {
  const { attribute } = written
  const path = [...within.path, attribute]
  if (attribute.kind === 'zone') {
    const below = { ...within, path, siblings: isList(value) ? value : [] }
    return listShape(written, value, checking, (item) => zoneItem(attribute, item, checking, below))
  }
  const model = attribute.kind === 'component' ? checking.models.get(attribute.component) : undefined
  if (attribute.kind !== 'component' || model === undefined) return ANYTHING
  const isFirst = attribute.many && path.length === 1
  const siblings = isFirst && isList(value) ? value : isFirst ? [] : within.siblings
  const shapeOf = (json: Json | undefined): Shape =>
    modelShape(model, isObject(json) ? json : {}, checking, { ...within, path, siblings })
  if (attribute.many) return listShape(written, value, checking, shapeOf)
  return withPresence(shapeOf(value), !checking.mode.isDraft && written.required, checking)
}

/**
 * Returns the shape of a list of components, which is never null. The minimum length applies if the list is required or
 * has items.
 */
function listShape(
  { required, min, max }: WritableAttribute,
  value: Json | undefined,
  checking: EntryChecking,
  items: ShapeOf,
): Shape {
  const list: Shape = { kind: 'array', nullable: false, tests: [], items }
  const present = withPresence(list, true, checking)
  if (checking.mode.isDraft) return present
  const tests = [...present.tests]
  const counted = (message: string, passes: (length: number) => boolean): void => {
    tests.push({ message, passes: (json) => !isList(json) || passes(json.length) })
  }
  if (min !== undefined && Number.isInteger(min) && (required || (isList(value) && value.length > 0)))
    counted(`{path} field must have at least ${min} items`, (length) => length >= min)
  if (max !== undefined && Number.isInteger(max))
    counted(`{path} field must have less than or equal to ${max} items`, (length) => length <= max)
  return { ...present, tests }
}

/**
 * Returns the shape of a component in a zone. The item must name its component, and the zone must list this component.
 */
function zoneItem(
  { components }: ZoneAttribute,
  item: Json | undefined,
  checking: EntryChecking,
  within: Within,
): Shape {
  const name = isObject(item) ? item['__component'] : undefined
  const model = typeof name === 'string' ? checking.models.get(name) : undefined
  const isKnown = model?.isComponent === true && isObject(item)
  const mayStand = isKnown && checking.zone(components.includes(model.uid))
  const component: Shape = {
    kind: 'string',
    nullable: false,
    oneOf: { values: isKnown && !mayStand ? components : checking.models.components },
    tests: [NAMED],
  }
  const shape: Shape = isKnown
    ? modelShape(model, item, checking, within)
    : { kind: 'object', nullable: false, tests: [], fields: new Map() }
  return { ...shape, fields: new Map([...(shape.fields ?? []), ['__component', component]]) }
}

const NAMED: Test = {
  message: '{path} is a required field',
  passes: (value) => typeof value === 'string' && value !== '',
}

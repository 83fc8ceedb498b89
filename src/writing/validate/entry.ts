/** Validates the values of an entry, its components and zones, and collects all faults. */

import type { Attribute, ZoneAttribute } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import { isLink, type WritableAttribute, type WriteModel, type WriteModels } from '../model.ts'
import type { ValueFault } from '../refusal.ts'
import { scalarShape } from './scalars.ts'
import { castTo, faultsOf, fits, type Shape, type ShapeOf, type Test } from './shape.ts'

/** The mode of validation. */
export interface Mode {
  /** An update may omit values, which then stay unchanged. */
  readonly isCreation: boolean
  readonly isDraft: boolean
}

/** The place of a value, for the check of uniqueness. */
export interface UniquePlace {
  readonly name: string
  /** The component attributes from the entry down to the value. */
  readonly within: readonly Attribute[]
  /** All components of the same list or zone. */
  readonly siblings: readonly Json[]
  readonly model: WriteModel
}

export interface EntryChecking {
  readonly models: WriteModels
  readonly mode: Mode
  readonly isUnique: (value: Json, place: UniquePlace) => boolean
  /** Checks whether a zone accepts a component. */
  readonly zone: (isListed: boolean) => boolean
  /** Checks the relations of the cast values. */
  readonly relations: (data: JsonObject) => string | undefined
}

export type CheckedEntry =
  | { readonly ok: true; readonly data: JsonObject }
  | { readonly ok: false; readonly faults: readonly ValueFault[] }

/** Returns the values in stored form; a new entry gets the defaults. */
export function checkEntry(data: Json, model: WriteModel, checking: EntryChecking): CheckedEntry {
  const top: Within = { path: [], siblings: [], shared: new Map(), whole: new Map() }
  const shape = modelShape(model, isObject(data) ? data : {}, checking, top)
  const cast = castTo(shape, data)
  const message = isObject(cast) ? checking.relations(cast) : undefined
  const faults = fits(shape, cast) ? [] : faultsOf(shape, cast, data, '')
  const all = message === undefined ? faults : [...faults, { path: '', message, value: cast }]
  return all.length === 0 && isObject(cast) ? { ok: true, data: cast } : { ok: false, faults: all }
}

/** The place of a model in an entry. */
interface Within {
  readonly path: readonly Attribute[]
  readonly siblings: readonly Json[]
  /** Shapes that depend on the attribute alone. */
  readonly shared: Map<WritableAttribute, Shape>
  /** Shapes of the models that have no other attributes. A body may have 50,000 components of one model. */
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

/** Whether the shape is the same for each value: only components, zones and the uniqueness of a scalar depend on it. */
const isShared = ({ attribute, unique }: WritableAttribute, { mode }: EntryChecking): boolean =>
  attribute.kind === 'scalar' ? mode.isDraft || (attribute.type !== 'uid' && !unique) : isLink(attribute)

/** A new entry or component gets the default of the schema. */
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

/** An update may omit a required value, but not set it to null. */
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

/** A list of components is never null. The limits of its length apply if it is required or not empty. */
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

/** An item of a zone names its component, which the zone must list. */
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

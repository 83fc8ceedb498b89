/**
 * A shape describes which values are valid, independent of schemas. Validation first casts the whole value and then
 * runs all tests, so that it finds every fault. The recursion is limited, because the depth of bodies is limited.
 */
import { isList, isObject, type Json, type JsonObject } from '../../util/json.ts'
import type { ValueFault } from '../refusal.ts'
import { printed } from './print.ts'

type ShapeKind = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'mixed'

export interface Shape {
  readonly kind: ShapeKind
  readonly nullable: boolean
  /** The function that casts a value; by default, the usual cast for the kind of the shape. */
  readonly cast?: (value: Json) => Json
  /** The value that replaces a missing value. */
  readonly fallback?: Json | undefined
  /** Whether a missing object without a fallback is cast to an empty object. */
  readonly isInvented?: boolean
  readonly oneOf?: OneOf
  readonly tests: readonly Test[]
  readonly fields?: ReadonlyMap<string, ShapeOf>
  readonly items?: ShapeOf
}

interface OneOf {
  readonly values: readonly (string | number | null)[]
}

/** A shape, or a function that returns the shape for a value. */
export type ShapeOf = Shape | ((value: Json | undefined) => Shape)

export interface Test {
  /** The error message. `{path}` stands for the path of the value. */
  readonly message: string
  readonly passes: (value: Json | undefined) => boolean
}

const shapeFor = (shape: ShapeOf, value: Json | undefined): Shape =>
  typeof shape === 'function' ? shape(value) : shape

/** Casts a value to the form in which the server stores it. */
export function castTo(of: ShapeOf, value: Json | undefined): Json | undefined {
  const shape = shapeFor(of, value)
  if (value === undefined) return fallbackOf(shape)
  const cast = (shape.cast ?? CASTS[shape.kind])(value, shape)
  if (shape.kind === 'array' && isList(cast) && shape.items !== undefined) return castItems(cast, shape.items)
  if (shape.kind === 'object' && isObject(cast) && shape.fields !== undefined)
    return castFields(cast, shape.fields)
  return cast
}

function fallbackOf({ fallback, isInvented, fields }: Shape): Json | undefined {
  if (fallback !== undefined || isInvented !== true || fields === undefined) return fallback
  return {}
}

/** Casts each item of a list. Returns the same list object if no item changes. */
function castItems(list: readonly Json[], items: ShapeOf): readonly Json[] {
  const cast = list.map((item) => castTo(items, item) ?? null)
  return cast.every((item, at) => Object.is(item, list[at])) ? list : cast
}

function castFields(object: JsonObject, fields: ReadonlyMap<string, ShapeOf>): JsonObject {
  let cast: { [key: string]: Json } | undefined
  for (const [name, shape] of fields) {
    const before = Object.hasOwn(object, name) ? object[name] : undefined
    const value = castTo(shape, before)
    if (value === undefined || Object.is(value, before)) continue
    cast ??= { ...object }
    cast[name] = value
  }
  return cast ?? object
}

const parsedOrNull = (text: string): Json => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const CASTS: { readonly [kind in ShapeKind]: (value: Json, shape: Shape) => Json } = {
  mixed: (value) => value,
  string: (value) => (typeof value === 'number' || typeof value === 'boolean' ? String(value) : value),
  number: (value, { nullable }) => (value === null && nullable ? null : asNumber(value)),
  boolean: asBoolean,
  array: (value, { nullable }) => {
    const list = typeof value === 'string' ? parsedOrNull(value) : value
    return isList(list) || (list === null && nullable) ? list : null
  },
  object: (value) => {
    const object = typeof value === 'string' ? parsedOrNull(value) : value
    return isObject(object) ? object : null
  },
}

function asNumber(value: Json): number {
  if (typeof value === 'number') return value
  if (typeof value === 'string') {
    const digits = value.replace(/\s/g, '')
    return digits === '' ? Number.NaN : Number(digits)
  }
  return isList(value) ? Number.parseFloat(String(value)) : Number.NaN
}

/** Casts a value to a boolean. A list with one item counts as the item if the item is a boolean. */
function asBoolean(value: Json): Json {
  const item = onlyItem(value)
  const text = typeof item === 'object' ? '' : String(item)
  if (/^(true|1)$/i.test(text)) return true
  return /^(false|0)$/i.test(text) ? false : value
}

/** Returns the item of a list with one item, at any depth of such lists; every other value unchanged. */
export function onlyItem(value: Json): Json {
  let item = value
  while (isList(item) && item.length === 1) item = item[0] ?? null
  return item
}

/**
 * Returns whether a cast value has no fault. The function `fits` is faster than `faultsOf`, because `fits` builds no
 * paths and no lists.
 */
export function fits(of: ShapeOf, value: Json | undefined): boolean {
  const shape = shapeFor(of, value)
  const { oneOf, items, fields } = shape
  if (value !== undefined && !isOfKind(shape, value)) return false
  if (value !== undefined && oneOf !== undefined && !isListed(oneOf, value)) return false
  if (isList(value) && items !== undefined && !value.every((item) => fits(items, item))) return false
  if (isObject(value) && fields !== undefined)
    for (const [name, inner] of fields)
      if (!fits(inner, Object.hasOwn(value, name) ? value[name] : undefined)) return false
  return shape.tests.every(({ passes }) => passes(value))
}

const isListed = ({ values }: OneOf, value: Json): boolean => values.some((one) => one === value)

/** Returns all faults of a cast value. The argument `written` is the value before the cast. */
export function faultsOf(
  of: ShapeOf,
  value: Json | undefined,
  written: Json | undefined,
  path: string,
): readonly ValueFault[] {
  const shape = shapeFor(of, value)
  const unfit = kindFaults(shape, value, written, path)
  if (unfit.length > 0) return unfit
  const inner = innerFaults(shape, value, written, path)
  const failed = shape.tests.filter(({ passes }) => !passes(value))
  if (failed.length === 0) return inner
  const place = path || 'this'
  const own = failed.map(({ message }) => ({ path, message: message.replaceAll('{path}', place), value }))
  return [...inner, ...own]
}

const NO_FAULTS: readonly ValueFault[] = []

function kindFaults(
  shape: Shape,
  value: Json | undefined,
  written: Json | undefined,
  path: string,
): readonly ValueFault[] {
  if (value === undefined) return NO_FAULTS
  const isFit = isOfKind(shape, value)
  if (isFit && shape.oneOf === undefined) return NO_FAULTS
  const place = path || 'this'
  const faults: ValueFault[] = []
  if (!isFit) {
    const isCast = written !== undefined && written !== null && !Object.is(written, value)
    const cast = isCast ? ` (cast from the value \`${printed(written, true)}\`).` : '.'
    const found = `but the final value was: \`${printed(value, true)}\`${cast}`
    faults.push({ path, message: `${place} must be a \`${shape.kind}\` type, ${found}`, value })
  }
  const { oneOf } = shape
  if (oneOf !== undefined && !isListed(oneOf, value)) {
    const message = `${place} must be one of the following values: ${oneOf.values.join(', ')}`
    faults.push({ path, message, value })
  }
  return faults
}

function isOfKind({ kind, nullable }: Shape, value: Json): boolean {
  if (value === null && nullable) return true
  switch (kind) {
    case 'mixed':
      return true
    case 'string':
    case 'boolean':
      return typeof value === kind
    case 'number':
      return typeof value === 'number' && !Number.isNaN(value)
    case 'array':
      return isList(value)
    case 'object':
      return isObject(value)
  }
}

function innerFaults(
  { fields, items }: Shape,
  value: Json | undefined,
  written: Json | undefined,
  path: string,
): readonly ValueFault[] {
  if (isList(value) && items !== undefined)
    return value.flatMap((item, at) => faultsOf(items, item, memberOf(written, at), `${path}[${at}]`))
  if (!isObject(value) || fields === undefined) return NO_FAULTS
  const found: { readonly place: string; readonly faults: readonly ValueFault[] }[] = []
  for (const [name, shape] of fields) {
    const own = Object.hasOwn(value, name) ? value[name] : undefined
    const place = path === '' ? name : `${path}.${name}`
    const faults = faultsOf(shape, own, memberOf(written, name), place)
    if (faults.length > 0) found.push({ place, faults })
  }
  if (found.length === 0) return NO_FAULTS
  const names = [...fields.keys()]
  return found
    .reverse()
    .sort((a, b) => firstIn(a.place, names) - firstIn(b.place, names))
    .flatMap(({ faults }) => faults)
}

function memberOf(written: Json | undefined, key: string | number): Json | undefined {
  if (written === undefined) return undefined
  if (isList(written)) return written[Number(key)]
  return isObject(written) && Object.hasOwn(written, key) ? written[key] : undefined
}

/**
 * Returns the position in `names` of the first name that the path of a fault contains, even inside another name. A
 * real server sorts the faults of an entry by the positions of their names in `names`.
 */
const firstIn = (place: string, names: readonly string[]): number => {
  const at = names.findIndex((name) => place.includes(name))
  return at < 0 ? names.length : at
}

/**
 * The values of generated attributes: words like those that `--fake` makes up, and a few unusual values. All values
 * are within the limits of the schema.
 */
import * as fc from 'fast-check'
import type { ScalarAttribute } from '../../src/reference/schema/schema.ts'
import { chanceOf } from '../../src/sources/fake/chance.ts'
import { scalarValue as fakeValue } from '../../src/sources/fake/scalar.ts'
import type { Json } from '../../src/util/json.ts'
import type { Limits } from '../../src/writing/index.ts'
import { VALUES } from './values.ts'

/** The context for generating values of an attribute: the limits of the attribute, and the name of its model. */
export interface Written {
  readonly limits: Limits | undefined
  readonly model: string
  /** The list of unusual texts from which a dataset takes values. */
  readonly family?: readonly Json[]
}

/** The maximum number of made-up values for each attribute; a small number, so that equal values are frequent. */
const MOST = 10
/** The maximum length of a generated ordinary text. */
const LONGEST = 60
const words = chanceOf(0)
const pools = new Map<string, readonly Json[]>()

/** Returns ordinary values of an attribute, like values that a person would write. */
export function usualValues(attribute: ScalarAttribute, { limits, model }: Written): readonly Json[] {
  const key = JSON.stringify([model, attribute, limits, limits?.pattern?.source])
  const known = pools.get(key)
  if (known !== undefined) return known
  const made = [...new Set([...patterned(limits), ...faked(attribute, limits, model)])]
  const usual = made.filter((value) => fits(value, limits))
  pools.set(key, usual)
  return usual
}

/** Returns unusual values of an attribute: values at the ends of their ranges, and texts that people rarely write. */
export function oddValues(attribute: ScalarAttribute, { limits }: Written): readonly Json[] {
  const { type, enum: values } = attribute
  if (isFormats(attribute)) return FORMATS
  return (type === 'enumeration' ? values : VALUES[type]).filter((value) => fits(value, limits))
}

/**
 * Returns whether an attribute is the JSON attribute `formats`, as in an uploaded file. The value of `formats` is
 * always an object, because an upload writes this value.
 */
const isFormats = ({ name, type }: ScalarAttribute): boolean => name === 'formats' && type === 'json'
const THUMBNAIL = { ext: '.png', mime: 'image/png', path: null, width: 156, height: 156, size: 1.5 }
const FORMATS: readonly Json[] = [
  {},
  ...['oak', 'fir'].map((hash) => ({
    thumbnail: { name: `${hash}.png`, hash, ...THUMBNAIL, url: `/uploads/${hash}.png` },
  })),
]

function faked(attribute: ScalarAttribute, limits: Limits | undefined, model: string): readonly Json[] {
  if (isFormats(attribute)) return FORMATS
  if (attribute.type === 'enumeration') return attribute.enum
  if (attribute.type === 'password') return VALUES.password
  const { min = null, max = null, minLength = null, maxLength = null } = limits ?? {}
  const written = { min, max, minLength, maxLength: Math.min(maxLength ?? LONGEST, LONGEST) }
  return Array.from({ length: MOST }, (_, index) =>
    fakeValue(
      { attribute, written, model, isCollection: true, index, pick: index },
      words(model, attribute.name, index),
    ),
  )
}

function patterned(limits: Limits | undefined): readonly Json[] {
  const { pattern, minLength, maxLength } = limits ?? {}
  if (pattern === undefined) return []
  try {
    const texts = fc.sample(fc.stringMatching(pattern, { maxLength: maxLength ?? LONGEST }), {
      seed: 0,
      numRuns: 4 * MOST,
    })
    return texts.filter((text) => text.length >= (minLength ?? 1)).slice(0, MOST)
  } catch {
    return []
  }
}

/** Returns whether a value is within the limits of its attribute. */
export function fits(value: Json, limits: Limits | undefined): boolean {
  if (limits === undefined || value === null) return limits?.required !== true || value !== null
  const { min = -Infinity, max = Infinity, minLength = 0, maxLength = Infinity, pattern } = limits
  if (typeof value === 'string') {
    const isLong = value.length >= minLength && value.length <= maxLength
    const number = Number(value)
    const isInRange = !/^[+-]?\d+$/.test(value) || (number >= min && number <= max)
    return isLong && isInRange && (pattern?.test(value) ?? true)
  }
  return typeof value !== 'number' || (value >= min && value <= max)
}

/**
 * Returns the variant of a value for a count: a text with the count at its end, or another number. Returns undefined if
 * the limits do not allow this variant.
 */
export function numbered(value: Json, count: number, limits: Limits | undefined): Json | undefined {
  const made = withNumber(value, count, limits)
  return made !== undefined && fits(made, limits) ? made : undefined
}

function withNumber(value: Json, count: number, limits: Limits | undefined): Json | undefined {
  if (typeof value === 'number') return Math.ceil(limits?.min ?? 0) + count
  if (typeof value !== 'string') return undefined
  if (/^[+-]?\d+$/.test(value)) return String(Math.ceil(limits?.min ?? 0) + count)
  const [, name = value, host = ''] = /^([^@]*)(@.*)$/.exec(value) ?? []
  const end = `-${count}${host}`
  return `${name.slice(0, Math.max((limits?.maxLength ?? LONGEST) - end.length, 0))}${end}`
}

/** Generates numbers and dates that fit the name of the attribute. Generated numbers keep the limits of the schema. */
import type { ScalarType } from '../../../reference/schema/schema.ts'
import { NOW, type Words } from '../chance.ts'
import { wordsOf } from './text.ts'

interface NumberRange {
  readonly least: number
  readonly most: number
}

/** The usual range of numbers for an attribute, by the last one or two words of the attribute's name. */
const USUAL: readonly (readonly [names: string, least: number, most: number])[] = [
  ['rating stars score grade', 1, 5],
  ['price cost amount total fee salary', 5, 200],
  ['year', 1990, 2026],
  ['age', 18, 90],
  ['percent percentage discount progress', 0, 100],
  ['latitude lat', -90, 90],
  ['longitude lng lon', -180, 180],
  ['quantity stock likes views count', 0, 1000],
  ['width height', 100, 2000],
  ['minutes duration time', 5, 120],
  ['calories', 50, 900],
  ['level priority', 1, 5],
  ['phone telephone mobile phonenumber mobilenumber', 200_000_000, 999_999_999],
  ['bytes filesize', 10_000, 5_000_000],
]

const BY_NAME: ReadonlyMap<string, NumberRange> = new Map(
  USUAL.flatMap(([names, least, most]) => names.split(' ').map((name) => [name, { least, most }] as const)),
)

const COUNTED: ReadonlySet<string> = new Set(['order', 'position', 'rank', 'index', 'sort', 'number'])
const OTHERS: NumberRange = { least: 1, most: 100 }

/**
 * The smallest and the largest number that a schema allows for an attribute. The member `min` or `max` is undefined
 * if the schema states no such limit.
 */
export interface Bounds {
  readonly min: number | undefined
  readonly max: number | undefined
}

type NumberType = Extract<ScalarType, 'integer' | 'biginteger' | 'float' | 'decimal'>

/**
 * Generates a number for an attribute. The parameter `index` is the index of the entry, counted from 0. Attributes
 * such as `order` get the index of the entry plus one as their value.
 */
export function numberFor(
  name: string,
  type: NumberType,
  bounds: Bounds,
  index: number,
  words: Words,
): number {
  const parts = wordsOf(name)
  const last = parts.at(-1) ?? ''
  const usual = BY_NAME.get(parts.slice(-2).join('')) ?? BY_NAME.get(last)
  const { least, most } = rangeOf(usual ?? OTHERS, bounds)
  const isWhole = type === 'integer' || type === 'biginteger'
  if (usual === undefined && COUNTED.has(last) && index + 1 >= least && index + 1 <= most) return index + 1
  if (isWhole) return wholeWithin(least, most, words)
  const fractionDigits = most - least < 1 || /^(?:lat|lng|lon)/.test(last) ? 6 : 2
  const value = words.number.float({ min: least, max: most, fractionDigits })
  return Math.min(Math.max(value, least), most)
}

function wholeWithin(least: number, most: number, words: Words): number {
  const [min, max] = [Math.ceil(least), Math.floor(most)]
  // If no integer is between the limits (for example, 1.2 and 1.8), the result is the next integer above the lower
  // limit.
  return max < min ? min : words.number.int({ min, max })
}

/**
 * Returns the part of the usual range of numbers that is within the limits of the schema. If no part is within the
 * limits, returns a range that begins or ends at a limit.
 */
function rangeOf(usual: NumberRange, { min, max }: Bounds): NumberRange {
  const least = Math.max(usual.least, min ?? Number.NEGATIVE_INFINITY)
  const most = Math.min(usual.most, max ?? Number.POSITIVE_INFINITY)
  if (least <= most) return { least, most }
  if (min === undefined) return { least: most - 100, most }
  return { least: min, most: Math.max(min, max ?? min + 100) }
}

const DAY = 86_400_000
const PAST: ReadonlySet<string> = new Set(['birth', 'birthday', 'birthdate', 'born'])
const COMING: ReadonlySet<string> = new Set([
  'start',
  'starts',
  'begin',
  'begins',
  'event',
  'deadline',
  'due',
])
const ENDING: ReadonlySet<string> = new Set(['end', 'ends', 'expires', 'expiry', 'until', 'closing'])

/**
 * Returns a time of day such as `09:15`. If the name of the attribute means a start, the time is in the morning. If
 * the name of the attribute means an end, the time is later in the day.
 */
export function clockFor(name: string, words: Words): string {
  const parts = wordsOf(name)
  const has = (set: ReadonlySet<string>): boolean => parts.some((part) => set.has(part))
  const [min, max] = has(OPENING) ? [8, 11] : has(CLOSING) ? [13, 22] : [8, 22]
  const hour = String(words.number.int({ min, max })).padStart(2, '0')
  return `${hour}:${words.helpers.arrayElement(['00', '15', '30', '45'])}`
}

const OPENING: ReadonlySet<string> = new Set([
  'start',
  'starts',
  'begin',
  'begins',
  'open',
  'opens',
  'opening',
  'from',
])
const CLOSING: ReadonlySet<string> = new Set(['end', 'ends', 'close', 'closes', 'closing', 'until', 'to'])

/**
 * Returns a point in time for an attribute. The generated time is in the past year, unless the name of the attribute
 * implies another time.
 */
export function instantFor(name: string, words: Words): Date {
  const parts = wordsOf(name)
  const has = (set: ReadonlySet<string>): boolean => parts.some((part) => set.has(part))
  const [from, to] = has(PAST)
    ? [-80 * 365, -18 * 365]
    : has(COMING)
      ? [1, 90]
      : has(ENDING)
        ? [91, 180]
        : [-365, -1]
  const now = Date.parse(NOW)
  return words.date.between({ from: now + from * DAY, to: now + to * DAY })
}

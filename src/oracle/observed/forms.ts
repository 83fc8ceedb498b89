/** Finds the words for the form in which a server shows a value, such as `in lower case`. */
import type { Json } from '../../util/json.ts'
import { isInstantText } from '../compare/equality.ts'

/**
 * Returns the words for the form of a found value, relative to the expected value; undefined if the form has no name.
 * Both values are texts, numbers or booleans.
 */
export function formOf(expected: Json | undefined, found: Json | undefined): string | undefined {
  if (typeof expected === 'number' && typeof found === 'number') {
    if (Math.fround(expected) === found) return 'rounded to 32 bits'
    if (Math.abs(expected - found) >= 1) return undefined
    // A small number that becomes 0 does not show the number of digits.
    return found === 0 ? 'rounded' : `rounded to ${decimalPlaces(found)} digits after the point`
  }
  if (expected === null || found === null || expected === found) return undefined
  if (typeof expected === 'string' && typeof found === 'number' && isInstantText(expected)) {
    const unit = EPOCH_UNITS.find(([, milliseconds]) => found * milliseconds === Date.parse(expected))
    if (unit !== undefined) return `as the number of ${unit[0]} since 1970`
  }
  if (typeof expected !== typeof found)
    return typeof found === 'string' ? 'as a text' : `as a ${typeof found}`
  if (typeof expected !== 'string' || typeof found !== 'string') return undefined
  if (isRounded(expected, found)) return 'rounded'
  return (
    FORMS.find(([, change]) => change(expected) === found)?.[0] ??
    (expected.startsWith(found) ? 'cut' : undefined) ??
    longerForm(expected, found) ??
    (isInstantText(expected) && Date.parse(expected) === Date.parse(found)
      ? 'as the same instant in another format'
      : undefined) ??
    shiftOf(expected, found)
  )
}

/** The units in which a number may count the time since the start of 1970, each with its milliseconds. */
const EPOCH_UNITS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ['seconds', 1000],
  ['milliseconds', 1],
]

/**
 * Returns the words for the form of a text that the server makes longer, such as the path of a file with a host before
 * it.
 */
function longerForm(expected: string, found: string): string | undefined {
  if (expected === '') return undefined
  if (found.endsWith(expected)) return 'with more text before it'
  if (!found.startsWith(expected)) return undefined
  return expected.length === LENGTH_OF_DATE && found.startsWith(`${expected}T`)
    ? 'with a time after it'
    : 'with more text after it'
}

/** The number of characters of a date, such as `2024-01-31`. */
const LENGTH_OF_DATE = 10

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** Returns the words for a date or an instant that the server shifts by at most 14 days or at most 14 hours. */
function shiftOf(expected: string, found: string): string | undefined {
  const shift = Date.parse(found) - Date.parse(expected)
  const isDated = [expected, found].every((text) => text.length >= 10 && text[4] === '-' && text[7] === '-')
  if (!isDated || Number.isNaN(shift) || shift === 0) return undefined
  const [size, unit] = shift % DAY === 0 ? [shift / DAY, 'day'] : [shift / HOUR, 'hour']
  const count = Math.abs(size)
  if (!Number.isInteger(size) || count > MAX_SHIFT) return undefined
  return `${count} ${unit}${count === 1 ? '' : 's'} ${size < 0 ? 'earlier' : 'later'}`
}

/** The maximum number of days or hours that count as a shift. The offsets of time zones are at most 14 hours. */
const MAX_SHIFT = 14

const decimalPlaces = (number: number): number => String(number).split('.')[1]?.length ?? 0

/** Returns whether two texts are different integers that are equal as floating-point numbers. */
const isRounded = (expected: string, found: string): boolean =>
  /^-?\d{16,}$/.test(expected) && expected !== found && Number(expected) === Number(found)

/** Returns a character as JSON writes it in ASCII. */
const unicodeEscape = (one: string): string => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`

const FORMS: readonly (readonly [form: string, change: (text: string) => string])[] = [
  ['without the blanks around it', (text) => text.trim()],
  ['in lower case', (text) => text.toLowerCase()],
  ['in upper case', (text) => text.toUpperCase()],
  [
    'with escaped characters',
    (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ],
  ['with escaped characters', (text) => text.replaceAll(/[^\0-\x7f]/gu, (one) => `&#${one.codePointAt(0)};`)],
  ['with escaped characters', (text) => text.replaceAll(/[^\0-\x7f]/g, unicodeEscape)],
  ['encoded', encodeURIComponent],
  ['in the Unicode form NFD', (text) => text.normalize('NFD')],
  ['in the Unicode form NFC', (text) => text.normalize('NFC')],
  ['in the Unicode form NFKC', (text) => text.normalize('NFKC')],
  ['without milliseconds', (text) => text.replace(/\.\d{3}/, '')],
  ['without milliseconds', (text) => text.replace(/\.\d{3}/, '.000')],
  ['with an offset in place of `Z`', (text) => text.replace(/Z$/, '+00:00')],
  ['without milliseconds and with an offset in place of `Z`', (text) => text.replace(/\.\d{3}Z$/, '+00:00')],
  ['without `Z`', (text) => text.replace(/Z$/, '')],
  ['without milliseconds and `Z`', (text) => text.replace(/\.\d{3}Z$/, '')],
  ['with a blank in place of `T`', (text) => text.replace('T', ' ')],
  ['with a blank in place of `T`, and without `Z`', (text) => text.replace('T', ' ').replace(/Z$/, '')],
]

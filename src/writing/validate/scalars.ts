/**
 * The shape of each scalar type. A draft may break `required`, minimums and patterns, but each value in a draft must
 * have the right type.
 */

import type { ScalarAttribute } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import type { WritableAttribute } from '../model.ts'
import { blocksShape } from './blocks.ts'
import { printed } from './print.ts'
import type { Shape, Test } from './shape.ts'

/** The maximum length of a text in an attribute of the type `string` without `maxLength`. */
const SHORT = 255

/** Returns the shape of a scalar attribute, without the tests for `required` and `unique`. */
export function scalarShape(written: WritableAttribute, scalar: ScalarAttribute, isDraft: boolean): Shape {
  switch (scalar.type) {
    case 'string':
    case 'text':
    case 'richtext':
    case 'password':
      return textShape(textTests(written, scalar, isDraft))
    case 'email':
      // The email address of a published entry must not be empty. A minimum length in the schema has no effect on
      // email addresses.
      return isDraft
        ? textShape(textTests(written, scalar, isDraft))
        : textShape([...textTests({ ...written, minLength: undefined }, scalar, isDraft), ...EMAIL])
    case 'uid':
      return textShape([...textTests(written, scalar, isDraft), ...(isDraft ? [] : [slugTest(written)])])
    case 'enumeration':
      return { kind: 'string', nullable: false, tests: [], oneOf: { values: [...scalar.enum, null] } }
    case 'integer':
      return numberShape([WHOLE, ...boundTests(written, isDraft, Math.trunc)])
    case 'float':
    case 'decimal':
      return numberShape([FINITE, ...boundTests(written, isDraft, (bound) => bound)])
    case 'biginteger':
      return { kind: 'mixed', nullable: false, cast: (value) => digitsOf(value) ?? value, tests: [DIGITS] }
    case 'boolean':
      return { kind: 'boolean', nullable: true, tests: [] }
    case 'blocks':
      return blocksShape
    case 'date':
    case 'time':
    case 'datetime':
    case 'timestamp':
    case 'json':
    case 'array':
      return { kind: 'mixed', nullable: true, tests: [] }
  }
}

/** Returns the shape of a text attribute. The shape does not convert numbers to texts. */
const textShape = (tests: readonly Test[]): Shape => ({
  kind: 'string',
  nullable: false,
  cast: (value) => value,
  tests,
})
const numberShape = (tests: readonly Test[]): Shape => ({ kind: 'number', nullable: false, tests })

const ofText = (message: string, passes: (text: string) => boolean): Test => ({
  message,
  passes: (value) => typeof value !== 'string' || passes(value),
})
const ofNumber = (message: string, passes: (number: number) => boolean): Test => ({
  message,
  passes: (value) => typeof value !== 'number' || passes(value),
})

function textTests(
  { minLength, maxLength, pattern, required }: WritableAttribute,
  { type }: ScalarAttribute,
  isDraft: boolean,
): readonly Test[] {
  const tests: Test[] = []
  if (minLength !== undefined && !isDraft)
    tests.push(ofText(`{path} must be at least ${minLength} characters`, ({ length }) => length >= minLength))
  const most = maxLength ?? (type === 'string' ? SHORT : undefined)
  if (most !== undefined)
    tests.push(ofText(`{path} must be at most ${most} characters`, ({ length }) => length <= most))
  if (pattern !== undefined && !isDraft) {
    const fits = (text: string): boolean => (text === '' && !required) || text.search(pattern) !== -1
    tests.push(ofText(`{path} must match the following: "${printed(pattern, false)}"`, fits))
  }
  return tests
}

const SLUG = /^[A-Za-z0-9-_.~]*$/

function slugTest({ pattern = SLUG }: WritableAttribute): Test {
  const message = `{path} must match the following: "${printed(pattern, false)}"`
  return ofText(message, (text) => text.search(pattern) !== -1)
}

const EMAIL: readonly Test[] = [
  ofText('{path} must be a valid email', (text) => text === '' || isEmail(text)),
  ofText('{path} cannot be empty', (text) => text !== ''),
]

const LOCAL = /^[a-z\d!#$%&'*+\-/=?^_`{|}~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]+$/i
const DOMAIN = /^[a-z\d\-._~\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]+$/i
const LETTER = /[a-z\u00A0-\uD7FF\uF900-\uFDCF\uFDF0-\uFFEF]/i
const DIGIT = /\d/

/**
 * Returns whether a part of a domain name starts and ends with a letter. If `mayBeDigit` is true, the part may also
 * start and end with a digit.
 */
const isPart = (text: string, mayBeDigit: boolean): boolean =>
  [text.slice(0, 1), text.slice(-1)].every((end) => LETTER.test(end) || (mayBeDigit && DIGIT.test(end)))

/**
 * Returns whether a text is an email address: a local part without empty pieces, and a domain of at least two parts.
 * The last part of the domain must start and end with a letter.
 */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 0) return false
  const local = text.slice(0, at)
  const isLocal = isQuoted(local) || local.split('.').every((piece) => LOCAL.test(piece))
  if (!isLocal || text.length > MOST_EMAIL) return false
  const domain = text.slice(at + 1)
  if (!DOMAIN.test(domain)) return false
  for (let dot = domain.indexOf('.'); dot >= 0; dot = domain.indexOf('.', dot + 1))
    if (isPart(domain.slice(0, dot), true) && isPart(domain.slice(dot + 1), false)) return true
  return false
}

/** The maximum length of an email address; no deliverable address is longer. */
const MOST_EMAIL = 1000

/** Returns whether a text is in quotation marks, with no unescaped quotation mark inside. */
const isQuoted = (text: string): boolean => /^"(?:[^"\\\r\n]|\\[^\r\n])*"$/.test(text)

const WHOLE = ofNumber('{path} must be an integer', Number.isInteger)
const FINITE = ofNumber('{path} must be a finite number', Number.isFinite)

function boundTests(
  { min, max }: WritableAttribute,
  isDraft: boolean,
  rounded: (bound: number) => number,
): readonly Test[] {
  const tests: Test[] = []
  if (min !== undefined && !isDraft) {
    const bound = rounded(min)
    tests.push(ofNumber(`{path} must be greater than or equal to ${bound}`, (number) => number >= bound))
  }
  if (max !== undefined) {
    const bound = rounded(max)
    tests.push(ofNumber(`{path} must be less than or equal to ${bound}`, (number) => number <= bound))
  }
  return tests
}

/** Returns the digits of an integer; undefined for other values. */
export function digitsOf(value: Json | undefined): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : undefined
  if (typeof value !== 'string' || value.length > MOST_DIGITS) return undefined
  const digits = value.trim()
  return /^[+-]?\d+$/.test(digits) ? String(BigInt(digits.replace('+', ''))) : undefined
}

/** The maximum number of digits of an integer; no column can store an integer with so many digits. */
const MOST_DIGITS = 1000

const DIGITS: Test = {
  message: '{path} must be a valid integer',
  passes: (value) => value === undefined || value === null || digitsOf(value) !== undefined,
}

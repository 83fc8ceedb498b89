/**
 * Finds the forms of texts that servers often misread, in operands of filters, in names of lists, and in values of
 * answers.
 */
import { IMPLICIT } from '../../reference/operators/operators.ts'

interface Form {
  readonly says: string
  readonly has: (text: string) => boolean
}

const matching = (says: string, pattern: RegExp): Form => ({ says, has: (text) => pattern.test(text) })
const containing = (says: string, part: string): Form => ({ says, has: (text) => text.includes(part) })

/** The words that some programming languages read as a value of another type. */
const WORDS: ReadonlySet<string> = new Set(['null', 'undefined', 'true', 'false', 'NaN'])

/** The spellings of true and false with one character. */
const SHORT_BOOLEANS: ReadonlySet<string> = new Set(['0', '1', 'f', 't'])

/** Matches an instant in ISO 8601. */
const INSTANT = /^[\d-]{10}T[\d:.]{5,18}(?:Z|[+-][\d:]{4,5})?$/

const FORMS: readonly Form[] = [
  { says: 'no characters', has: (text) => text === '' },
  { says: 'a blank at an end', has: (text) => text.trim() !== text },
  { says: 'several words', has: (text) => text.trim().includes(' ') },
  containing('a comma', ','),
  matching('`%` or `_`', /[%_]/),
  containing('`%`', '%'),
  containing('`_`', '_'),
  containing('a backslash', '\\'),
  matching('one of `&`, `<`, `>`, `"` and `\'`', /[&<>"']/),
  // The letters `T` and `Z` of an instant say nothing about letter case.
  { says: 'capital letters', has: (text) => /\p{Lu}/u.test(text) && !INSTANT.test(text) },
  { says: 'characters outside ASCII', has: (text) => [...text].some((one) => one > '\u007f') },
  { says: 'a word such as `null` or `true`', has: (text) => WORDS.has(text) },
  { says: 'the word `false`', has: (text) => text === 'false' },
  { says: 'the word `null`', has: (text) => text === 'null' },
  matching('a leading zero', /^[+-]?0\d/),
  matching('a number', /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i),
  matching('a fraction', /^[+-]?\d*\.\d+$/),
  matching('more than 15 digits', /\d{16}/),
  { says: 'a negative number', has: (text) => Number(text) < 0 },
  { says: 'one of the texts `0`, `1`, `f` and `t`', has: (text) => SHORT_BOOLEANS.has(text.toLowerCase()) },
  matching('a date but no time', /^\d{4}-\d\d-\d\d$/),
  { says: 'an offset from UTC', has: (text) => text.includes('T') && /[+-]\d\d:?\d\d$/.test(text) },
  matching('a date and a time but no zone', /^\d{4}-\d\d-\d\dT[\d:.]+$/),
  matching('a time but no seconds', /^\d\d:\d\d$/),
  matching('an instant of a whole second', /^[\d-]{10}T[\d:]{8}\.000Z$/),
  matching('a time but no milliseconds', /^\d\d:\d\d:\d\d(\.\d{1,2})?$/),
]

/** The maximum length, in characters, of a text whose forms the check tests. */
const MAX_TEXT = 1_000

/** Returns the forms of a text in words, such as `a blank at an end`. */
export const formsOf = (text: string): readonly string[] => {
  const tested = text.slice(0, MAX_TEXT)
  return FORMS.flatMap(({ says, has }) => (has(tested) ? [says] : []))
}

/** The respects in which texts may differ, each with a change after which such texts are equal. */
const RESPECTS: readonly (readonly [says: string, change: (text: string) => string])[] = [
  ['letter case', (text) => text.toLowerCase()],
  ['blanks at the ends', (text) => text.trim()],
  ['accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ['letter case and accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()],
  ['a fraction', (text) => text.replace(/\.\d+/, '')],
]

/** The operators that search within a text. The function `has` returns whether the text matches the operand. */
const PARTIAL: readonly (readonly [operator: string, has: (text: string, part: string) => boolean])[] = [
  ['contains', (text, part) => text.includes(part)],
  ['startswith', (text, part) => text.startsWith(part)],
  ['endswith', (text, part) => text.endsWith(part)],
]

const isEqual = (text: string, other: string): boolean => text === other

/**
 * Returns the test of a text operator: whether the operand is at the place that the operator requires, or equals the
 * text.
 */
const testOf = (operator: string): typeof isEqual =>
  PARTIAL.find(([name]) => operator.toLowerCase().includes(name))?.[1] ?? isEqual

/** Returns whether a text operator ignores letter case. */
const ignoresCase = (operator: string): boolean => /^\$\w+i$/.test(operator)

/**
 * Returns the first respect that alone keeps the operator from finding any of the texts; undefined if the operator
 * finds a text, or if no single respect explains all texts. If the operator finds the texts only because it ignores
 * letter case, the respect is letter case.
 */
export function respectOf(
  texts: readonly string[],
  operand: string,
  operator: string = IMPLICIT.value,
): string | undefined {
  const has = testOf(operator)
  if (texts.length === 0 || texts.some((text) => has(text, operand))) return undefined
  const finish = (text: string): string => (ignoresCase(operator) ? text.toLowerCase() : text)
  return RESPECTS.find(([, change]) =>
    texts.every((text) => has(finish(change(text)), finish(change(operand)))),
  )?.[0]
}

/** Returns the respects, such as letter case, without which the order of the texts would be different. */
export function orderingRespects(texts: readonly string[]): readonly string[] {
  const order = (keys: readonly string[]): string =>
    keys
      .map((key, at) => ({ key, at }))
      .toSorted((one, other) => (one.key === other.key ? 0 : one.key < other.key ? -1 : 1))
      .map(({ at }) => at)
      .join()
  const right = order(texts)
  return RESPECTS.flatMap(([says, change]) => (order(texts.map(change)) === right ? [] : [says]))
}

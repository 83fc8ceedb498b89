/** The forms of texts that servers often misread: operands of filters, names in lists, and values in answers. */

interface Form {
  readonly says: string
  readonly has: (text: string) => boolean
}

const matches = (says: string, pattern: RegExp): Form => ({ says, has: (text) => pattern.test(text) })

/** Words that some languages read as a value of another type. */
const WORDS: ReadonlySet<string> = new Set(['null', 'undefined', 'true', 'false', 'NaN'])

const FORMS: readonly Form[] = [
  { says: 'no characters', has: (text) => text === '' },
  matches('a blank at an end', /^\s|\s$/),
  matches('several words', /\S\s+\S/),
  matches('a comma', /,/),
  matches('`%`', /%/),
  matches('`_`', /_/),
  matches('a backslash', /\\/),
  matches('one of `&`, `<`, `>`, `"` and `\'`', /[&<>"']/),
  matches('capital letters', /\p{Lu}/u),
  { says: 'characters outside ASCII', has: (text) => [...text].some((one) => one > '\u007f') },
  { says: 'a word such as `null` or `true`', has: (text) => WORDS.has(text) },
  matches('a leading zero', /^[+-]?0\d/),
  matches('a number', /^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i),
  matches('a fraction', /^[+-]?\d*\.\d+$/),
  { says: 'more than 15 digits', has: (text) => /\d{16}/.test(text) },
  matches('a negative number', /^-\d/),
  matches('one of the texts `0`, `1`, `f` and `t`', /^[01ft]$/i),
  matches('a date but no time', /^\d{4}-\d\d-\d\d$/),
  matches('an offset from UTC', /T.*[+-]\d\d:?\d\d$/),
  matches('a date and a time but no zone', /^\d{4}-\d\d-\d\dT[\d:.]+$/),
  matches('a time but no seconds', /^\d\d:\d\d$/),
  matches('a time but no milliseconds', /^\d\d:\d\d:\d\d(\.\d{1,2})?$/),
]

/** The longest text whose forms are tested, in characters. */
const MAX_TEXT = 1_000

/** The forms of a text in words, such as `a blank at an end`. */
export const formsOf = (text: string): readonly string[] => {
  const tested = text.slice(0, MAX_TEXT)
  return FORMS.flatMap(({ says, has }) => (has(tested) ? [says] : []))
}

/** Pairs of texts that differ only in one respect, in words. The first respect that applies counts. */
const RESPECTS: readonly (readonly [says: string, change: (text: string) => string])[] = [
  ['letter case', (text) => text.toLowerCase()],
  ['blanks at the ends', (text) => text.trim()],
  ['accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')],
  ['letter case and accents', (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()],
]

/** The first respect in which all texts differ from another text, and in which alone; undefined if there is none. */
export const respectOf = (texts: readonly string[], other: string): string | undefined =>
  texts.length === 0 || texts.includes(other)
    ? undefined
    : RESPECTS.find(([, change]) => texts.every((text) => change(text) === change(other)))?.[0]

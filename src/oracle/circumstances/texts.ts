/** The forms of texts that servers often misread: operands of filters, names in lists, and values in answers. */

interface Form {
  readonly says: string
  readonly has: (text: string) => boolean
}

const matching = (says: string, pattern: RegExp): Form => ({ says, has: (text) => pattern.test(text) })
const containing = (says: string, part: string): Form => ({ says, has: (text) => text.includes(part) })

/** Words that some languages read as a value of another type. */
const WORDS: ReadonlySet<string> = new Set(['null', 'undefined', 'true', 'false', 'NaN'])

/** One-letter spellings of true and false. */
const SHORT_BOOLEANS: ReadonlySet<string> = new Set(['0', '1', 'f', 't'])

const FORMS: readonly Form[] = [
  { says: 'no characters', has: (text) => text === '' },
  { says: 'a blank at an end', has: (text) => text.trim() !== text },
  { says: 'several words', has: (text) => text.trim().includes(' ') },
  containing('a comma', ','),
  containing('`%`', '%'),
  containing('`_`', '_'),
  containing('a backslash', '\\'),
  matching('one of `&`, `<`, `>`, `"` and `\'`', /[&<>"']/),
  matching('capital letters', /\p{Lu}/u),
  { says: 'characters outside ASCII', has: (text) => [...text].some((one) => one > '\u007f') },
  { says: 'a word such as `null` or `true`', has: (text) => WORDS.has(text) },
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
  matching('a time but no milliseconds', /^\d\d:\d\d:\d\d(\.\d{1,2})?$/),
]

/** The longest text whose forms are tested, in characters. */
const MAX_TEXT = 1_000

/** Returns the forms of a text in words, such as `a blank at an end`. */
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

/**
 * Returns the first respect in which all texts differ from another text, and in which alone; undefined if there is
 * none.
 */
export const respectOf = (texts: readonly string[], other: string): string | undefined =>
  texts.length === 0 || texts.includes(other)
    ? undefined
    : RESPECTS.find(([, change]) => texts.every((text) => change(text) === change(other)))?.[0]

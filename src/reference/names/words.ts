/** Decides whether a text such as `sort` counts as `true` if it is the value of a populated attribute. */
import type { PopulateValue } from '../parse/syntax.ts'
import { booleanText, isText } from '../parse/url.ts'
import type { HasDepartures } from '../strapi/changes.ts'
import { populatesWords } from '../strapi/names.ts'

export const WORDS: readonly string[] = ['sort', 'filters', 'fields', 'populate', 'count']

/**
 * Returns whether the real server reads a text as `true` in place of the options of a populated attribute. Such a
 * text is the name of an option, as in `populate[a]=sort`, or begins with a boolean word, as in `populate[a]=1.5`.
 */
export const isWord = (value: PopulateValue, context: HasDepartures): boolean =>
  value.kind === 'names' &&
  isText(value.raw) &&
  (WORDS.includes(value.raw) || booleanText(value.raw.split('.')[0]) !== undefined) &&
  populatesWords(context)

/** Words of the language where an attribute of `populate` has its value. */
import type { PopulateValue } from '../parse/syntax.ts'
import { booleanText, isText } from '../parse/url.ts'
import type { QuirkId } from '../strapi/quirks.ts'

export const WORDS: readonly string[] = ['sort', 'filters', 'fields', 'populate', 'count']

/**
 * `populate[a]=sort`, `populate[a]=1.5`: the real server takes the word for an option without anything in it, and a path
 * that begins with a word for true or false for no name at all. Either way it populates.
 */
export const isWord = (
  value: PopulateValue,
  { has }: { readonly has: (quirk: QuirkId) => boolean },
): boolean =>
  value.kind === 'names' &&
  isText(value.raw) &&
  (WORDS.includes(value.raw) || booleanText(value.raw.split('.')[0]) !== undefined) &&
  has('populate-word-true')

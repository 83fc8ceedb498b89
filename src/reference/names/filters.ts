/** Which keys of a filter object say something, and which are as if they had not been written. */
import { isOperator } from '../operators.ts'
import type { FilterSyntax } from '../parse/syntax.ts'
import type { QuirkId } from '../profile/quirks.ts'
import type { ContentType, Model } from '../schema/schema.ts'

export const isIdKey = (key: string): key is 'id' | 'documentId' => key === 'id' || key === 'documentId'

/** An operator whose operand is an object in which nothing is known: the real server never looks at it. */
export function isOpaque(key: string, value: FilterSyntax, model: Model): boolean {
  if (!isOperator(key) || key === '$not' || key === '$null' || key === '$notNull') return false
  return namesNothing(value, model)
}

/** An object without an operator, an id or, where it is known what it speaks of, an attribute. */
export const namesNothing = (value: FilterSyntax, model?: Model): boolean =>
  value.kind === 'map' &&
  value.entries.every(({ key }) => !isOperator(key) && !isIdKey(key) && model?.attributes.has(key) !== true)

/** `[$not]…[$not]=…`: nothing but negations of a value. */
export function isNegatedValue(value: FilterSyntax): boolean {
  if (value.kind !== 'map') return true
  const [only, ...others] = value.entries
  return others.length === 0 && only?.key === '$not' && isNegatedValue(only.value)
}

/** Conditions on what the request itself looks up by are read first. */
export function lookupsFirst(filters: FilterSyntax, type: ContentType): FilterSyntax {
  if (filters.kind !== 'map') return filters
  const lookups = [...(type.draftAndPublish ? ['publishedAt'] : []), ...(type.localized ? ['locale'] : [])]
  const first = lookups.flatMap((key) => filters.entries.filter((entry) => entry.key === key))
  return { kind: 'map', entries: [...first, ...filters.entries.filter((entry) => !first.includes(entry))] }
}

/** A condition on `locale` at the root takes the place of the request's locale on the real server. */
export function overridesLocale(
  filters: FilterSyntax | undefined,
  { localized }: ContentType,
  { has }: { readonly has: (quirk: QuirkId) => boolean },
): boolean {
  const isGiven = filters?.kind === 'map' && filters.entries.some(({ key }) => key === 'locale')
  return isGiven && localized && has('filter-locale-overrides')
}

/** Separates a populate list and a populate object at the same level: `populate[0]=a&populate[b][fields]=c`. */
import type { PopulateClause, PopulateEntry, PopulateSyntax } from '../parse/syntax.ts'
import { isText } from '../parse/url.ts'

/** A populate list, and a populate object at the same level. */
interface Beside {
  readonly list: Extract<PopulateSyntax, { kind: 'paths' }>
  readonly entries: readonly PopulateEntry[]
}

/**
 * Splits a level of `populate` that mixes a list and an object, which one interpretation of the guide allows. The
 * result is undefined if the level has no list or no object, or if both name the same attribute.
 */
export function listBeside(entries: readonly PopulateEntry[]): Beside | undefined {
  const clauses = entries.flatMap((entry) => itemOf(entry) ?? [])
  const named = entries.filter((entry) => itemOf(entry) === undefined)
  const isNamed = ([first]: readonly string[]): boolean => named.some(({ key }) => key === first)
  if (named.length === 0 || clauses.length === 0 || clauses.some(({ paths }) => paths.some(isNamed)))
    return undefined
  return { list: { kind: 'paths', clauses, form: 'list' }, entries: named }
}

const itemOf = ({ key, value }: PopulateEntry): readonly PopulateClause[] | undefined =>
  /^\d\d?$/.test(key) && value.kind === 'names' && isText(value.raw) ? value.clauses : undefined

/** A populate list beside an object, at one level: `populate[0]=a&populate[b][fields]=c`. */
import type { PopulateClause, PopulateEntry, PopulateSyntax } from '../parse/syntax.ts'
import { isText } from '../parse/url.ts'
import type { QuirkId } from '../profile/quirks.ts'

interface Beside {
  readonly list: Extract<PopulateSyntax, { kind: 'paths' }>
  readonly entries: readonly PopulateEntry[]
}

const NO_LIST: Beside['list'] = { kind: 'paths', clauses: [], form: 'list' }

/** The object alone; read by the letter, apart from the list that stands beside it for other names. */
export function listBeside(entries: readonly PopulateEntry[], has: (quirk: QuirkId) => boolean): Beside {
  const alone: Beside = { list: NO_LIST, entries }
  if (!has('list-beside-object')) return alone
  const clauses = entries.flatMap((entry) => itemOf(entry) ?? [])
  const named = entries.filter((entry) => itemOf(entry) === undefined)
  const isNamed = ([first]: readonly string[]): boolean => named.some(({ key }) => key === first)
  const isApart = named.length > 0 && !clauses.some(({ paths }) => paths.some(isNamed))
  return isApart ? { list: { ...NO_LIST, clauses }, entries: named } : alone
}

const itemOf = ({ key, value }: PopulateEntry): readonly PopulateClause[] | undefined =>
  /^\d\d?$/.test(key) && value.kind === 'names' && isText(value.raw) ? value.clauses : undefined

/** Cites the rules of `sort`. */
import type { SortSyntax } from '../parse/syntax.ts'
import type { Cite } from '../rules.ts'

/** Cites the rules of `sort`, at the root or inside a populated attribute. */
export function citeSort({ keys }: SortSyntax, at: string, cite: Cite): void {
  cite('param.sort', at)
  cite('sort.order', at)
  cite('sort.nulls', at)
  cite('sort.values', at)
  for (const { form } of keys) cite(form === 'text' ? 'sort.text' : 'sort.object', at)
}

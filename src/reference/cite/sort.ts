/** Which rules an answer follows for the order it was asked for. */
import type { SortSyntax } from '../parse/syntax.ts'
import type { Cite } from '../rules.ts'

/** `sort` at the root or inside a populated attribute, where something is sorted by it. */
export function citeSort({ keys }: SortSyntax, at: string, cite: Cite): void {
  cite('param.sort', at)
  cite('sort.order', at)
  cite('sort.nulls', at)
  for (const { form } of keys) cite(form === 'text' ? 'sort.text' : 'sort.object', at)
}

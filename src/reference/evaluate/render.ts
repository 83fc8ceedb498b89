/** The forms in which the entries of an answer are rendered. */
import type { Graph, Row } from '../graph/graph.ts'
import type { Selection } from '../plan/plan.ts'
import { type Allowance, type Entry, type Stopped, showRows } from './populate.ts'
import { countMembers } from './size.ts'

/** Rendered entries. */
export interface Rendered {
  readonly form: string
  readonly entries: readonly unknown[]
  /** The number of members in all objects and lists of the rendered entries. */
  readonly members: number
}

/** Rendered entries as values. Format headers, explanations and citations need entries as values, not as texts. */
export interface Values extends Rendered {
  readonly form: 'values'
  readonly entries: readonly Entry[]
}

/** Renders the rows of a page. */
export type Render<R extends Rendered> = (
  rows: readonly Row[],
  selection: Selection,
  graph: Graph,
  allowance: Allowance,
) => Rendering<R>

export type Rendering<R extends Rendered> = { readonly kind: 'rendered'; readonly rendered: R } | Stopped

export const renderValues: Render<Values> = (rows, selection, graph, allowance) => {
  const shown = showRows(rows, selection, graph, allowance)
  if (shown.kind !== 'shown') return shown
  const { entries } = shown
  return { kind: 'rendered', rendered: { form: 'values', entries, members: countMembers(entries) } }
}

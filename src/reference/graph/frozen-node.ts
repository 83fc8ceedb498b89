/** Rows that grow no more. */
import type { NodeDraft } from './draft.ts'
import { nodesOf } from './related.ts'

/** Freezes a row with all components in it; what the values hold is frozen as the files are. */
export function frozenNode<N extends NodeDraft>(row: N): N {
  for (const node of nodesOf<NodeDraft>(row)) {
    Object.freeze(node)
    Object.freeze(node.values)
    Object.freeze(node.links)
    Object.freeze(node.components)
    for (const refs of Object.values(node.links)) Object.freeze(refs)
    for (const nodes of Object.values(node.components)) Object.freeze(nodes)
  }
  return row
}

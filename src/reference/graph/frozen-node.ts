/** Rows that grow no more. */
import type { NodeDraft } from './draft.ts'

/** Freezes a row with all components in it; what the values hold is frozen as the files are. */
export function frozenNode<N extends NodeDraft>(row: N): N {
  freezeOwn(row)
  const waiting: NodeDraft[] = []
  for (let node: NodeDraft | undefined = row; node !== undefined; node = waiting.pop()) {
    for (const nodes of Object.values(node.components)) {
      Object.freeze(nodes)
      for (const inner of nodes) {
        freezeOwn(inner)
        waiting.push(inner)
      }
    }
  }
  return row
}

function freezeOwn(node: NodeDraft): void {
  Object.freeze(node)
  Object.freeze(node.values)
  Object.freeze(node.components)
  Object.freeze(node.links)
  for (const refs of Object.values(node.links)) Object.freeze(refs)
}

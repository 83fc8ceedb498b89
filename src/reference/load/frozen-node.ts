/** Rows that grow no more. */
import { NO_NODES, NO_REFS, NOTHING, type NodeDraft } from './rows/draft.ts'

/** Freezes a row with all components in it; what the values hold is frozen as the files are. */
export function frozenNode<N extends NodeDraft>(row: N): N {
  const waiting: NodeDraft[] = [row]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { values, links, components } = node
    for (const name in links) {
      // To freeze what is frozen takes as long as to freeze anything.
      if (links[name] !== NO_REFS) Object.freeze(links[name])
    }
    for (const name in components) {
      const inner = components[name] ?? NO_NODES
      if (inner === NO_NODES) continue
      // A list that grew has room for more; a copy of it has none.
      components[name] = Object.freeze(inner.slice())
      for (const one of inner) waiting.push(one)
    }
    Object.freeze(node)
    Object.freeze(values)
    Object.freeze(links)
    if (components !== NOTHING) Object.freeze(components)
  }
  return row
}

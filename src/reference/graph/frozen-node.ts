/** Rows that grow no more. */
import type { NodeDraft } from './draft.ts'

/** Freezes a row with all components in it; what the values hold is frozen as the files are. */
export function frozenNode<N extends NodeDraft>(row: N): N {
  const waiting: NodeDraft[] = [row]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { values, links, components } = node
    for (const name in links) Object.freeze(links[name])
    for (const name in components) {
      const inner = components[name] ?? []
      Object.freeze(inner)
      for (const one of inner) waiting.push(one)
    }
    Object.freeze(node)
    Object.freeze(values)
    Object.freeze(links)
    Object.freeze(components)
  }
  return row
}

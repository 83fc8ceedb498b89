/** Visits the components in a row. */
import { hasKeys } from '../../util/plain-object.ts'

/** Yields a row and all components in it, each component before the components inside it. */
export function* nodesOf<N extends { readonly components: Readonly<Record<string, readonly N[]>> }>(
  row: N,
): Generator<N> {
  const waiting: N[] = [row]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node
    // This test saves time: most components contain no other components, and a row may contain 50,000 components.
    if (!hasKeys(node.components)) continue
    for (const nodes of Object.values(node.components).reverse())
      for (const inner of nodes.toReversed()) waiting.push(inner)
  }
}

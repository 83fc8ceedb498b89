/**
 * The index of a column of texts: the positions of each text. It is a hash table with a chain of positions for each hash,
 * for a collation in which a text equals only itself.
 */
import type { Key } from '../../evaluate/sort.ts'
import type { Node } from '../../graph/graph.ts'
import { areMostlyDistinct } from './permutation.ts'

export interface TextIndex {
  /** Ascending. */
  readonly positionsOf: (text: string) => Uint32Array
  readonly bytes: number
}

/** The end of a chain. */
const NONE = -1

/** undefined if many nodes have the same text: the column index finds those faster. */
export function indexTexts(nodes: readonly Node[], read: (node: Node) => Key): TextIndex | undefined {
  if (!areMostlyDistinct(nodes, read)) return undefined
  const firsts = new Int32Array(2 ** Math.ceil(Math.log2(nodes.length + 1))).fill(NONE)
  const nexts = new Int32Array(nodes.length)
  const chainOf = (text: string): number => hashOf(text) & (firsts.length - 1)
  // From the last to the first, so that a chain is ascending.
  for (let position = nodes.length - 1; position >= 0; position--) {
    const text = textAt(position)
    if (text === null) continue
    const chain = chainOf(text)
    nexts[position] = firsts[chain] ?? NONE
    firsts[chain] = position
  }
  return { positionsOf, bytes: firsts.byteLength + nexts.byteLength }

  function textAt(position: number): string | null {
    const node = nodes[position]
    const found = node === undefined ? null : read(node)
    return typeof found === 'string' ? found : null
  }

  function positionsOf(text: string): Uint32Array {
    const found: number[] = []
    for (let at = firsts[chainOf(text)] ?? NONE; at !== NONE; at = nexts[at] ?? NONE)
      if (textAt(at) === text) found.push(at)
    return Uint32Array.from(found)
  }
}

/** A hash covers so many units at either end of a long text. */
const HASHED = 64

/** FNV-1a over the units. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  const mix = (from: number, to: number): void => {
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  const { length } = text
  mix(0, Math.min(length, HASHED))
  mix(Math.max(HASHED, length - HASHED), length)
  // The lower bits choose the chain, and the upper bits of short texts differ more.
  return hash ^ (hash >>> 15)
}

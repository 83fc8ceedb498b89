/**
 * The index of a text column, which finds the positions of the nodes with a text. The index is a hash table with a
 * chain of positions for each hash. The index works only for collations in which each text equals only itself.
 */
import type { Key } from '../../evaluate/sort.ts'
import type { Node } from '../../graph/graph.ts'
import { areMostlyDistinct } from './permutation.ts'

export interface TextIndex {
  /** Returns the positions of the nodes with a text, ascending. */
  readonly positionsOf: (text: string) => Uint32Array
  readonly bytes: number
}

/** The number that marks the end of a chain of positions. */
const NONE = -1

/** Makes a text index; undefined if many nodes have the same text, because then the column index is faster. */
export function indexTexts(nodes: readonly Node[], read: (node: Node) => Key): TextIndex | undefined {
  if (!areMostlyDistinct(nodes, read)) return undefined
  const firsts = new Int32Array(2 ** Math.ceil(Math.log2(nodes.length + 1))).fill(NONE)
  const nexts = new Int32Array(nodes.length)
  const chainOf = (text: string): number => hashOf(text) & (firsts.length - 1)
  // Adds the positions from the last to the first, so that each chain of positions is ascending.
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

/** The number of UTF-16 units at each end of a long text that its hash covers. */
const HASHED = 64

/**
 * Returns a hash of a text: FNV-1a over the first and last `HASHED` UTF-16 units, with the upper bits mixed into the
 * lower bits.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  const mix = (from: number, to: number): void => {
    for (let at = from; at < to; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  const { length } = text
  mix(0, Math.min(length, HASHED))
  mix(Math.max(HASHED, length - HASHED), length)
  // Mixes the upper bits of the hash into the lower bits, because the lower bits choose the chain, but differ little
  // between short texts.
  return hash ^ (hash >>> 15)
}

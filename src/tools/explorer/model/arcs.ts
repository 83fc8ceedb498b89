/** Computes arcs that show the links between types, next to a list of types whose rows have equal height. */

export interface Arc {
  readonly from: number
  readonly to: number
  /** An arc between two rows, as an SVG path that bulges to the left. */
  readonly path: string
}

export interface ArcsLayout {
  readonly arcs: readonly Arc[]
  readonly width: number
  readonly height: number
}

const MOST_WIDTH = 52
const EDGE = 4

/**
 * Returns one arc for each pair of types with a link in either direction, and a loop for a type that links to
 * itself.
 */
export function arcsOf(
  links: readonly (readonly [number, number])[],
  rows: number,
  rowHeight: number,
): ArcsLayout {
  const pairs = new Map<string, readonly [number, number]>()
  for (const [one, other] of links) {
    const [from, to] = [Math.min(one, other), Math.max(one, other)]
    pairs.set(`${from} ${to}`, [from, to])
  }
  const spans = [...pairs.values()].map(([from, to]) => to - from)
  const longest = Math.max(1, ...spans)
  const arcs = [...pairs.values()].map(
    ([from, to]): Arc => ({ from, to, path: pathOf(from, to, longest, rowHeight) }),
  )
  return { arcs, width: MOST_WIDTH, height: rows * rowHeight }
}

function pathOf(from: number, to: number, longest: number, rowHeight: number): string {
  const x = MOST_WIDTH - EDGE
  const [top, bottom] = [from, to].map((row) => row * rowHeight + rowHeight / 2)
  if (from === to) {
    const reach = rowHeight / 3
    const [above, below] = [(top ?? 0) - reach, (top ?? 0) + reach]
    return `M${x} ${top} C${x - 2 * reach} ${above} ${x - 2 * reach} ${below} ${x} ${top}`
  }
  // The width of an arc grows with the square root of its height.
  const reach = EDGE + (MOST_WIDTH - 3 * EDGE) * Math.sqrt((to - from) / longest)
  const control = Math.round((x - (4 / 3) * reach) * 10) / 10
  return `M${x} ${top} C${control} ${top} ${control} ${bottom} ${x} ${bottom}`
}

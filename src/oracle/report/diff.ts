/** Computes a side-by-side diff of two JSON values. */
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'
import { line } from '../bodies/line.ts'
import { mapJson } from '../bodies/map-json.ts'

export interface DiffRow {
  readonly kind: 'same' | 'changed' | 'gap'
  /**
   * The line on the left side of the row, from the expected value; undefined if the left side has no line in this row.
   */
  readonly left: string | undefined
  readonly right: string | undefined
}

/** The number of equal lines that a diff shows before and after each change. */
const CONTEXT = 4
/** The maximum number of rows in a side-by-side diff. */
const MAX_ROWS = 400
/** The maximum length of a line in a diff, in characters. */
const MAX_LINE = 300
/**
 * The maximum size of the LCS table, which is the product of the two line counts. In longer texts, the diff pairs the
 * lines by their order.
 */
const MAX_PAIRS = 4_000_000

/**
 * Returns the rows of a side-by-side diff of two JSON values. Equal lines are in the same row, and long ranges of
 * equal lines are omitted.
 */
export function diffRows(expected: Json, found: Json): readonly DiffRow[] {
  const left = linesOf(expected)
  const right = linesOf(ordered(found, expected))
  return folded(align(left, right)).slice(0, MAX_ROWS).map(shown)
}

const shown = ({ kind, left, right }: DiffRow): DiffRow => ({
  kind,
  left: left === undefined ? undefined : line(left, MAX_LINE),
  right: right === undefined ? undefined : line(right, MAX_LINE),
})

const linesOf = (json: Json): readonly string[] =>
  typeof json === 'string' ? json.split('\n') : JSON.stringify(json, undefined, 2).split('\n')

/**
 * Orders the keys of a JSON value like the keys of another value, because a diff must not show a different order of
 * keys.
 */
const ordered = (json: Json, like: Json | undefined): Json =>
  mapJson(json, like, {
    item: (other, at) => (isList(other) ? other[at] : undefined),
    member: (other, key) => (isObject(other) ? member(other, key) : undefined),
    leaf: (value) => value,
    keys: (owner, other) => {
      const keys = isObject(other) ? Object.keys(other).filter((key) => Object.hasOwn(owner, key)) : []
      return [...new Set([...keys, ...Object.keys(owner)])]
    },
  })

function align(left: readonly string[], right: readonly string[]): readonly DiffRow[] {
  let start = 0
  while (start < left.length && start < right.length && left[start] === right[start]) start++
  let end = 0
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end))
    end++
  const same = (line: string): DiffRow => ({ kind: 'same', left: line, right: line })
  return [
    ...left.slice(0, start).map(same),
    ...middle(left.slice(start, left.length - end), right.slice(start, right.length - end)),
    ...left.slice(left.length - end).map(same),
  ]
}

/** Aligns the lines of two texts by their longest common subsequence (LCS). */
function middle(left: readonly string[], right: readonly string[]): readonly DiffRow[] {
  if (left.length * right.length > MAX_PAIRS) return sideBySide(left, right)
  const lengths = commonLengths(left, right)
  const rows: DiffRow[] = []
  let removed: string[] = []
  let added: string[] = []
  const flush = (): void => {
    pushAll(rows, sideBySide(removed, added))
    removed = []
    added = []
  }
  let [at, to] = [0, 0]
  while (at < left.length || to < right.length) {
    const [line, other] = [left[at], right[to]]
    if (line !== undefined && line === other) {
      flush()
      rows.push({ kind: 'same', left: line, right: other })
      at++
      to++
    } else if (
      other === undefined ||
      (line !== undefined && length(lengths, at + 1, to) >= length(lengths, at, to + 1))
    ) {
      if (line !== undefined) removed.push(line)
      at++
    } else {
      added.push(other)
      to++
    }
  }
  flush()
  return rows
}

const length = (lengths: readonly Uint32Array[], at: number, to: number): number => lengths[at]?.[to] ?? 0

/**
 * Returns the LCS table of two texts. For each pair of line numbers, the table contains the length of the longest
 * common subsequence of the lines from these numbers on.
 */
function commonLengths(left: readonly string[], right: readonly string[]): readonly Uint32Array[] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Uint32Array(right.length + 1))
  for (let at = left.length - 1; at >= 0; at--) {
    const row = lengths[at] ?? new Uint32Array()
    for (let to = right.length - 1; to >= 0; to--) {
      row[to] =
        left[at] === right[to]
          ? length(lengths, at + 1, to + 1) + 1
          : Math.max(length(lengths, at + 1, to), length(lengths, at, to + 1))
    }
  }
  return lengths
}

const sideBySide = (left: readonly string[], right: readonly string[]): readonly DiffRow[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
    kind: 'changed',
    left: left[at],
    right: right[at],
  }))

function folded(rows: readonly DiffRow[]): readonly DiffRow[] {
  const shown = new Set<number>()
  for (const [at, { kind }] of rows.entries()) {
    if (kind !== 'changed') continue
    for (let near = at - CONTEXT; near <= at + CONTEXT; near++) shown.add(near)
  }
  const kept: DiffRow[] = []
  for (const [at, row] of rows.entries()) {
    if (shown.has(at)) kept.push(row)
    else if (at === 0 || shown.has(at - 1)) kept.push({ kind: 'gap', left: '⋯', right: '⋯' })
  }
  return kept
}

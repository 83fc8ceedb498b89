/** Finds the differences between two answers, to mark them in the tree views. */
import { isObject, type Json } from '../../../util/json.ts'

/**
 * The kind of a difference between two answers at a path. `here`: only the left answer has the value. `there`: only
 * the right answer has the value. `other`: both answers have a value, and the values differ. `within`: a value
 * inside the object or list differs.
 */
export type CellDifference = 'here' | 'there' | 'other' | 'within'

export interface Differences {
  /** The kind of difference at each path, for the left answer in `left` and for the right answer in `right`. */
  readonly left: ReadonlyMap<string, CellDifference>
  readonly right: ReadonlyMap<string, CellDifference>
  readonly count: number
  /** Whether the count has reached its maximum, so that the answers may have more differences. */
  readonly hasMore: boolean
}

const MOST = 5_000

/** Compares two answers: objects member by member, lists position by position. */
export function differencesOf(left: Json, right: Json): Differences {
  const [ours, theirs] = [new Map<string, CellDifference>(), new Map<string, CellDifference>()]
  let count = 0
  const waiting: (readonly [string, Json | undefined, Json | undefined])[] = [['', left, right]]
  for (let next = waiting.pop(); next !== undefined && count < MOST; next = waiting.pop()) {
    const [path, one, other] = next
    if (one !== undefined && other !== undefined && isSameShape(one, other)) {
      for (const name of namesIn(one, other))
        waiting.push([joined(path, name), memberOf(one, name), memberOf(other, name)])
      continue
    }
    if (one === other) continue
    count++
    const kind = one === undefined ? 'there' : other === undefined ? 'here' : 'other'
    if (one !== undefined) markUp(ours, path, kind)
    if (other !== undefined) markUp(theirs, path, kind)
    if (one === undefined) markAbove(ours, path)
    if (other === undefined) markAbove(theirs, path)
  }
  return { left: ours, right: theirs, count, hasMore: count >= MOST }
}

const joined = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

const isSameShape = (one: Json, other: Json): boolean =>
  (Array.isArray(one) && Array.isArray(other)) ||
  (!Array.isArray(one) && !Array.isArray(other) && isObject(one) && isObject(other))

function namesIn(one: Json, other: Json): ReadonlySet<string> {
  return new Set(
    [one, other].flatMap((value) => (typeof value === 'object' && value !== null ? Object.keys(value) : [])),
  )
}

function memberOf(value: Json, name: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(name)]
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

function markUp(marks: Map<string, CellDifference>, path: string, kind: CellDifference): void {
  marks.set(path, kind)
  markAbove(marks, path)
}

function markAbove(marks: Map<string, CellDifference>, path: string): void {
  for (let at = path.lastIndexOf('.'); at >= 0; at = path.lastIndexOf('.', at - 1)) {
    const above = path.slice(0, at)
    if (marks.has(above)) return
    marks.set(above, 'within')
  }
}

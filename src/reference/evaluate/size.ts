/** Computes the size of a written answer without writing the answer. */
import type { EntryValue } from './populate.ts'

/**
 * Returns the number of members in all objects and lists of a value. An object that occurs several times in the value
 * counts each time.
 */
export const countMembers = (value: EntryValue): number => measure(value).members

interface Size {
  readonly members: number
  /** The nesting depth of the objects and lists in a value. */
  readonly depth: number
}
const FLAT: Size = { members: 0, depth: 0 }

/** Measures a value without recursion. An object that occurs several times in the value is visited only once. */
export function measure(value: EntryValue): Size {
  const sizes = new Map<object, Size>()
  const left: object[] = isNested(value) ? [value] : []
  for (let next = left.at(-1); next !== undefined; next = left.at(-1)) {
    if (sizes.has(next)) {
      left.pop()
      continue
    }
    let [members, depth] = [0, 0]
    let isReady = true
    for (const member of Object.values(next)) {
      const inside = isNested(member) ? sizes.get(member) : FLAT
      if (inside !== undefined) {
        members += inside.members + 1
        depth = Math.max(depth, inside.depth)
      } else if (isNested(member)) {
        isReady = false
        left.push(member)
      }
    }
    if (isReady) sizes.set(next, { members, depth: depth + 1 })
  }
  return isNested(value) ? (sizes.get(value) ?? FLAT) : FLAT
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

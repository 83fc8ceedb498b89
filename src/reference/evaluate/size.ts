/** The size of an answer as it would be written out, without writing it. */
import type { EntryValue } from './populate.ts'

/** The members of all objects and lists in a value, each counted wherever it is written. */
export const countMembers = (value: EntryValue): number => measure(value).members

interface Size {
  readonly members: number
  /** How deep objects and lists are nested. */
  readonly depth: number
}
const FLAT: Size = { members: 0, depth: 0 }

/** Measures a value. It visits an object that several places share once, without recursion. */
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

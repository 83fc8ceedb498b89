import type { Answer } from '../evaluate/populate.ts'

/** How long an answer may get, in UTF-16 units: what a JavaScript text can safely hold. */
export const MAX_ANSWER_LENGTH = 128 * 1024 * 1024
/** How many members all objects and lists of an answer may have together, each counted wherever it is written. */
export const MAX_ANSWER_MEMBERS = 2_000_000

/**
 * A value as JSON text, the same as `JSON.stringify` writes; undefined when it would be too long. Without recursion, for
 * an answer may be thousands of levels deep, and stopping early, for entries that many others link to are written out
 * once for each of them.
 */
export function writeJson(value: Answer, maxLength = MAX_ANSWER_LENGTH): string | undefined {
  const parts: string[] = []
  let length = 0
  /** What is left to write, last first: texts as they are, and values. */
  const left: (string | { readonly value: Answer | undefined })[] = [{ value }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const text = typeof next === 'string' ? next : writeValue(next.value, left)
    length += text.length
    if (length > maxLength) return undefined
    parts.push(text)
  }
  return parts.join('')
}

/** The members of a value as it would be written out; what several places share is looked at once. */
export function countMembers(value: Answer): number {
  const counts = new Map<object, number>()
  const left: object[] = isNested(value) ? [value] : []
  for (let next = left.at(-1); next !== undefined; next = left.at(-1)) {
    if (counts.has(next)) {
      left.pop()
      continue
    }
    let count = 0
    let isReady = true
    for (const member of Object.values(next)) {
      const inside = isNested(member) ? counts.get(member) : 0
      if (inside !== undefined) count += inside + 1
      else if (isNested(member)) {
        isReady = false
        left.push(member)
      }
    }
    if (isReady) counts.set(next, count)
  }
  return isNested(value) ? (counts.get(value) ?? 0) : 0
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

type Left = (string | { readonly value: Answer | undefined })[]

/** The opening of a list or object, whose members are left for later; the whole of anything else. */
function writeValue(value: Answer | undefined, left: Left): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  if (Array.isArray(value)) {
    left.push(']')
    for (let at = value.length - 1; at >= 0; at--) {
      left.push({ value: value[at] })
      if (at > 0) left.push(',')
    }
    return '['
  }
  const members = Object.entries(value)
  left.push('}')
  for (let at = members.length - 1; at >= 0; at--) {
    const member = members[at]
    if (member === undefined) continue
    left.push({ value: member[1] }, `${at > 0 ? ',' : ''}${JSON.stringify(member[0])}:`)
  }
  return '{'
}

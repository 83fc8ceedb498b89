/** Finds the differences between two JSON values. */
import type { CodeChange } from '../../../protocol.ts'

export type Difference = Pick<CodeChange, 'kind' | 'path'>

export const isJsonLike = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * Finds the paths at which two JSON values differ, at most `most` paths. Each path leads to an added, removed or
 * changed member. The members inside an added or removed member get no separate paths. Uses no recursion.
 */
export function differences(before: unknown, after: unknown, most: number): readonly Difference[] {
  const found: Difference[] = []
  const left: (readonly [unknown, unknown, readonly string[]])[] = [[before, after, []]]
  for (let next = left.pop(); next !== undefined && found.length < most; next = left.pop()) {
    const [old, now, path] = next
    if (Object.is(old, now)) continue
    if (!isJsonLike(old) || !isJsonLike(now) || Array.isArray(old) !== Array.isArray(now)) {
      found.push({ kind: 'changed', path })
      continue
    }
    const names = Object.keys(now)
    for (const name of Object.keys(old))
      if (!Object.hasOwn(now, name)) found.push({ kind: 'removed', path: [...path, name] })
    for (const name of names.toReversed())
      if (Object.hasOwn(old, name)) left.push([valueAt(old, name), valueAt(now, name), [...path, name]])
      else found.push({ kind: 'added', path: [...path, name] })
  }
  return found.slice(0, most)
}

const valueAt = (value: object, name: string): unknown => Reflect.get(value, name)

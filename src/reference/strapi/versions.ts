/** Release numbers, and the changes that a release does not have yet. */
import { CHANGE_IDS, type ChangeId, changeOf } from './changes.ts'

/** The newest release whose answers are recorded. */
export const NEWEST = '5.54.0'
export const OLDEST = '5.0.0'

type Numbers = readonly [major: number, minor: number, patch: number]

/**
 * Returns the numbers of a version such as `5.23.2`. The text `5.23` means the newest patch of this minor version.
 * For a text that is not a version number, the result is undefined.
 */
function numbersOf(version: string): Numbers | undefined {
  const [, major, minor, patch] = /^(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/.exec(version) ?? []
  if (major === undefined || minor === undefined) return undefined
  return [Number(major), Number(minor), patch === undefined ? Number.POSITIVE_INFINITY : Number(patch)]
}

/** Compares two valid versions, and returns a negative number, zero or a positive number. */
export function compareVersions(a: string, b: string): number {
  const others = numbersOf(b) ?? [0, 0, 0]
  for (const [at, number] of (numbersOf(a) ?? [0, 0, 0]).entries()) {
    const other = others[at] ?? 0
    if (number !== other) return number - other
  }
  return 0
}

/** The classes of versions: known, later than the newest known release, or unknown. */
export type Standing = 'known' | 'later' | 'unknown'

/** Returns the class of a version. A patch version that was never released counts as the nearest earlier release. */
export function standingOf(version: string): Standing {
  const numbers = numbersOf(version)
  if (numbers === undefined || compareVersions(version, OLDEST) < 0) return 'unknown'
  const [major, minor] = numbers
  const [newestMajor, newestMinor] = numbersOf(NEWEST) ?? [0, 0]
  const isOfNewest = major === newestMajor && minor === newestMinor && numbers[2] === Number.POSITIVE_INFINITY
  return isOfNewest || compareVersions(version, NEWEST) <= 0 ? 'known' : 'later'
}

/** Returns the changes that a release does not have yet, newest first. */
export const changesAfter = (version: string): readonly ChangeId[] =>
  CHANGE_IDS.filter((id) => !hasChange(version, id))

/** Returns whether a release has a change. */
export function hasChange(version: string, id: ChangeId): boolean {
  const { since, lapsed } = changeOf(id)
  if (compareVersions(version, since) >= 0) return true
  if (lapsed === undefined) return false
  const [from, to] = lapsed
  return compareVersions(version, from) >= 0 && compareVersions(version, to) <= 0
}

/** All minor releases, oldest first: `5.0` … `5.54`. */
export const MINORS: readonly string[] = Array.from(
  { length: (numbersOf(NEWEST)?.[1] ?? 0) + 1 },
  (_, minor) => `5.${minor}`,
)

/** The oldest known release, and the releases in which an answer changed, oldest first. */
export const ERAS: readonly string[] = [
  ...new Set([OLDEST, ...CHANGE_IDS.flatMap((id) => [changeOf(id).since, ...lapsesOf(id)])]),
].sort(compareVersions)

/**
 * Returns, for a change that releases had, lost and had again, the first release with the change and the first
 * release that lost it. For any other change, the result is an empty list.
 */
function lapsesOf(id: ChangeId): readonly string[] {
  const { lapsed } = changeOf(id)
  if (lapsed === undefined) return []
  const [from, to] = lapsed
  const patch = to.lastIndexOf('.') + 1
  return [from, `${to.slice(0, patch)}${Number(to.slice(patch)) + 1}`]
}

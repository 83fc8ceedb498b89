/**
 * Adds findings without an example to the causes. The check keeps examples only of the first findings with the same
 * strongest suspect, so a group of later findings may have no request to show.
 */
import { topKey } from '../../attribution/suspect.ts'
import { type Cause, extentOf } from '../cause.ts'
import type { Finding } from '../finding.ts'
import type { Group } from './grouping.ts'

interface ShownGroup {
  readonly group: Group
  readonly cause: Cause
}

/**
 * Returns the causes of the shown groups. Each finding of a hidden group counts for the cause of a finding with the same
 * strongest suspect, or else for the largest cause, so that a report counts every wrong answer.
 */
export function withHidden(shown: readonly ShownGroup[], hidden: readonly Group[]): readonly Cause[] {
  const homes = new Map<string, Cause>()
  for (const { group, cause } of shown)
    for (const { suspects } of group.findings) {
      const key = topKey(suspects)
      if (!homes.has(key)) homes.set(key, cause)
    }
  const added = new Map<Cause, Finding[]>()
  for (const finding of hidden.flatMap(({ findings }) => findings)) {
    const home = homes.get(topKey(finding.suspects)) ?? shown[0]?.cause
    if (home !== undefined) added.set(home, [...(added.get(home) ?? []), finding])
  }
  return shown.map(({ cause }) => ({ ...cause, ...extentOf(added.get(cause) ?? [], cause) }))
}

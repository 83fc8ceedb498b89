/**
 * Merges groups of findings that have one origin. A mistake of the target that shows in several parts of answers
 * breaks several rules, and so forms several groups. If the circumstances of a larger group also distinguish the wrong
 * answers of a smaller group from right answers, both groups have the same origin.
 */
import { isMisreading } from '../../attribution/misread/misreading.ts'
import type { Contrast } from '../../circumstances/contrast.ts'
import type { Only } from '../../circumstances/telling.ts'
import { onlyOf } from '../cause.ts'
import type { Group } from './grouping.ts'

/** A group of findings with the circumstances that distinguish its wrong answers from right ones. */
export interface MergedGroup {
  readonly group: Group
  readonly only: Only | undefined
}

/** Merges groups of findings that have one origin. The parameter `groups` lists the largest groups first. */
export function mergedByOrigin(groups: readonly Group[], contrast: Contrast): readonly MergedGroup[] {
  const all: MergedGroup[] = []
  for (const group of groups) {
    const at = all.findIndex((one) => isOfOrigin(group, one, contrast))
    const larger = all[at]
    const both = larger === undefined ? undefined : joined(larger, group)
    const only = both === undefined ? undefined : onlyOf(both, contrast)
    if (both === undefined || only === undefined) all.push({ group, only: onlyOf(group, contrast) })
    else all[at] = { group: both, only }
  }
  return all
}

/**
 * Returns whether the circumstances of a larger group also distinguish the wrong answers of a smaller group from right
 * answers.
 */
function isOfOrigin(
  { suspect, switches, findings }: Group,
  { group, only }: MergedGroup,
  contrast: Contrast,
): boolean {
  if (only === undefined || suspect.rule === null || group.suspect.rule === null) return false
  if (switches.length > 0 || group.switches.length > 0) return false
  return contrast.distinguishes(
    suspect.rule,
    findings.map(({ circumstances }) => circumstances),
    only,
  )
}

/**
 * Joins a smaller group to a larger group, whose cause the joined group keeps. If only the smaller group has a
 * misreading as its cause and at least half as many findings, the joined group gets the misreading as its cause.
 */
function joined({ group }: MergedGroup, smaller: Group): Group {
  const isHead =
    isMisreading(smaller.suspect) &&
    !isMisreading(group.suspect) &&
    smaller.findings.length * 2 >= group.findings.length
  const [head, other] = isHead ? [smaller, group] : [group, smaller]
  return { ...head, findings: [...head.findings, ...other.findings] }
}

/** Finds groups of conditions (`$and`, `$or`) in `filters` that the real server does not apply. */
import { ALWAYS, type Condition } from '../../plan/plan.ts'
import type { HasDepartures } from '../changes.ts'

/**
 * Removes the groups of conditions that the real server does not apply. The real server merges the conditions on a
 * relation into the object of conditions on the entry itself. The merged object of conditions has only one `$or` and
 * one `$and`. Of several `$or` groups or several `$and` groups, only the last group applies (case
 * quirks.relation-group-collision).
 */
export function withoutCollisions(object: Condition, { has }: HasDepartures): Condition {
  if (!has('relation-group-collision')) return object
  const overwritten = new Set<Condition>()
  findOverwritten(object, overwritten)
  return without(object, overwritten)
}

/**
 * Finds the groups (`$and`, `$or`) that overwrite one another in the merged object. Each member of a group is a
 * separate object.
 */
function findOverwritten(object: Condition, overwritten: Set<Condition>): void {
  const latest = new Map<string, Condition>()
  for (const member of flatMembers(object)) {
    if ((member.kind === 'all' || member.kind === 'any') && member.group !== undefined) {
      const earlier = latest.get(member.group)
      if (earlier !== undefined) overwritten.add(earlier)
      latest.set(member.group, member)
      for (const item of member.of) findOverwritten(item, overwritten)
    }
    if (member.kind === 'not') findOverwritten(member.of, overwritten)
  }
}

function flatMembers(object: Condition): readonly Condition[] {
  if (object.kind !== 'all' || object.group !== undefined) return [object]
  return object.of.flatMap((member) => (member.kind === 'some' ? flatMembers(member.of) : [member]))
}

function without(condition: Condition, overwritten: ReadonlySet<Condition>): Condition {
  if (overwritten.has(condition)) return ALWAYS
  switch (condition.kind) {
    case 'test':
      return condition
    case 'not':
    case 'some':
      return { ...condition, of: without(condition.of, overwritten) }
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map((member) => without(member, overwritten)) }
  }
}

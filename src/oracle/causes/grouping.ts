/**
 * Which sightings come of one thing. Each says what it may come of; taken together they say more: the rule is to blame
 * that is suspected most often and was followed least by answers that were equal. What it accounts for is one cause, and
 * of the rest the next one is found, so that mending a cause takes away that one and leaves the others as they were.
 */
import { pushAll } from '../../util/push.ts'
import { type Suspect, suspectKey } from '../attribution/suspect.ts'
import type { Coverage } from './coverage.ts'
import type { Sighting } from './sighting.ts'
import { type Switch, switchesText } from './switches.ts'

export interface Group {
  /** Stands for the same cause in every run: a switch, or a rule and the kind of difference. */
  readonly key: string
  readonly suspect: Suspect
  /** What explains all of them; none where nothing does. */
  readonly switches: readonly Switch[]
  readonly sightings: readonly Sighting[]
}

/** What says most about a difference counts whole, all else that it may come of so much. */
const FURTHER = 0.6
/** What a difference can come of alone counts so much more. */
const ALONE = 3
/** So large a part that no switch explains shows that a switch does not tell the whole. */
const UNEXPLAINED = 0.25

/**
 * `isRefuted` says of switches whether some answer that was equal would not have been with them: they explain what
 * differs by chance alone.
 */
export function groupsOf(
  sightings: readonly Sighting[],
  coverage: Coverage,
  isRefuted: (switches: readonly Switch[], suspect: Suspect) => boolean,
): readonly Group[] {
  const groups: Group[] = []
  let left = sightings
  while (left.length > 0) {
    const suspect = mostSuspect(left, coverage)
    const key = suspectKey(suspect)
    const taken = left.filter((sighting) => isSuspected(sighting, key))
    left = left.filter((sighting) => !isSuspected(sighting, key))
    pushAll(groups, bySwitches({ key, suspect, switches: [], sightings: taken }, isRefuted))
  }
  return merged(groups)
}

/** Whether a sighting may come of what a key stands for. */
export const isSuspected = ({ suspects }: Pick<Sighting, 'suspects'>, key: string): boolean =>
  suspects.some((suspect) => suspectKey(suspect) === key)

const NOTHING: Suspect = { rule: null, kind: 'body' }

/**
 * By Ochiai's coefficient, as in the search for faults by coverage: how many of the differences may come of a rule,
 * weighed against how many answers followed it and were equal.
 */
function mostSuspect(sightings: readonly Sighting[], coverage: Coverage): Suspect {
  const weights = new Map<string, { readonly suspect: Suspect; weight: number }>()
  for (const { suspects, count } of sightings) {
    for (const [rank, suspect] of suspects.entries()) {
      const key = suspectKey(suspect)
      const known = weights.get(key) ?? { suspect, weight: 0 }
      known.weight += count * (suspects.length === 1 ? ALONE : rank === 0 ? 1 : FURTHER)
      weights.set(key, known)
    }
  }
  let best: Suspect = sightings[0]?.suspects[0] ?? NOTHING
  let most = 0
  for (const { suspect, weight } of weights.values()) {
    const equal = suspect.rule === null ? 0 : coverage.equal(suspect.rule)
    const score = weight / Math.sqrt(weight + equal)
    if (score > most) {
      most = score
      best = suspect
    }
  }
  return best
}

/** Sightings that a switch explains are told with those of the same switch, unless much beside them is unexplained. */
function bySwitches(
  group: Group,
  isRefuted: (switches: readonly Switch[], suspect: Suspect) => boolean,
): readonly Group[] {
  const byText = new Map<string, Sighting[]>()
  for (const sighting of group.sightings) {
    const { switches } = sighting
    const isChance = switches.length > 0 && isRefuted(switches, group.suspect)
    const text = isChance ? '' : switchesText(switches)
    byText.set(text, [...(byText.get(text) ?? []), sighting])
  }
  const unexplained = byText.get('') ?? []
  if (unexplained.length > group.sightings.length * UNEXPLAINED) return [group]
  return [...byText].map(([text, sightings]) =>
    text === ''
      ? { ...group, sightings }
      : { ...group, key: text, switches: sightings[0]?.switches ?? [], sightings },
  )
}

function merged(groups: readonly Group[]): readonly Group[] {
  const byKey = new Map<string, Group>()
  for (const group of groups) {
    const known = byKey.get(group.key)
    byKey.set(
      group.key,
      known === undefined ? group : { ...known, sightings: [...known.sightings, ...group.sightings] },
    )
  }
  return [...byKey.values()]
}

/**
 * Finds the switches with which the reference answers like the target. A switch is one change of the reference's
 * profile.
 */

import { CHANGE_IDS, type Departure } from '../../reference/strapi/changes.ts'
import { DECISIONS, type Decision } from '../../reference/strapi/databases/database.ts'
import { DATABASE_NAMES, DATABASES, type DatabaseName } from '../../reference/strapi/databases/databases.ts'
import { type Profile, profile as profileOf, REAL_PROFILES } from '../../reference/strapi/profile.ts'
import { QUIRK_IDS } from '../../reference/strapi/quirks.ts'
import { WRITE_QUIRK_IDS, type WriteQuirkId } from '../../reference/strapi/write-quirks.ts'
import { compareTo, type Exchange, type Session } from '../exchange/session.ts'
import type { Answer } from '../target/target.ts'

/** One change of the reference's profile. */
export type Switch =
  /** A switch that turns a quirk or a dated change on or off. */
  | { readonly kind: 'departure'; readonly departure: Departure | WriteQuirkId; readonly on: boolean }
  /** A switch that replaces a decision of the profile's database by the decision of another database. */
  | { readonly kind: 'decision'; readonly decision: Decision; readonly database: DatabaseName }

/**
 * The maximum number of steps that the search for switches may take in a run, so that it takes a few seconds at most.
 */
const BUDGET = 12_000
/** The number of characters in an answer for which the search for switches counts one additional step. */
const CHARACTERS_PER_STEP = 50_000

/**
 * The number of steps that the search for switches counts for the trial of one switch on a write session. The number is
 * large, because the reference replays the whole session.
 */
const STEPS_PER_SESSION = 25

/**
 * A function that finds the switches of the profile that explain a wrong answer. It returns one switch if that is
 * enough, and otherwise a minimal set of the switches of one real server. It returns an empty list if no switches
 * explain the answer.
 */
export type FindSwitches = (exchange: Exchange, among: 'all' | 'proven') => readonly Switch[]

/**
 * Creates the search for switches. The search first tries the switches that explained earlier answers, and stays within
 * its budget.
 */
export function switchFinder(session: Session): FindSwitches {
  const { profile } = session.reference
  const reading = oneSwitchAway(profile)
  // Only switches of rules of reading can explain a mismatch in the answer to a read.
  const single = { reading, writing: oneWriteSwitchAway(profile) }
  const several = {
    reading: REAL_PROFILES.map((real) => switchesTo(profile, real)),
    writing: REAL_PROFILES.map((real) => [...writeSwitchesTo(profile, real), ...switchesTo(profile, real)]),
  }
  const proven: (readonly Switch[])[] = []
  let left = BUDGET
  return (exchange, among) => {
    const { outcome } = exchange
    if (outcome.kind === 'failed') return []
    const isTheirs = (switches: readonly Switch[]): boolean => {
      const isSession = exchange.referenced.isOfWriting
      left -= isSession ? STEPS_PER_SESSION : 1 + Math.floor(outcome.text.length / CHARACTERS_PER_STEP)
      const answer = exchange.referenced.under(switches.map(changeOf))
      return isEqual(session, exchange, outcome.answer, answer)
    }
    // If the target answers like the unchanged reference, the expectation of the suite case is wrong, and no switch
    // explains it.
    if (isTheirs([])) return []
    const again = proven.find(isTheirs)
    if (again !== undefined) return again
    if (left < 0 || among === 'proven') return []
    const kind = exchange.referenced.isOfWriting ? 'writing' : 'reading'
    const whole = single[kind].find(isTheirs) ?? several[kind].find(isTheirs)
    if (whole === undefined) return []
    const found = fewest(whole, isTheirs)
    proven.push(found)
    return found
  }
}

/**
 * Returns all single switches of a profile. A switch turns one quirk or change on or off, or replaces one decision by
 * the decision of another database.
 */
function oneSwitchAway({ quirks, changes, database }: Profile): readonly (readonly Switch[])[] {
  const base: ReadonlySet<Departure> = new Set([...quirks, ...changes])
  const turned = [...QUIRK_IDS, ...CHANGE_IDS].map(
    (departure): Switch => ({ kind: 'departure', departure, on: !base.has(departure) }),
  )
  const taken = DECISIONS.flatMap((decision) => {
    const known = new Set<unknown>([database[decision]])
    return DATABASE_NAMES.flatMap((name): Switch[] => {
      const other = DATABASES[name][decision]
      if (known.has(other)) return []
      known.add(other)
      return [{ kind: 'decision', decision, database: name }]
    })
  })
  return [...turned, ...taken].map((one) => [one])
}

const oneWriteSwitchAway = ({ writes }: Profile): readonly (readonly Switch[])[] =>
  WRITE_QUIRK_IDS.map((departure) => [{ kind: 'departure', departure, on: !writes.has(departure) }])

function writeSwitchesTo({ writes }: Profile, { name }: (typeof REAL_PROFILES)[number]): readonly Switch[] {
  const theirs = profileOf(name).writes
  return WRITE_QUIRK_IDS.filter((id) => writes.has(id) !== theirs.has(id)).map((departure) => ({
    kind: 'departure',
    departure,
    on: theirs.has(departure),
  }))
}

function switchesTo(
  base: Profile,
  { quirks, database: name }: (typeof REAL_PROFILES)[number],
): readonly Switch[] {
  const on = quirks.filter((id) => !base.quirks.has(id))
  const off = [...[...base.quirks].filter((id) => !quirks.includes(id)), ...base.changes]
  const taken = DECISIONS.filter((decision) => base.database[decision] !== DATABASES[name][decision])
  return [
    ...on.map((departure): Switch => ({ kind: 'departure', departure, on: true })),
    ...off.map((departure): Switch => ({ kind: 'departure', departure, on: false })),
    ...taken.map((decision): Switch => ({ kind: 'decision', decision, database: name })),
  ]
}

function isEqual(session: Session, exchange: Exchange, found: Answer, expected: Answer): boolean {
  if (found.status !== expected.status) return false
  return compareTo(session, exchange, found, expected).difference === null
}

/** Removes every switch from a set without which the other switches still explain the answer. */
function fewest(
  whole: readonly Switch[],
  isTheirs: (switches: readonly Switch[]) => boolean,
): readonly Switch[] {
  let needed = whole
  for (const one of whole.length > 1 ? whole : []) {
    const without = needed.filter((other) => other !== one)
    if (isTheirs(without)) needed = without
  }
  return needed
}

/** Returns a switch in the notation of profile names, such as `+like-ascii-case` or `nulls=postgres`. */
export const changeOf = (one: Switch): string =>
  one.kind === 'decision' ? `${one.decision}=${one.database}` : `${one.on ? '+' : '-'}${one.departure}`

/** Returns several switches as one text, such as `nulls=postgres + -ne-array-or`. */
export const switchesText = (all: readonly Switch[]): string =>
  all.map((one) => (one.kind === 'departure' && one.on ? one.departure : changeOf(one))).join(' + ')

/** Which switch of the reference would make it answer as the target does. */
import { profile } from '../../reference/profile/profile.ts'
import { QUIRK_IDS, type QuirkId } from '../../reference/profile/quirks.ts'
import { compareTo, type Exchange, type Session } from '../exchange/session.ts'
import type { Answer } from '../target/target.ts'

/** A quirk that the reference would have to have, or that it has and would have to do without. */
export interface Switch {
  readonly quirk: QuirkId
  readonly on: boolean
}

const REAL_PROFILES = ['strapi-5.54-sqlite', 'strapi-5.54-postgres']

/** About a few seconds of work; a server that is wrong everywhere has no need of more. */
const MAX_QUESTIONS = 12_000

/**
 * One switch if one is enough; else the fewest of those of a real server that are needed together; none if
 * nothing explains the target's answer.
 */
export type Explainer = (exchange: Exchange) => readonly Switch[]

/**
 * Remembers what explained earlier answers of a session, and asks the reference no more than a run can bear.
 */
export function createExplainer(session: Session): Explainer {
  const base = session.reference.profile.quirks
  const proven: ReadonlySet<QuirkId>[] = []
  let left = MAX_QUESTIONS
  return (exchange) => {
    const { outcome, request } = exchange
    if (outcome.kind === 'failed') return []
    const isTheirs = (quirks: ReadonlySet<QuirkId>): boolean => {
      left--
      return isEqual(session, exchange, outcome.answer, session.reference.under(quirks, request))
    }
    // If the target answers as the reference, what fails is the case.
    if (isTheirs(base)) return []
    const again = proven.find(isTheirs)
    if (again !== undefined) return switches(base, again)
    if (left < 0) return []
    const found = oneSwitchAway(base).find(isTheirs) ?? severalSwitches(base, isTheirs)
    if (found === undefined) return []
    proven.push(found)
    return switches(base, found)
  }
}

/** Every set of quirks that is one switch away. */
function oneSwitchAway(quirks: ReadonlySet<QuirkId>): readonly ReadonlySet<QuirkId>[] {
  return QUIRK_IDS.map((id) =>
    quirks.has(id) ? new Set([...quirks].filter((other) => other !== id)) : new Set([...quirks, id]),
  )
}

function severalSwitches(
  base: ReadonlySet<QuirkId>,
  isTheirs: (quirks: ReadonlySet<QuirkId>) => boolean,
): ReadonlySet<QuirkId> | undefined {
  const real = REAL_PROFILES.map((name) => profile(name).quirks).find(isTheirs)
  return real === undefined ? undefined : fewest(base, real, isTheirs)
}

function isEqual(session: Session, exchange: Exchange, found: Answer, expected: Answer): boolean {
  if (found.status !== expected.status) return false
  return compareTo(session, exchange, found, expected).difference === null
}

/** Takes back every switch that is not needed. */
function fewest(
  base: ReadonlySet<QuirkId>,
  real: ReadonlySet<QuirkId>,
  isTheirs: (quirks: ReadonlySet<QuirkId>) => boolean,
): ReadonlySet<QuirkId> {
  let needed = real
  for (const { quirk, on } of switches(base, real)) {
    const without = on ? [...needed].filter((id) => id !== quirk) : [...needed, quirk]
    const tried = new Set(without)
    if (isTheirs(tried)) needed = tried
  }
  return needed
}

function switches(base: ReadonlySet<QuirkId>, other: ReadonlySet<QuirkId>): readonly Switch[] {
  const on = [...other].filter((id) => !base.has(id)).map((quirk) => ({ quirk, on: true }))
  const off = [...base].filter((id) => !other.has(id)).map((quirk) => ({ quirk, on: false }))
  return [...on, ...off]
}

/** `like-ascii-case + -ne-array-or` */
export const switchesText = (all: readonly Switch[]): string =>
  all.map(({ quirk, on }) => (on ? quirk : `-${quirk}`)).join(' + ')

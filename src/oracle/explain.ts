/** Which switch of the reference would make it answer as the target does. */
import { profile } from '../profile/profile.ts'
import type { QuirkId } from '../profile/quirks.ts'
import type { SuiteAnswer } from '../suite/suite.ts'
import type { Exchange, Session } from './session.ts'
import { compareTo } from './session.ts'
import { oneSwitchAway } from './reference.ts'

/** A quirk that the reference would have to have, or that it has and would have to do without. */
export interface Switch {
  readonly quirk: QuirkId
  readonly on: boolean
}

const REAL_PROFILES = ['strapi-5.54-sqlite', 'strapi-5.54-postgres']

/**
 * One switch if one is enough; else the fewest of those of a real server that are needed together; none if nothing
 * explains the target's answer.
 */
export function explain(session: Session, exchange: Exchange): readonly Switch[] {
  const { outcome } = exchange
  if (outcome.kind === 'failed') return []
  const base = session.reference.profile.quirks
  const isTheirs = (quirks: ReadonlySet<QuirkId>): boolean =>
    isEqual(session, exchange, outcome.answer, session.reference.under(quirks, exchange.request))
  // The target then answers as the reference, and what fails is the case.
  if (isTheirs(base)) return []
  const single = oneSwitchAway(base).find(isTheirs)
  if (single !== undefined) return switches(base, single)
  for (const name of REAL_PROFILES) {
    const real = profile(name).quirks
    if (isTheirs(real)) return switches(base, fewest(base, real, isTheirs))
  }
  return []
}

function isEqual(session: Session, exchange: Exchange, found: SuiteAnswer, expected: SuiteAnswer): boolean {
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

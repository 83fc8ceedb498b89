/** Which switch of the reference would make it answer as the target does. */
import { profile } from '../../reference/profile/profile.ts'
import type { QuirkId } from '../../reference/profile/quirks.ts'
import { oneSwitchAway } from '../exchange/reference.ts'
import type { Exchange, Session } from '../exchange/session.ts'
import { compareTo } from '../exchange/session.ts'
import type { SuiteAnswer } from '../suite/suite.ts'

/** A quirk that the reference would have to have, or that it has and would have to do without. */
export interface Switch {
  readonly quirk: QuirkId
  readonly on: boolean
}

const REAL_PROFILES = ['strapi-5.54-sqlite', 'strapi-5.54-postgres']

/** What explained earlier answers of a run, and how many more times the reference may be asked for others. */
export interface Explainer {
  readonly proven: ReadonlySet<QuirkId>[]
  left: number
}

/** About a few seconds of work; a server that is wrong everywhere has no need of more. */
const MAX_QUESTIONS = 12_000

export const createExplainer = (): Explainer => ({ proven: [], left: MAX_QUESTIONS })

/**
 * One switch if one is enough; else the fewest of those of a real server that are needed together; none if
 * nothing explains the target's answer.
 */
export function explain(session: Session, exchange: Exchange): readonly Switch[] {
  const { outcome } = exchange
  const { reference, explainer } = session
  if (outcome.kind === 'failed') return []
  const base = reference.profile.quirks
  const isTheirs = (quirks: ReadonlySet<QuirkId>): boolean => {
    explainer.left--
    return isEqual(session, exchange, outcome.answer, reference.under(quirks, exchange.request))
  }
  // If the target answers as the reference, what fails is the case.
  if (isTheirs(base)) return []
  const proven = explainer.proven.find(isTheirs)
  if (proven !== undefined) return switches(base, proven)
  if (explainer.left < 0) return []
  const found = oneSwitchAway(base).find(isTheirs) ?? severalSwitches(base, isTheirs)
  if (found === undefined) return []
  explainer.proven.push(found)
  return switches(base, found)
}

function severalSwitches(
  base: ReadonlySet<QuirkId>,
  isTheirs: (quirks: ReadonlySet<QuirkId>) => boolean,
): ReadonlySet<QuirkId> | undefined {
  const real = REAL_PROFILES.map((name) => profile(name).quirks).find(isTheirs)
  return real === undefined ? undefined : fewest(base, real, isTheirs)
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

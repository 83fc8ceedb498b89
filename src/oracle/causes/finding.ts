/** Findings: requests to which target and reference answer differently, each with its suspects. */
import { suspectsOf } from '../attribution/reading.ts'
import { type Suspect, topKey } from '../attribution/suspect.ts'
import type { Circumstances } from '../circumstances/contrast.ts'
import { circumstancesOfWrong } from '../circumstances/wrong.ts'
import type { Difference } from '../compare/difference.ts'
import type { Exchange, Session } from '../exchange/session.ts'
import { observedOf } from '../observed/observed.ts'
import type { SuiteCase } from '../suite/case.ts'
import type { WriteSession } from '../suite/session.ts'
import type { Example } from './example.ts'
import type { FindSwitches, Switch } from './switches.ts'

/** The part of the run that produced the finding. */
export type FindingOrigin =
  | { readonly part: 'suite'; readonly suiteCase: SuiteCase | WriteSession; readonly example: Example }
  /**
   * The member `index` is the position of the request among the generated requests. Of the findings with the same
   * strongest suspect, only the first have an example.
   */
  | { readonly part: 'generated'; readonly index: number; readonly example: Example | undefined }
  /** The finding is from a request over a generated dataset. */
  | { readonly part: 'data'; readonly example: Example }

export interface Finding {
  readonly foundIn: FindingOrigin
  /** The feature of the request, such as `sort`, which is the name of a row in the report's matrix. */
  readonly feature: string
  /** The suspects, which are broken rules or misreadings that may explain the mismatch, the strongest suspect first. */
  readonly suspects: readonly Suspect[]
  /**
   * The switches of the profile with which the reference answers like the target; empty if no switches explain the
   * target's answer.
   */
  readonly switches: readonly Switch[]
  /** The circumstances of the request and of the wrong value, in words; see `circumstances/`. */
  readonly circumstances: Circumstances
  /** The sentences about what the target does, the most specific sentence first; see `observed/`. */
  readonly observed: readonly string[]
  /** The number of requests with wrong answers that the finding represents. */
  readonly count: number
}

/**
 * A function that makes a finding from an exchange whose answers differ. The parameter `described` contains the
 * suspects and sentences of a mismatch, if the caller has computed them already.
 */
export type MakeFinding = (
  exchange: Exchange,
  difference: Difference,
  foundIn: FindingOrigin,
  feature: string,
  described?: Pick<Finding, 'suspects' | 'observed'>,
) => Finding

/**
 * The number of findings with the same strongest suspect, unexplained by any switch, after which the search tries only
 * switches that explained earlier findings.
 */
const MAX_FUTILE = 3

export function findingMaker(session: Session, switchesOf: FindSwitches): MakeFinding {
  const futile = new Map<string, number>()
  return (exchange, difference, foundIn, feature, described) => {
    const suspects = described?.suspects ?? suspectsOf(session, exchange, difference)
    const key = topKey(suspects)
    const times = futile.get(key) ?? 0
    const switches = switchesOf(exchange, times < MAX_FUTILE ? 'all' : 'proven')
    if (switches.length === 0) futile.set(key, times + 1)
    const circumstances = circumstancesOfWrong(session, exchange, difference)
    const observed = described?.observed ?? observedOf(session, exchange, difference)
    return { foundIn, feature, suspects, switches, circumstances, observed, count: 1 }
  }
}

/** Requests whose answers differ, each with what it may come of. */
import { blame } from '../attribution/blame.ts'
import { type Suspect, topKey } from '../attribution/suspect.ts'
import type { Difference } from '../compare/difference.ts'
import type { Exchange, Session } from '../exchange/session.ts'
import type { SuiteCase } from '../suite/case.ts'
import type { WriteSession } from '../suite/session.ts'
import type { Example } from './example.ts'
import type { FindSwitches, Switch } from './switches.ts'

/** Where a sighting is from. */
export type SeenIn =
  | { readonly part: 'suite'; readonly suiteCase: SuiteCase | WriteSession; readonly example: Example }
  /** Which of the generated requests it is; the first that show something have an example. */
  | { readonly part: 'generated'; readonly index: number; readonly example: Example | undefined }
  /** Over a generated dataset. */
  | { readonly part: 'data'; readonly example: Example }

export interface Sighting {
  readonly seen: SeenIn
  /** The row of the matrix. */
  readonly feature: string
  /** Those that say most about the difference first. */
  readonly suspects: readonly Suspect[]
  /** What the reference would have to switch to answer as the target does; none where nothing explains it. */
  readonly switches: readonly Switch[]
  /** How many requests it stands for. */
  readonly count: number
}

/** A difference of a session, and what it may come of. */
export type Sight = (
  exchange: Exchange,
  difference: Difference,
  seen: SeenIn,
  feature: string,
  suspects?: readonly Suspect[],
) => Sighting

/** Of so many that come of the same and that no switch explains, none is looked for any more. */
const IN_VAIN = 3

export function sighter(session: Session, switchesOf: FindSwitches): Sight {
  const inVain = new Map<string, number>()
  return (exchange, difference, seen, feature, suspects = blame(session, exchange, difference)) => {
    const key = topKey(suspects)
    const times = inVain.get(key) ?? 0
    const switches = switchesOf(exchange, times < IN_VAIN ? 'all' : 'proven')
    if (switches.length === 0) inVain.set(key, times + 1)
    return { seen, feature, suspects, switches, count: 1 }
  }
}

/** Plays write sessions in order and collects their results. */

import { parseJson } from '../../../util/json.ts'
import { topKey } from '../../attribution/suspect.ts'
import { writeSuspectsOf } from '../../attribution/writes/suspects.ts'
import type { WriteMismatch } from '../../attribution/writes/written.ts'
import { dataOf } from '../../bodies/answer.ts'
import { exampleMaker, type Origin } from '../../causes/example.ts'
import { type Finding, findingMaker } from '../../causes/finding.ts'
import type { CaseResult } from '../../causes/results.ts'
import { switchFinder } from '../../causes/switches.ts'
import { observedInWrite } from '../../observed/writes.ts'
import type { WriteSession } from '../../suite/session.ts'
import { createEndCondition } from '../../writes/end-condition.ts'
import { type Played, type PlayedSession, play } from '../../writes/play.ts'
import type { SentWrite, Stage } from '../../writes/scene.ts'
import { shrinkSession } from '../../writes/shrink-session.ts'
import type { Run } from '../run.ts'
import type { WriteResults } from './results.ts'

/** A write session to play, with its origin and its feature in the report. */
export interface Item {
  readonly session: WriteSession
  readonly origin: Origin
  /** The feature that the write session tests, which is the name of a row in the report's matrix. */
  readonly feature: string
}

/** Returns the stage on which a write session can be played, or the reason to skip the session. */
type StageFor = (session: WriteSession) => Promise<Stage | string>

export interface Player {
  readonly take: (item: Item) => Promise<void>
  /** Returns whether the run ends without playing the next write session. */
  readonly isOver: () => boolean
  readonly result: (items: readonly Item[]) => WriteResults
}

/** The feature of generated write sequences, which is the name of their row in the report's matrix. */
export const SEQUENCES = 'write-sequences'

/** The maximum number of smaller write sessions that the check plays to shrink one mismatch. */
const MAX_TRIES = 60
/** The maximum number of smaller write sessions that the check plays to shrink mismatches in the whole run. */
export const MAX_TRIES_IN_ALL = 600

export function createPlayer({ settings, coverage, session }: Run, stage: Stage, stageFor: StageFor): Player {
  const cases: CaseResult[] = []
  const tally = createTally()
  const end = createEndCondition(stage.cleanup)
  const settled = createFindingMaker(session, stage, stageFor)
  const rightly: SentWrite[] = []
  return {
    take: async (item) => {
      const at = await stageFor(item.session)
      const played: Played =
        typeof at === 'string'
          ? { kind: 'skipped', why: at }
          : await play(
              {
                ...at,
                onEqual: ({ referenced }) => coverage.count(referenced.rules, false),
                onEqualWrite: (written) => rightly.push(written),
              },
              item.session,
            )
      end.note(played)
      if (end.isRefused()) return
      if (item.origin.part === 'suite')
        cases.push(await caseResult(item.session, played, (shown) => settled(item, shown)))
      else tally.add(played, played.kind === 'different' ? await settled(item, played.shown) : undefined)
      if (played.kind === 'different') coverage.count(played.shown.exchange.referenced.rules, true)
    },
    isOver: () => end.why() !== undefined || (settings.bail && coverage.differing() > 0),
    result: (items) => {
      const problem = end.why()
      const writes = { problem, left: stage.cleanup.remaining(), made: stage.cleanup.made() }
      return end.isRefused() ? { ...none(items), writes } : { cases, ...tally.result(), writes, rightly }
    },
  }
}

/** Creates a counter for the results of generated write sequences. */
function createTally() {
  const findings: Finding[] = []
  const counts = { equal: 0, different: 0 }
  const skipped = new Map<string, number>()
  return {
    add: (played: Played, finding: Finding | undefined): void => {
      const why =
        played.kind === 'skipped' ? played.why : played.kind === 'inapplicable' ? INAPPLICABLE : undefined
      if (why !== undefined) skipped.set(why, (skipped.get(why) ?? 0) + 1)
      if (played.kind === 'equal') counts.equal++
      if (finding === undefined) return
      counts.different++
      findings.push(finding)
    },
    result: () => {
      const isAny = counts.equal + counts.different > 0
      return { findings, generated: new Map(isAny ? [[SEQUENCES, counts]] : []), skipped }
    },
  }
}

/**
 * Plays the write session of a mismatch again, shrinks it, and makes a finding. Resolves to undefined if the mismatch
 * does not occur again.
 */
type SettleFinding = (item: Item, shown: PlayedSession) => Promise<Finding | undefined>

function createFindingMaker(session: Run['session'], stage: Stage, stageFor: StageFor): SettleFinding {
  const makeFinding = findingMaker(stage.session, switchFinder(stage.session))
  const exampleOf = exampleMaker(stage.session)
  const known = new Set<string>()
  let triesLeft = MAX_TRIES_IN_ALL
  const suspectsOf = (shown: PlayedSession) => writeSuspectsOf(writingOf(stage.session, shown))
  const keyOf = (shown: PlayedSession): string => `${topKey(suspectsOf(shown))} ${statusesOf(shown)}`
  const findingOf = (shown: PlayedSession, { session: suiteCase, origin, feature }: Item): Finding => {
    const { exchange, difference, requests } = shown
    const example = exampleOf(exchange, difference, origin, { requests })
    const foundIn =
      origin.part === 'suite'
        ? ({ part: 'suite', suiteCase, example } as const)
        : ({ part: 'data', example } as const)
    const observed = observedInWrite(writingOf(stage.session, shown))
    return makeFinding(exchange, difference, foundIn, feature, { suspects: suspectsOf(shown), observed })
  }
  /**
   * Plays a smaller session. Returns its mismatch if the strongest suspect and the statuses of the answers are as in
   * the original mismatch. Calls `onDifferent` for any mismatch.
   */
  const shows = async (
    one: WriteSession,
    key: string,
    onDifferent: () => void,
  ): Promise<PlayedSession | undefined> => {
    triesLeft--
    const at = await stageFor(one)
    const played = typeof at === 'string' ? undefined : await play(at, one)
    if (played?.kind !== 'different') return undefined
    onDifferent()
    return keyOf(played.shown) === key ? played.shown : undefined
  }
  return async (item, shown) => {
    const key = keyOf(shown)
    // The check shrinks only the first write session of each cause, because a report shows only the shortest example
    // of a cause.
    if (known.has(key) || triesLeft <= 0) return findingOf(shown, item)
    // If the target still has a document of the first attempt, the next attempt may show another mismatch earlier. A
    // session that then shows another mismatch still counts as steady.
    let isSteady = false
    const small = await shrinkSession(shown, Math.min(MAX_TRIES, triesLeft), (one) =>
      shows(one, key, () => {
        isSteady = true
      }),
    )
    if (small === undefined && !isSteady && stage.session.target.givenUp() === undefined) {
      session.flaky.add(shown.exchange.sent, shown.exchange.outcome)
      return undefined
    }
    known.add(key)
    return findingOf(small ?? shown, item)
  }
}

/**
 * Returns the statuses of both servers' answers to the request that differs. They distinguish mismatches, because a
 * smaller session must not turn a success into a refusal.
 */
const statusesOf = ({ exchange: { referenced, outcome } }: PlayedSession): string =>
  `${referenced.answer.status} ${outcome.kind === 'answered' ? outcome.answer.status : outcome.why}`

const INAPPLICABLE = 'a step of the session needs a value that no earlier answer under this profile contains'

const none = (items: readonly Item[]): Omit<WriteResults, 'writes'> => ({
  cases: items.flatMap(({ session, origin }): CaseResult[] =>
    origin.part === 'suite'
      ? [{ kind: 'skipped', suiteCase: session, why: 'the target refuses writes' }]
      : [],
  ),
  findings: [],
  generated: new Map(),
  skipped: new Map(),
  rightly: [],
})

async function caseResult(
  suiteCase: WriteSession,
  played: Played,
  settled: (shown: PlayedSession) => Promise<Finding | undefined>,
): Promise<CaseResult> {
  switch (played.kind) {
    case 'equal':
      return { kind: 'passed', suiteCase, isEqual: true, milliseconds: played.milliseconds }
    case 'skipped':
      return { kind: 'skipped', suiteCase, why: played.why }
    case 'inapplicable':
      return { kind: 'skipped', suiteCase, why: INAPPLICABLE }
    case 'different': {
      const { milliseconds } = played
      const finding = await settled(played.shown)
      const example = finding?.foundIn.example
      if (finding === undefined || example === undefined)
        return { kind: 'passed', suiteCase, isEqual: false, milliseconds }
      return { kind: 'failed', suiteCase, finding, example, milliseconds }
    }
  }
}

/** Returns the facts about a mismatch that are needed to attribute the mismatch to rules. */
function writingOf(session: Run['session'], shown: PlayedSession): WriteMismatch {
  const { exchange, difference, write, step, written, type, last, isStored, isStale } = shown
  const { method, url } = write
  const data = dataOf(parseJson(last.request.body ?? '') ?? null)
  const isDraft = url.includes('status=draft')
  const isReadBack = step !== write
  return {
    ...{ session, exchange, difference, method, type, data, written },
    ...{ isDraft, isReadBack, last, isStored, isStale },
  }
}

/** Plays one session after the other, and keeps what comes of each. */
import { topKey } from '../../attribution/suspect.ts'
import { blameWriting } from '../../attribution/writing.ts'
import { exampleMaker, type Origin } from '../../causes/example.ts'
import type { CaseResult } from '../../causes/results.ts'
import { type Sighting, sighter } from '../../causes/sighting.ts'
import { switchFinder } from '../../causes/switches.ts'
import type { WriteSession } from '../../suite/session.ts'
import { createEnd } from '../../writes/end.ts'
import { type Played, play, type Shown, type Stage } from '../../writes/play.ts'
import { smallest } from '../../writes/smaller.ts'
import type { Run } from '../run.ts'
import type { Written } from './written.ts'

/** One session that is to be played, and how it is told. */
export interface Item {
  readonly session: WriteSession
  readonly origin: Origin
  /** The row of the matrix. */
  readonly feature: string
}

export interface Player {
  readonly take: (item: Item) => Promise<void>
  /** Whether no more is to be played. */
  readonly isOver: () => boolean
  readonly result: (items: readonly Item[]) => Written
}

/** The row of the matrix for generated sequences. */
export const SEQUENCES = 'write-sequences'

/** So many smaller sessions are tried for one difference, and so many in all. */
const MAX_TRIES = 60
export const MAX_TRIES_IN_ALL = 600

export function createPlayer(
  { settings, coverage, session }: Run,
  stage: Stage,
  stageFor: (session: WriteSession) => Promise<Stage | string>,
): Player {
  const cases: CaseResult[] = []
  const sightings: Sighting[] = []
  const counts = { equal: 0, different: 0 }
  const skipped = new Map<string, number>()
  const end = createEnd(stage.keeper)
  const sight = sighter(stage.session, switchFinder(stage.session))
  const exampleOf = exampleMaker(stage.session)
  const known = new Set<string>()
  let triesLeft = MAX_TRIES_IN_ALL

  const suspectsOf = (shown: Shown) => blameWriting(writingOf(shown, stage))
  const sightingOf = (shown: Shown, { session: suiteCase, origin, feature }: Item): Sighting => {
    const { exchange, difference, requests } = shown
    const example = exampleOf(exchange, difference, origin, { requests })
    const seen =
      origin.part === 'suite'
        ? ({ part: 'suite', suiteCase, example } as const)
        : ({ part: 'data', example } as const)
    return sight(exchange, difference, seen, feature, suspectsOf(shown))
  }
  /** A smaller session that differs for the same reason. */
  const shows = async (one: WriteSession, key: string): Promise<Shown | undefined> => {
    triesLeft--
    const at = await stageFor(one)
    const played = typeof at === 'string' ? undefined : await play(at, one)
    if (played?.kind !== 'different') return undefined
    return topKey(suspectsOf(played.shown)) === key ? played.shown : undefined
  }
  /** undefined for what differs no more when it is played again. */
  const settled = async (item: Item, shown: Shown): Promise<Sighting | undefined> => {
    const key = topKey(suspectsOf(shown))
    // What comes of the same is told by the shortest that was found first.
    if (known.has(key) || triesLeft <= 0) return sightingOf(shown, item)
    const small = await smallest(shown, Math.min(MAX_TRIES, triesLeft), (one) => shows(one, key))
    if (small === undefined && stage.session.target.givenUp() === undefined) {
      session.flaky.add(shown.exchange.sent, shown.exchange.outcome)
      return undefined
    }
    known.add(key)
    return sightingOf(small ?? shown, item)
  }
  const keepGenerated = async (item: Item, played: Played): Promise<void> => {
    if (played.kind === 'alike') counts.equal++
    if (played.kind === 'skipped' || played.kind === 'unfit') skip(played)
    const sighting = played.kind === 'different' ? await settled(item, played.shown) : undefined
    if (sighting === undefined) return
    counts.different++
    sightings.push(sighting)
  }
  const skip = (played: Played): void => {
    const why = played.kind === 'skipped' ? played.why : UNFIT
    skipped.set(why, (skipped.get(why) ?? 0) + 1)
  }
  return {
    take: async (item) => {
      const at = await stageFor(item.session)
      const played: Played =
        typeof at === 'string'
          ? { kind: 'skipped', why: at }
          : await play(
              { ...at, alike: ({ referenced }) => coverage.count(referenced.rules, false) },
              item.session,
            )
      end.note(played)
      if (end.isRefused()) return
      if (item.origin.part !== 'suite') await keepGenerated(item, played)
      else cases.push(await caseResult(item.session, played, (shown) => settled(item, shown)))
      if (played.kind === 'different') coverage.count(played.shown.exchange.referenced.rules, true)
    },
    isOver: () => end.why() !== undefined || (settings.bail && coverage.differing() > 0),
    result: (items) => {
      const problem = end.why()
      const writes = { problem, left: stage.keeper.left(), made: stage.keeper.made() }
      if (end.isRefused()) return { ...none(items), writes }
      const isAny = counts.equal + counts.different > 0
      const generated = new Map(isAny ? [[SEQUENCES, counts]] : [])
      return { cases, sightings, generated, skipped, writes }
    },
  }
}

const UNFIT = 'it uses what is not answered under this profile'

const none = (items: readonly Item[]): Omit<Written, 'writes'> => ({
  cases: items.flatMap(({ session, origin }): CaseResult[] =>
    origin.part === 'suite'
      ? [{ kind: 'skipped', suiteCase: session, why: 'the target refuses to be written to' }]
      : [],
  ),
  sightings: [],
  generated: new Map(),
  skipped: new Map(),
})

async function caseResult(
  suiteCase: WriteSession,
  played: Played,
  settled: (shown: Shown) => Promise<Sighting | undefined>,
): Promise<CaseResult> {
  switch (played.kind) {
    case 'alike':
      return { kind: 'passed', suiteCase, isEqual: true, milliseconds: played.milliseconds }
    case 'skipped':
      return { kind: 'skipped', suiteCase, why: played.why }
    case 'unfit':
      return { kind: 'skipped', suiteCase, why: UNFIT }
    case 'different': {
      const { milliseconds } = played
      const sighting = await settled(played.shown)
      const example = sighting?.seen.example
      if (sighting === undefined || example === undefined)
        return { kind: 'passed', suiteCase, isEqual: false, milliseconds }
      return { kind: 'failed', suiteCase, sighting, example, milliseconds }
    }
  }
}

/** What is known of a difference when it is asked what it comes of. */
function writingOf({ exchange, difference, write, asked, written, type }: Shown, { session }: Stage) {
  const { json, method } = write
  const { schema } = session.reference.graph
  const data = typeof json === 'object' && json !== null && 'data' in json ? json.data : undefined
  return { exchange, difference, method, type, data, written, schema, isReadBack: asked !== write }
}

/**
 * Plays a write session on the reference and the target. Compares the answers to each request, and the stored
 * documents after each write, up to the first mismatch.
 */

import { performance } from 'node:perf_hooks'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { pointerSteps, valueAt } from '../../util/pointer.ts'
import type { Difference } from '../compare/difference.ts'
import { compareExchange, type Exchange, type Session } from '../exchange/session.ts'
import type { SessionStep, WriteSession } from '../suite/session.ts'
import type { WireRequest } from '../target/target.ts'
import { isReading, withTokens } from '../target/wire.ts'
import { fillMarkers, sourceOf } from './markers/markers.ts'
import type { Watched } from './read-back.ts'
import {
  type Answers,
  resolve,
  type Scene,
  type SentStep,
  type SentWrite,
  type Stage,
  sendStep,
  type Unsent,
} from './scene.ts'
import { type EarlierReads, isRepeated, isRightAnew } from './stale.ts'
import { stepRequest } from './step-request.ts'
import { createTimestamps } from './timestamps.ts'
import { isOfDrafts, localeOf, readBackRequests, watchDocument } from './watched.ts'

/** A session that was played up to its first mismatch. */
export interface PlayedSession {
  readonly session: WriteSession
  readonly exchange: Exchange
  readonly difference: Difference
  /** The last write before the mismatch, to which the mismatch is attributed. */
  readonly write: SessionStep
  /**
   * The request whose answer differs: the last write, a later read that is a step of the session, or a read that the
   * check adds to verify the write.
   */
  readonly step: SessionStep
  /**
   * The requests up to the mismatch, in the form that the report shows: markers replace values from earlier answers.
   */
  readonly requests: readonly WireRequest[]
  /** The content type of the last write; undefined if its path names no content type. */
  readonly type: ContentType | undefined
  /** The reference's answer to the last write. */
  readonly written: Json
  /** The last write before the mismatch, with the exchanges that show its effect. */
  readonly last: SentWrite
  /** Whether both servers stored the same documents, so that only the answer to the last write differs. */
  readonly isStored: boolean
  /** Whether the target repeats its answer to the same read before the write, but answers a new URL rightly. */
  readonly isStale: boolean
}

export type Played =
  | { readonly kind: 'equal'; readonly milliseconds: number }
  | { readonly kind: 'different'; readonly shown: PlayedSession; readonly milliseconds: number }
  | { readonly kind: 'skipped'; readonly why: string }
  /** The session needs a value that the reference's answer does not contain. */
  | { readonly kind: 'inapplicable' }

/** The pause before each write, in milliseconds, so that two writes never have the same instant. */
const MILLISECONDS_BETWEEN_WRITES = 3

/** Plays a write session, and then deletes the documents that the session created. */
export async function play(stage: Stage, session: WriteSession): Promise<Played> {
  const live = stage.writeReference.begin()
  const start = performance.now()
  try {
    const played = await playSteps(
      { ...stage, live, timestamps: createTimestamps(), fresh: `p${live.number}` },
      session,
    )
    if (played !== undefined && played.kind !== 'different') return played
    const milliseconds = performance.now() - start
    return played === undefined ? { kind: 'equal', milliseconds } : { ...played, milliseconds }
  } finally {
    live.end()
    await stage.cleanup.clear()
  }
}

type Ended = Unsent | { readonly kind: 'different'; readonly shown: PlayedSession; readonly milliseconds: 0 }

/** The state of a session while its steps are sent. */
interface Progress {
  readonly session: WriteSession
  readonly answers: Answers
  readonly watched: Map<string, Watched>
  readonly done: SessionStep[]
  readonly reads: EarlierReads
  locale: string | undefined
  /** The latest write, and the body of the reference's answer to it. */
  write: SessionStep | undefined
  written: Json
  last: SentWrite | undefined
}

async function playSteps(scene: Scene, session: WriteSession): Promise<Ended | undefined> {
  const progress: Progress = {
    ...{ session, answers: new Map(), watched: new Map(), done: [], reads: new Map() },
    ...{ locale: undefined, write: session.steps[0], written: null, last: undefined },
  }
  for (const step of session.steps) {
    const ended = await playStep(scene, step, progress)
    if (ended !== undefined) return ended
  }
  return undefined
}

/**
 * Sends a step of the session. After a write, also sends the reads that verify the write. Resolves to the reason why
 * the session ends, if it ends.
 */
async function playStep(scene: Scene, step: SessionStep, progress: Progress): Promise<Ended | undefined> {
  const { answers, watched, done } = progress
  const isWrite = !isReading(step)
  if (isWrite) await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN_WRITES))
  const before = scene.live.fork()
  const sent = await sendStep(scene, step, answers)
  if (sent.kind !== 'sent') return sent
  const { exchange } = sent
  if (isWrite) {
    progress.write = step
    progress.written = exchange.referenced.answer.body
    recordCreated(scene, sent, step)
    watchDocument(watched, exchange, step, scene.session.reference)
    progress.locale = localeOf(step) ?? progress.locale
  }
  const { request, type } = exchange
  const own: SentWrite =
    isWrite || progress.last === undefined ? { request, before, type, exchanges: [exchange] } : progress.last
  progress.last = own
  const difference = compareStep(scene, exchange)
  const isAgain = !isWrite && isRepeated(progress.reads, exchange)
  if (difference !== null) {
    const isStored =
      isWrite && (await isStoredBy(scene, { exchange, difference }, readsOf(scene, progress), answers))
    const isStale = isAgain && (await isRightAnew(scene, step, exchange, answers))
    return differs(scene, progress, { own, step, sent: step, exchange, difference, isStored, isStale })
  }
  done.push(step)
  return isWrite ? readBack(scene, step, own, progress) : undefined
}

/** Sends the reads that verify a write, and compares both servers' answers to them. */
async function readBack(
  scene: Scene,
  step: SessionStep,
  own: SentWrite,
  progress: Progress,
): Promise<Ended | undefined> {
  const exchanges = [...own.exchanges]
  for (const reading of readsOf(scene, progress)) {
    const sent = await sendStep(scene, reading, progress.answers)
    if (sent.kind !== 'sent') return sent
    const { exchange } = sent
    const difference = compareStep(scene, exchange)
    if (difference !== null)
      return differs(scene, progress, { own, step, sent: reading, exchange, difference })
    exchanges.push(exchange)
  }
  scene.onEqualWrite({ ...own, exchanges })
  return undefined
}

/** Returns the reads that verify the documents which the session has written so far. */
function readsOf(
  { session }: Scene,
  { watched, locale, session: own, write }: Progress,
): readonly SessionStep[] {
  const isKnown = (token: string): boolean => !session.unknownTokens.has(token)
  const { graph } = session.reference
  const isDraft = write !== undefined && isOfDrafts(write)
  return readBackRequests([...watched.values()], { graph, isKnown, locale, isDraft, last: own.steps.length })
}

/** A step for which the target's answer differs, or after which the answer to a verifying read differs. */
interface DifferentStep {
  readonly own: SentWrite
  readonly step: SessionStep
  /** The request whose answer differs: the step itself, or the verifying read after the step. */
  readonly sent: SessionStep
  readonly exchange: Exchange
  readonly difference: Difference
  readonly isStored?: boolean
  readonly isStale?: boolean
}

function differs(
  scene: Scene,
  { session, done, written, write }: Progress,
  { own, step, sent, exchange, difference, isStored = false, isStale = false }: DifferentStep,
): Ended {
  const shown = sent === step ? sent : withoutOtherPopulation(sent, difference.path)
  return {
    kind: 'different',
    shown: {
      ...{ session, exchange, difference, step: sent, written, isStored, isStale },
      ...{ type: own.type, last: own, write: write ?? step },
      requests: [...done, shown].map((one) => shownRequest(scene, one, done)),
    },
    milliseconds: 0,
  }
}

/**
 * Resolves to whether both servers accept a write and the verifying reads are equal, although the answers to the write
 * differ.
 */
async function isStoredBy(
  scene: Scene,
  { exchange, difference }: { readonly exchange: Exchange; readonly difference: Difference },
  reads: readonly SessionStep[],
  answers: Answers,
): Promise<boolean> {
  const { referenced, outcome } = exchange
  const { expected, found, path } = difference
  // The verifying reads do not show again which instants changed, so the comparison of instants uses the answer to the
  // write.
  if (path.endsWith('At') && typeof expected === typeof found) return false
  const isAccepted =
    outcome.kind === 'answered' && outcome.answer.status < 300 && referenced.answer.status < 300
  if (!isAccepted || reads.length === 0) return false
  for (const reading of reads) {
    const sent = await sendStep(scene, reading, answers)
    if (sent.kind !== 'sent' || compareExchange(scene.session, sent.exchange) !== null) return false
  }
  return true
}

/**
 * Compares both servers' answers to a step. If the answers are equal, stores the pairs of ids and instants in these
 * answers.
 */
function compareStep({ session, timestamps, onEqual }: Scene, exchange: Exchange): Difference | null {
  const { outcome, referenced } = exchange
  const difference = compareExchange(session, exchange)
  if (difference !== null || outcome.kind === 'failed') return difference
  const late = timestamps.judge(referenced.answer.body, outcome.answer.body)
  if (late === null) onEqual(exchange)
  return late
}

/** Removes all populate parameters from a verifying read, except those of the differing member. */
function withoutOtherPopulation(step: SessionStep, path: string): SessionStep {
  const [, , member = ''] = pointerSteps(path)
  const parts = step.url
    .split('&')
    .filter((part) => !part.startsWith('populate[') || part.startsWith(`populate[${member}]`))
  return { ...step, url: parts.join('&') }
}

/** Returns a request in the form that the report shows: with the target's ids, and with the markers of the report. */
function shownRequest(scene: Scene, step: SessionStep, done: readonly SessionStep[]): WireRequest {
  const shown = fillMarkers(step, (marker) => {
    const source = sourceOf(marker)
    if (source === undefined) return resolve(scene, marker, new Map(), 'theirs')
    return `«${done.findIndex(({ number }) => number === source.step) + 1}${source.pointer}»`
  })
  return withTokens(
    stepRequest(shown ?? step, (url) => url),
    scene.session.tokens,
  )
}

/**
 * Records every document that the target creates, so that the cleanup deletes it. A target may create a document even
 * by a write that it should have refused.
 */
function recordCreated(
  { session, cleanup }: Scene,
  { exchange, searchMark }: SentStep,
  step: SessionStep,
): void {
  const { request, sent, type, outcome } = exchange
  const route = session.reference.routeOf(request)
  if (type === undefined || route.kind !== 'write' || step.method === 'DELETE') return
  const isFailed = outcome.kind === 'failed' || outcome.answer.status >= SERVER_ERROR
  if (!isFailed && outcome.answer.status >= 300) return
  const documentId = isFailed ? undefined : valueAt(outcome.answer.body, '/data/documentId')
  const isOwnSingle = route.target.kind === 'single' && !hasRows(session, type)
  if (isOwnSingle) cleanup.note(type, null)
  else if (route.target.kind === 'list' && typeof documentId === 'string') cleanup.note(type, documentId)
  else if (route.target.kind === 'list') cleanup.noteUnknown(sent, searchMark)
}

/** The lowest HTTP status of a server error, after which the server may have stored the write nevertheless. */
const SERVER_ERROR = 500

const hasRows = ({ reference }: Session, { uid }: ContentType): boolean =>
  (reference.graph.tables.get(uid)?.rows.length ?? 0) > 0

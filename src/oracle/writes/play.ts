/**
 * Plays a session on the reference and the target. Compares each answer, and the stored documents after each write, up
 * to the first mismatch.
 */

import { performance } from 'node:perf_hooks'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { pointerSteps, valueAt } from '../../util/pointer.ts'
import type { Difference } from '../compare/difference.ts'
import { DOCUMENT_ID_SPACE, idSpace } from '../compare/meaning.ts'
import { compareExchange, type Exchange, type Session, send } from '../exchange/session.ts'
import type { SessionStep, WriteSession } from '../suite/session.ts'
import type { WireRequest } from '../target/target.ts'
import { isReading, withTokens } from '../target/wire.ts'
import type { Cleanup } from './cleanup.ts'
import { fillMarkers, nameOf, type ResolveMarker, rowOf, sourceOf } from './markers.ts'
import type { Watched } from './read-back.ts'
import { type SearchMark, withMark } from './search-mark.ts'
import { stepRequest } from './step-request.ts'
import { createTimestamps, type Timestamps } from './timestamps.ts'
import { localeOf, readBackRequests, watchDocument } from './watched.ts'
import type { SessionWorld, WriteReference } from './write-reference.ts'

/** The objects that are needed to play sessions. */
export interface Stage {
  readonly session: Session
  readonly writeReference: WriteReference
  readonly cleanup: Cleanup
  /** Called with each exchange in which both answers are equal. */
  readonly onEqual: (exchange: Exchange) => void
}

/** A session that was played up to its first mismatch. */
export interface PlayedSession {
  readonly session: WriteSession
  readonly exchange: Exchange
  readonly difference: Difference
  /** The last write before the mismatch, to which the mismatch is attributed. */
  readonly write: SessionStep
  /** The request whose answer differs: the last write, or a read that verifies the write. */
  readonly step: SessionStep
  /** The requests up to the mismatch, for the report. Markers replace values from answers. */
  readonly requests: readonly WireRequest[]
  /** The content type of the last write; undefined if its path names no content type. */
  readonly type: ContentType | undefined
  /** The reference's answer to the last write. */
  readonly written: Json
}

export type Played =
  | { readonly kind: 'equal'; readonly milliseconds: number }
  | { readonly kind: 'different'; readonly shown: PlayedSession; readonly milliseconds: number }
  | { readonly kind: 'skipped'; readonly why: string }
  /** The session needs a value that the reference's answer does not contain. */
  | { readonly kind: 'inapplicable' }

/** The pause before each write, in milliseconds, so that two writes never have the same instant. */
const MILLISECONDS_BETWEEN_WRITES = 3

/** Plays a session and deletes the documents that it created. */
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

interface Scene extends Stage {
  readonly live: SessionWorld
  readonly timestamps: Timestamps
  /** The unique text that replaces the marker `«new»`. */
  readonly fresh: string
}

type Ended =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'inapplicable' }
  | { readonly kind: 'different'; readonly shown: PlayedSession; readonly milliseconds: 0 }

/** The bodies of both answers, by the number of the step. */
type Answers = Map<number, { readonly ours: Json; readonly theirs: Json }>

async function playSteps(scene: Scene, session: WriteSession): Promise<Ended | undefined> {
  const answers: Answers = new Map()
  const watched = new Map<string, Watched>()
  const done: SessionStep[] = []
  let locale: string | undefined
  let write = session.steps[0]
  let written: Json = null
  let type: ContentType | undefined
  const { graph } = scene.session.reference
  const isKnown = (token: string): boolean => !scene.session.unknownTokens.has(token)
  for (const step of session.steps) {
    const isWrite = !isReading(step)
    if (isWrite) await new Promise((resolve) => setTimeout(resolve, MILLISECONDS_BETWEEN_WRITES))
    const sent = await sendStep(scene, step, answers)
    if (sent.kind !== 'sent') return sent
    const { exchange } = sent
    if (isWrite) {
      write = step
      written = exchange.referenced.answer.body
      type = exchange.type
      recordCreated(scene, sent, step)
      watchDocument(watched, exchange, step, scene.session.reference)
      locale = localeOf(step) ?? locale
    }
    const differs = (sentStep: SessionStep, one: Exchange, difference: Difference): Ended => ({
      kind: 'different',
      shown: {
        ...{ session, exchange: one, difference, step: sentStep, written, type },
        write: write ?? step,
        requests: [
          ...done,
          sentStep === step ? sentStep : withoutOtherPopulation(sentStep, difference.path),
        ].map((one) => shownRequest(scene, one, done)),
      },
      milliseconds: 0,
    })
    const difference = compareStep(scene, exchange)
    if (difference !== null) return differs(step, exchange, difference)
    done.push(step)
    if (!isWrite) continue
    const asking = { graph, isKnown, locale, last: session.steps.length }
    for (const reading of readBackRequests([...watched.values()], asking)) {
      const again = await sendStep(scene, reading, answers)
      if (again.kind !== 'sent') return again
      const other = compareStep(scene, again.exchange)
      if (other !== null) return differs(reading, again.exchange, other)
    }
  }
  return undefined
}

/** Compares the answers to a step. If the answers are equal, stores the pairs of ids and instants in them. */
function compareStep({ session, timestamps, onEqual }: Scene, exchange: Exchange): Difference | null {
  const { outcome, referenced } = exchange
  const difference = compareExchange(session, exchange)
  if (difference !== null || outcome.kind === 'failed') return difference
  const late = timestamps.judge(referenced.answer.body, outcome.answer.body)
  if (late === null) onEqual(exchange)
  return late
}

interface SentStep {
  readonly kind: 'sent'
  readonly exchange: Exchange
  /**
   * The text by which the cleanup searches for the document that the write creates; undefined if the write creates none
   * or contains no such text.
   */
  readonly searchMark: SearchMark | undefined
}

async function sendStep(
  scene: Scene,
  step: SessionStep,
  answers: Answers,
): Promise<SentStep | Exclude<Ended, { kind: 'different' }>> {
  const { session, live } = scene
  const ours = fillMarkers(step, (marker) => resolve(scene, marker, answers, 'ours'))
  if (ours === undefined) return { kind: 'inapplicable' }
  const theirs = fillMarkers(step, (marker) => resolve(scene, marker, answers, 'theirs'))
  if (theirs === undefined) return { kind: 'skipped', why: 'its entries have unknown ids in the target' }
  const ended = session.target.givenUp()
  if (ended !== undefined) return { kind: 'skipped', why: `the target ${ended}` }
  const unknownRole = session.unknownTokens.get(step.token ?? '')
  if (unknownRole !== undefined)
    return { kind: 'skipped', why: `the target refuses the token of the role ${unknownRole}` }
  const route = session.reference.routeOf(stepRequest(ours))
  const type = route.kind === 'read' || route.kind === 'write' ? route.type : undefined
  const mark = `populace-${scene.fresh}`
  const isMaking = route.kind === 'write' && route.target.kind === 'list'
  const marking = isMaking
    ? withMark(ours, theirs, { type: route.type, graph: session.reference.graph, mark })
    : null
  const request = stepRequest(marking?.ours ?? ours)
  const referenced = live.ask(request)
  const sent = withTokens(stepRequest(marking?.theirs ?? theirs), session.tokens)
  const result = await send(session, { request, sent, type, referenced })
  if (result.kind === 'skipped') return result
  const { outcome } = result
  if (outcome.kind === 'failed' && !isReading(sent)) await checkHealth(scene)
  const theirBody = outcome.kind === 'answered' ? outcome.answer.body : null
  answers.set(step.number, { ours: referenced.answer.body, theirs: theirBody })
  return { kind: 'sent', exchange: result, searchMark: marking?.searchMark }
}

/** Removes all population except that of the differing member from a verifying read. */
function withoutOtherPopulation(step: SessionStep, path: string): SessionStep {
  const [, , member = ''] = pointerSteps(path)
  const parts = step.url
    .split('&')
    .filter((part) => !part.startsWith('populate[') || part.startsWith(`populate[${member}]`))
  return { ...step, url: parts.join('&') }
}

/** A request as the report shows it: with the target's ids, and with markers numbered as in the report. */
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

/** Sends a simple read after a failed write, so that the guard detects whether the target has ended. */
async function checkHealth({ session }: Scene): Promise<void> {
  const { target, reference } = session
  await target.ask(
    target.answered() ?? { method: 'GET', url: reference.graph.settings.prefix || '/', headers: {} },
  )
}

function resolve(
  { session, fresh }: Scene,
  marker: string,
  answers: Answers,
  side: 'ours' | 'theirs',
): ReturnType<ResolveMarker> {
  if (marker === 'new') return fresh
  const source = sourceOf(marker)
  if (source !== undefined) return valueAt(answers.get(source.step)?.[side], source.pointer)
  const named = rowOf(marker)
  const ours = named === undefined ? undefined : nameOf(named, session.reference.graph)
  if (named === undefined || ours === undefined) return undefined
  if (side === 'ours') return ours
  const { renaming } = session.equality
  const space = named.isId ? idSpace(named) : DOCUMENT_ID_SPACE
  return renaming.toTarget(space, ours) ?? (renaming.isSame(space) ? ours : undefined)
}

/**
 * Records every document that the target creates, so that the cleanup deletes it. The target may even create a document
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

/** The lowest status of a failed server, which may have stored the write nevertheless. */
const SERVER_ERROR = 500

const hasRows = ({ reference }: Session, { uid }: ContentType): boolean =>
  (reference.graph.tables.get(uid)?.rows.length ?? 0) > 0

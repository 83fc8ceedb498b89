/** Sends the steps of a write session to the reference and the target. */

import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { valueAt } from '../../util/pointer.ts'
import { DOCUMENT_ID_SPACE, idSpace } from '../compare/meaning.ts'
import { type Exchange, type Session, send } from '../exchange/session.ts'
import type { SessionStep } from '../suite/session.ts'
import type { WireRequest } from '../target/target.ts'
import { isReading, withTokens } from '../target/wire.ts'
import type { Cleanup } from './cleanup.ts'
import { fillMarkers, nameOf, type ResolveMarker, rowOf, sourceOf } from './markers/markers.ts'
import { type SearchMark, withMark } from './markers/search-mark.ts'
import { stepRequest } from './step-request.ts'
import type { Timestamps } from './timestamps.ts'
import type { Fork, SessionWorld, WriteReference } from './write-reference.ts'

/** The objects that are needed to play sessions. */
export interface Stage {
  readonly session: Session
  readonly writeReference: WriteReference
  readonly cleanup: Cleanup
  /** The function that is called with each exchange in which both servers' answers are equal. */
  readonly onEqual: (exchange: Exchange) => void
  /**
   * The function that is called with each write for which the answers and all verifying reads of both servers are
   * equal.
   */
  readonly onEqualWrite: (written: SentWrite) => void
}

/** A write that was sent, with the exchanges that show its effect. */
export interface SentWrite {
  /** The write as the reference received it. */
  readonly request: WireRequest
  /** A function that answers requests from the reference's state before the write. */
  readonly before: Fork
  /** The written content type; undefined if the path of the write names no content type. */
  readonly type: ContentType | undefined
  /** The exchange of the write; if all answers are equal, also the exchanges of the reads that verify the write. */
  readonly exchanges: readonly Exchange[]
}

/** The stage of one write session while the session is played, with the state of both servers. */
export interface Scene extends Stage {
  readonly live: SessionWorld
  readonly timestamps: Timestamps
  /** The unique text that replaces the marker `«new»`. */
  readonly fresh: string
}

/** The bodies of both servers' answers to each step, by the number of the step. */
export type Answers = Map<number, { readonly ours: Json; readonly theirs: Json }>

/**
 * The reason why a step was not sent: the session cannot continue, or the step needs a value that no answer of the
 * reference has.
 */
export type Unsent = { readonly kind: 'skipped'; readonly why: string } | { readonly kind: 'inapplicable' }

export interface SentStep {
  readonly kind: 'sent'
  readonly exchange: Exchange
  /**
   * The unique text by which the cleanup searches for the document that the write creates; undefined if the write
   * creates no document or contains no such text.
   */
  readonly searchMark: SearchMark | undefined
}

/** Sends a step to reference and target, with the markers filled in for each of them, and stores both answers. */
export async function sendStep(
  scene: Scene,
  step: SessionStep,
  answers: Answers,
): Promise<SentStep | Unsent> {
  const { session, live } = scene
  const ours = fillMarkers(step, (marker) => resolve(scene, marker, answers, 'ours'))
  if (ours === undefined) return { kind: 'inapplicable' }
  const theirs = fillMarkers(step, (marker) => resolve(scene, marker, answers, 'theirs'))
  if (theirs === undefined)
    return { kind: 'skipped', why: 'the entries that the session writes have unknown ids in the target' }
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

/** Sends a simple read after a failed write, so that the guard detects whether the target has ended. */
async function checkHealth({ session }: Scene): Promise<void> {
  const { target, reference } = session
  await target.ask(
    target.answered() ?? { method: 'GET', url: reference.graph.settings.prefix || '/', headers: {} },
  )
}

/** Returns the value of a marker on the reference or on the target. */
export function resolve(
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

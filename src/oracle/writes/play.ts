/** Plays a session on both sides. Compares each request and the state after it, up to the first mismatch. */

import { performance } from 'node:perf_hooks'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { pointerSteps } from '../../util/pointer.ts'
import type { Difference } from '../compare/difference.ts'
import { DOCUMENT_ID_SPACE, idSpace } from '../compare/meaning.ts'
import { type Exchange, judge, put, type Session } from '../exchange/session.ts'
import type { SessionStep, WriteSession } from '../suite/session.ts'
import type { WireRequest } from '../target/target.ts'
import { isReading, withTokens } from '../target/wire.ts'
import type { Keeper } from './cleanup.ts'
import { bound, nameOf, rowOf, type StandsFor, toldBy, valueAt } from './markers.ts'
import type { Watched } from './read-back.ts'
import { marked, type Sought } from './search-mark.ts'
import { wired } from './step-request.ts'
import { createStamps, type Stamps } from './timestamps.ts'
import { localeOf, readings, watch } from './watched.ts'
import type { Author, Live } from './write-reference.ts'

/** The environment of sessions. */
export interface Stage {
  readonly session: Session
  readonly author: Author
  readonly keeper: Keeper
  /** Called with each exchange whose answers are equal. */
  readonly alike: (exchange: Exchange) => void
}

/** A session up to its first mismatch. */
export interface PlayedSession {
  readonly session: WriteSession
  readonly exchange: Exchange
  readonly difference: Difference
  /** The last write, to which the mismatch is attributed. */
  readonly write: SessionStep
  /** The request that differed: the write, or a request that reads back. */
  readonly asked: SessionStep
  /** The requests so far, for the report: markers replace values from answers. */
  readonly requests: readonly WireRequest[]
  /** The type that was written; undefined for another route. */
  readonly type: ContentType | undefined
  /** The reference's answer to the last write. */
  readonly written: Json
}

export type Played =
  | { readonly kind: 'alike'; readonly milliseconds: number }
  | { readonly kind: 'different'; readonly shown: PlayedSession; readonly milliseconds: number }
  | { readonly kind: 'skipped'; readonly why: string }
  /** The session uses a value that the reference's answer does not have. */
  | { readonly kind: 'unfit' }

/** Milliseconds between two writes, so that their instants differ. */
const BETWEEN = 3

/** Plays a session and deletes the documents that it created. */
export async function play(stage: Stage, session: WriteSession): Promise<Played> {
  const live = stage.author.begin()
  const start = performance.now()
  try {
    const played = await playSteps(
      { ...stage, live, stamps: createStamps(), fresh: `p${live.number}` },
      session,
    )
    if (played !== undefined && played.kind !== 'different') return played
    const milliseconds = performance.now() - start
    return played === undefined ? { kind: 'alike', milliseconds } : { ...played, milliseconds }
  } finally {
    live.end()
    await stage.keeper.clear()
  }
}

interface Scene extends Stage {
  readonly live: Live
  readonly stamps: Stamps
  /** The value of `«new»`. */
  readonly fresh: string
}

type Ended =
  | { readonly kind: 'skipped'; readonly why: string }
  | { readonly kind: 'unfit' }
  | { readonly kind: 'different'; readonly shown: PlayedSession; readonly milliseconds: 0 }

/** Both answers of each step. */
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
  const isKnown = (token: string): boolean => !scene.session.strangers.has(token)
  for (const step of session.steps) {
    const isWrite = !isReading(step)
    if (isWrite) await new Promise((resolve) => setTimeout(resolve, BETWEEN))
    const asked = await askBoth(scene, step, answers)
    if (asked.kind !== 'asked') return asked
    const { exchange } = asked
    if (isWrite) {
      write = step
      written = exchange.referenced.answer.body
      type = exchange.type
      noteMade(scene, asked, step)
      watch(watched, exchange, step, scene.session.reference)
      locale = localeOf(step) ?? locale
    }
    const differs = (asked: SessionStep, one: Exchange, difference: Difference): Ended => ({
      kind: 'different',
      shown: {
        ...{ session, exchange: one, difference, asked, written, type },
        write: write ?? step,
        requests: [...done, asked === step ? asked : narrower(asked, difference.path)].map((one) =>
          shownRequest(scene, one, done),
        ),
      },
      milliseconds: 0,
    })
    const difference = judged(scene, exchange)
    if (difference !== null) return differs(step, exchange, difference)
    done.push(step)
    if (!isWrite) continue
    const asking = { graph, isKnown, locale, last: session.steps.length }
    for (const reading of readings([...watched.values()], asking)) {
      const again = await askBoth(scene, reading, answers)
      if (again.kind !== 'asked') return again
      const other = judged(scene, again.exchange)
      if (other !== null) return differs(reading, again.exchange, other)
    }
  }
  return undefined
}

/** Compares the two answers. If they are equal, stores names and instants. */
function judged({ session, stamps, alike }: Scene, exchange: Exchange): Difference | null {
  const { outcome, referenced } = exchange
  const difference = judge(session, exchange)
  if (difference !== null || outcome.kind === 'failed') return difference
  const late = stamps.judge(referenced.answer.body, outcome.answer.body)
  if (late === null) alike(exchange)
  return late
}

interface StepRequest {
  readonly kind: 'asked'
  readonly exchange: Exchange
  /** How to search for the document that the write creates; undefined if it creates none, or cannot be searched. */
  readonly sought: Sought | undefined
}

async function askBoth(
  scene: Scene,
  step: SessionStep,
  answers: Answers,
): Promise<StepRequest | Exclude<Ended, { kind: 'different' }>> {
  const { session, live } = scene
  const ours = bound(step, (marker) => standsFor(scene, marker, answers, 'ours'))
  if (ours === undefined) return { kind: 'unfit' }
  const theirs = bound(step, (marker) => standsFor(scene, marker, answers, 'theirs'))
  if (theirs === undefined) return { kind: 'skipped', why: 'the ids are not known' }
  const ended = session.target.givenUp()
  if (ended !== undefined) return { kind: 'skipped', why: `the target ${ended}` }
  const stranger = session.strangers.get(step.token ?? '')
  if (stranger !== undefined)
    return { kind: 'skipped', why: `the target does not know the token of the role ${stranger}` }
  const route = session.reference.routeOf(wired(ours))
  const type = route.kind === 'read' || route.kind === 'write' ? route.type : undefined
  const mark = `populace-${scene.fresh}`
  const isMaking = route.kind === 'write' && route.target.kind === 'list'
  const marking = isMaking
    ? marked(ours, theirs, { type: route.type, graph: session.reference.graph, mark })
    : null
  const request = wired(marking?.ours ?? ours)
  const referenced = live.ask(request)
  const sent = withTokens(wired(marking?.theirs ?? theirs), session.tokens)
  const asked = await put(session, { request, sent, type, referenced })
  if (asked.kind === 'skipped') return asked
  const { outcome } = asked
  if (outcome.kind === 'failed' && !isReading(sent)) await isThere(scene)
  const theirBody = outcome.kind === 'answered' ? outcome.answer.body : null
  answers.set(step.number, { ours: referenced.answer.body, theirs: theirBody })
  return { kind: 'asked', exchange: asked, sought: marking?.sought }
}

/** A request that reads back, reduced to the population of the member that differs. */
function narrower(step: SessionStep, path: string): SessionStep {
  const [, , member = ''] = pointerSteps(path)
  const kept = step.url
    .split('&')
    .filter((part) => !part.startsWith('populate[') || part.startsWith(`populate[${member}]`))
  return { ...step, url: kept.join('&') }
}

/** A request with the target's names, and markers numbered as in the report. */
function shownRequest(scene: Scene, step: SessionStep, done: readonly SessionStep[]): WireRequest {
  const shown = bound(step, (marker) => {
    const told = toldBy(marker)
    if (told === undefined) return standsFor(scene, marker, new Map(), 'theirs')
    return `«${done.findIndex(({ number }) => number === told.step) + 1}${told.pointer}»`
  })
  return withTokens(
    wired(shown ?? step, (url) => url),
    scene.session.tokens,
  )
}

/** Sends a harmless request after a failure, so that the guard notices a target that has ended. */
async function isThere({ session }: Scene): Promise<void> {
  const { target, reference } = session
  await target.ask(
    target.answered() ?? { method: 'GET', url: reference.graph.settings.prefix || '/', headers: {} },
  )
}

function standsFor(
  { session, fresh }: Scene,
  marker: string,
  answers: Answers,
  side: 'ours' | 'theirs',
): ReturnType<StandsFor> {
  if (marker === 'new') return fresh
  const told = toldBy(marker)
  if (told !== undefined) return valueAt(answers.get(told.step)?.[side], told.pointer)
  const named = rowOf(marker)
  const ours = named === undefined ? undefined : nameOf(named, session.reference.graph)
  if (named === undefined || ours === undefined) return undefined
  if (side === 'ours') return ours
  const { renaming } = session.equality
  const space = named.isId ? idSpace(named) : DOCUMENT_ID_SPACE
  return renaming.toTarget(space, ours) ?? (renaming.isSame(space) ? ours : undefined)
}

/** Records every document that the target creates, even if it should have refused, so that it is deleted. */
function noteMade({ session, keeper }: Scene, { exchange, sought }: StepRequest, step: SessionStep): void {
  const { request, sent, type, outcome } = exchange
  const route = session.reference.routeOf(request)
  if (type === undefined || route.kind !== 'write' || step.method === 'DELETE') return
  const isFailed = outcome.kind === 'failed' || outcome.answer.status >= FAILING
  if (!isFailed && outcome.answer.status >= 300) return
  const documentId = isFailed ? undefined : valueAt(outcome.answer.body, '/data/documentId')
  const isOwnSingle = route.target.kind === 'single' && !hasRows(session, type)
  if (isOwnSingle) keeper.note(type, null)
  else if (route.target.kind === 'list' && typeof documentId === 'string') keeper.note(type, documentId)
  else if (route.target.kind === 'list') keeper.noteUnknown(sent, sought)
}

/** A server that fails may have written nevertheless. */
const FAILING = 500

const hasRows = ({ reference }: Session, { uid }: ContentType): boolean =>
  (reference.graph.tables.get(uid)?.rows.length ?? 0) > 0

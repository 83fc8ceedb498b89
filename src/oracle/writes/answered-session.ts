/**
 * Makes sessions with expected answers, for test runners in any language: each request with its answer, including the
 * reads that verify writes.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import type { Routed } from '../../reference/route.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { createReference } from '../exchange/reference.ts'
import type { SessionStep, WriteSession } from '../suite/session.ts'
import type { Answer } from '../target/target.ts'
import { isReading } from '../target/wire.ts'
import { tokenFor } from './access.ts'
import {
  fillMarkers,
  type MarkerSource,
  nameOf,
  type ResolveMarker,
  rowOf,
  sourceOf,
  valueAt,
} from './markers.ts'
import { createMarking } from './marking.ts'
import type { Watched } from './read-back.ts'
import { stepRequest } from './step-request.ts'
import { localeOf, readBackRequests, watchDocument } from './watched.ts'
import { createWriteReference } from './write-reference.ts'

/** A request of a session, with its answer. Only `«new»` and markers for values from earlier answers remain in it. */
export interface AnsweredStep extends SessionStep {
  /** The expected answer, with a marker for each id, documentId and instant that the session created. */
  readonly answer: Pick<Answer, 'status' | 'body'>
  /** Pointer into the body → marker: the instant at the pointer must be later than the value of the marker. */
  readonly later?: Readonly<Record<string, string>>
}

export interface AnsweredSession extends WriteSession {
  readonly steps: readonly AnsweredStep[]
  /** Requests that delete everything the session may have created, regardless of the answers. */
  readonly after: readonly SessionStep[]
}

/** A created document, and the URL that deletes it. */
interface CreatedAt {
  readonly type: ContentType
  readonly url: string
}

const PROFILE = 'documented'

/** The value for `«new»`, which no dataset contains. */
const FRESH = 'q7made7new7q'

/** Plays each session in a new world of the reference with the original dataset. */
export function sessionAnswerer(graph: Graph): (session: WriteSession) => AnsweredSession {
  const reference = createReference(graph, PROFILE)
  return (session) => {
    const live = createWriteReference(graph, PROFILE).begin()
    const marking = createMarking(graph, FRESH)
    const answers = new Map<number, Json>()
    /** The number of each step in the session file → its number among all requests, which include verifying reads. */
    const numbers = new Map<number, number>()
    const steps: AnsweredStep[] = []
    const watched = new Map<string, Watched>()
    const made = new Map<string, CreatedAt>()
    const resolve: ResolveMarker = (marker) => {
      const source = sourceOf(marker)
      if (source !== undefined) return valueAt(answers.get(source.step), source.pointer)
      return marker === 'new' ? FRESH : rowNamed(graph, marker)
    }
    const renumbered: ResolveMarker = (marker) => {
      const source = sourceOf(marker)
      if (source !== undefined) return markerOf(source, numbers)
      return marker === 'new' ? '«new»' : rowNamed(graph, marker)
    }
    const ask = (step: SessionStep, isRead: boolean): void => {
      const [meant, shown] = [fillMarkers(step, resolve), fillMarkers(step, renumbered)]
      if (meant === undefined || shown === undefined)
        throw new Error(`${session.id}: step ${step.number} uses a value that no answer has`)
      const request = stepRequest(meant)
      const referenced = live.ask(request)
      const { status, body } = referenced.answer
      const number = steps.length + 1
      if (!isRead) {
        answers.set(step.number, body)
        numbers.set(step.number, number)
      }
      const route = reference.routeOf(request)
      const type = route.kind === 'read' || route.kind === 'write' ? route.type : undefined
      const marked = marking.mark(body, type, number)
      steps.push({
        ...{ ...shown, number, answer: { status, body: marked.body } },
        ...(Object.keys(marked.later).length === 0 ? {} : { later: marked.later }),
      })
      const one = createdBy(route, number, graph)
      if (one !== undefined) made.set(one.url, one)
      if (!isReading(step)) watchDocument(watched, { request, referenced }, step, reference)
    }
    let locale: string | undefined
    for (const step of session.steps) {
      ask(step, false)
      if (isReading(step)) continue
      locale = localeOf(step) ?? locale
      const asking = { graph, isKnown: () => true, locale, last: session.steps.length }
      for (const reading of readBackRequests([...watched.values()], asking)) ask(reading, true)
    }
    return { ...session, steps, after: deletions(graph, made, steps.length) }
  }
}

/** The document that a write creates, or would create if the server did not refuse it; undefined for other requests. */
function createdBy(route: Routed, number: number, { settings, tables }: Graph): CreatedAt | undefined {
  if (route.kind !== 'write') return undefined
  const { type, target } = route
  if (target.kind === 'document') return undefined
  const isSingle = target.kind === 'single'
  // A single type with rows in the dataset must not be deleted.
  if (isSingle && (tables.get(type.uid)?.rows.length ?? 0) > 0) return undefined
  const own = isSingle ? type.singularName : `${type.pluralName}/«${number}/data/documentId»`
  return { type, url: `${settings.prefix}/${own}${type.localized ? '?locale=*' : ''}` }
}

/** Requests that delete the documents of a session, the newest first. */
function deletions(graph: Graph, made: ReadonlyMap<string, CreatedAt>, last: number): readonly SessionStep[] {
  return [...made.values()].reverse().map(({ type, url }, at) => {
    const token = tokenFor(graph, type, () => true, ['delete'])
    const asker = typeof token === 'string' ? { token } : {}
    return { number: last + 1 + at, method: 'DELETE', url, headers: {}, ...asker }
  })
}

/** The marker for a value from a step, with the step's number among all requests. */
const markerOf = ({ step, pointer }: MarkerSource, numbers: ReadonlyMap<number, number>): string =>
  `«${numbers.get(step) ?? step}${pointer}»`

const rowNamed = (graph: Graph, marker: string): string | number | undefined => {
  const named = rowOf(marker)
  return named === undefined ? undefined : nameOf(named, graph)
}

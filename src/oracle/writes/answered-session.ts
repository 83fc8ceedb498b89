/**
 * Makes write sessions with the expected answer to each request, for test runners in any language. The requests include
 * the reads that verify writes.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import type { Routed } from '../../reference/route.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import { valueAt } from '../../util/pointer.ts'
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
} from './markers/markers.ts'
import { createMarking } from './markers/marking.ts'
import type { Watched } from './read-back.ts'
import { stepRequest } from './step-request.ts'
import { isOfDrafts, localeOf, readBackRequests, watchDocument } from './watched.ts'
import { createWriteReference } from './write-reference.ts'

/**
 * A request of a session with its answer. The only markers in the request are `«new»` and markers for values from
 * earlier answers.
 */
export interface AnsweredStep extends SessionStep {
  /** The expected answer, with a marker for each id, documentId and instant that the session created. */
  readonly answer: Pick<Answer, 'status' | 'body'>
  /**
   * Maps JSON pointers into the body to markers. The instant at a pointer must be later than the instant for which its
   * marker stands.
   */
  readonly later?: Readonly<Record<string, string>>
}

export interface AnsweredSession extends WriteSession {
  readonly steps: readonly AnsweredStep[]
  /**
   * The requests that delete every document that the session creates, or would create by a write that the server must
   * refuse.
   */
  readonly after: readonly SessionStep[]
}

/** A document that a session creates, with the URL that deletes it. */
interface CreatedAt {
  readonly type: ContentType
  readonly url: string
}

const PROFILE = 'documented'

/** The text that replaces `«new»` when the reference plays the session. No dataset contains this text. */
const FRESH = 'q7made7new7q'

/** Returns a function that plays a session in a new world of the reference, which begins with the original dataset. */
export function sessionAnswerer(graph: Graph): (session: WriteSession) => AnsweredSession {
  const reference = createReference(graph, PROFILE)
  return (session) => {
    const live = createWriteReference(graph, PROFILE).begin()
    const marking = createMarking(graph, FRESH)
    const answers = new Map<number, Json>()
    /**
     * Maps the number of a step in the session file to its number among all requests, which include the verifying
     * reads.
     */
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
      const isDraft = isOfDrafts(step)
      const asking = { graph, isKnown: () => true, locale, isDraft, last: session.steps.length }
      for (const reading of readBackRequests([...watched.values()], asking)) ask(reading, true)
    }
    return { ...session, steps, after: deletions(graph, made, steps.length) }
  }
}

/**
 * Returns the document that a write creates, or would create if the server did not refuse the write; undefined for
 * other requests.
 */
function createdBy(route: Routed, number: number, { settings, tables }: Graph): CreatedAt | undefined {
  if (route.kind !== 'write') return undefined
  const { type, target } = route
  if (target.kind === 'document') return undefined
  const isSingle = target.kind === 'single'
  // If the dataset itself has a row of the single type, the session must not delete this row.
  if (isSingle && (tables.get(type.uid)?.rows.length ?? 0) > 0) return undefined
  const own = isSingle ? type.singularName : `${type.pluralName}/«${number}/data/documentId»`
  return { type, url: `${settings.prefix}/${own}${type.localized ? '?locale=*' : ''}` }
}

/** Returns the requests that delete the documents of a write session, the newest document first. */
function deletions(graph: Graph, made: ReadonlyMap<string, CreatedAt>, last: number): readonly SessionStep[] {
  return [...made.values()].reverse().map(({ type, url }, at) => {
    const token = tokenFor(graph, type, () => true, ['delete'])
    const asker = typeof token === 'string' ? { token } : {}
    return { number: last + 1 + at, method: 'DELETE', url, headers: {}, ...asker }
  })
}

/**
 * Returns the marker for a value from the answer to a step. The marker contains the number of the step among all
 * requests of the session.
 */
const markerOf = ({ step, pointer }: MarkerSource, numbers: ReadonlyMap<number, number>): string =>
  `«${numbers.get(step) ?? step}${pointer}»`

const rowNamed = (graph: Graph, marker: string): string | number | undefined => {
  const named = rowOf(marker)
  return named === undefined ? undefined : nameOf(named, graph)
}

/**
 * Collects the documents of a session that the check must read after each write, and selects an API token for each
 * read.
 */
import type { Graph } from '../../reference/graph/graph.ts'
import type { Reference, Referenced } from '../exchange/reference.ts'
import type { SessionStep } from '../suite/session.ts'
import type { WireRequest } from '../target/target.ts'
import { tokenFor } from './access.ts'
import { readBacks, type Watched } from './read-back.ts'

/** Adds the document that a write names or creates to the documents that later reads must verify. */
export function watchDocument(
  watched: Map<string, Watched>,
  { request, referenced }: { readonly request: WireRequest; readonly referenced: Referenced },
  step: SessionStep,
  { routeOf }: Pick<Reference, 'routeOf'>,
): void {
  const route = routeOf(request)
  if (route.kind !== 'write') return
  const { type, target } = route
  const isMade = referenced.answer.status < 300
  const [path = ''] = step.url.split('?')
  const [marker] = /«[^«»]*»$/.exec(path) ?? []
  const name = target.kind === 'document' ? marker : isMade ? `«${step.number}/data/documentId»` : undefined
  if (target.kind === 'single') watched.set(type.uid, { type, name: null })
  else if (name !== undefined) watched.set(`${type.uid} ${name}`, { type, name })
}

/** Returns the locale in the URL of a write; undefined if the URL names no locale. */
export const localeOf = ({ url }: SessionStep): string | undefined => /[?&]locale=([\w-]+)/.exec(url)?.[1]

/** Returns whether a write changes only drafts. */
export const isOfDrafts = ({ url }: SessionStep): boolean => url.includes('status=draft')

export interface ReaderContext {
  readonly graph: Graph
  /** Returns whether the target accepts an API token of the dataset. */
  readonly isKnown: (token: string) => boolean
  /** The locale of the last write; undefined if no write named a locale. */
  readonly locale: string | undefined
  /** Whether the last write changes only drafts. */
  readonly isDraft: boolean
  /** The number of the last step before the verifying reads. The first verifying read has the next number. */
  readonly last: number
}

/**
 * Returns the reads that verify documents, one content type after another. Each read has a token whose role may read
 * the type.
 */
export function readBackRequests(
  documents: readonly Watched[],
  { graph, isKnown, locale, isDraft, last }: ReaderContext,
): readonly SessionStep[] {
  return documents.flatMap((one, at) => {
    if (documents.slice(0, at).some(({ type }) => type === one.type)) return []
    const token = tokenFor(graph, one.type, isKnown, ['find'])
    const roleName = token === null ? graph.access.publicRole : graph.access.tokens.get(token ?? '')
    const role = graph.access.roles.get(roleName ?? '')
    if (token === undefined || role === undefined) return []
    const same = documents.filter(({ type }) => type === one.type)
    return readBacks(same, { graph, token, role, locale, isDraft }, last)
  })
}

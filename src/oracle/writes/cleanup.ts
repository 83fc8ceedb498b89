/**
 * Records the documents that sessions create in a target, and deletes the recorded documents even if the run ends early
 * or fails.
 */
import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Guarded } from '../target/guard.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { type Tokens, withTokens } from '../target/wire.ts'
import { tokenFor } from './access.ts'
import { documentsIn, type SearchMark, searchQuery } from './markers/search-mark.ts'

/** A document that a write session created in the target, with its URL path. */
interface CreatedDocument {
  readonly type: ContentType
  /** The URL path, without a query, by which the check reads and deletes the document. */
  readonly path: string
}

export interface Cleanup {
  /**
   * Records a document that a session created. The parameter `documentId` is null for the document of a single type.
   */
  readonly note: (type: ContentType, documentId: string | null) => void
  /**
   * Records a request that may have created a document whose documentId is unknown. The parameter `searchMark` is the
   * unique text by which the cleanup searches for the document.
   */
  readonly noteUnknown: (request: WireRequest, searchMark?: SearchMark) => void
  /** Deletes the documents that were recorded since the last call of `clear`, the newest first. */
  readonly clear: () => Promise<void>
  /**
   * Verifies at the end of the run that every recorded document is gone, and deletes the documents that still exist.
   */
  readonly clearFinally: () => Promise<void>
  /**
   * The paths of documents that could not be deleted, and the requests that may have created a document whose path is
   * unknown.
   */
  readonly remaining: () => readonly string[]
  readonly made: () => number
}

interface CleanupContext {
  readonly graph: Graph
  readonly target: Guarded
  readonly tokens: Tokens
  readonly isKnown: (token: string) => boolean
}

/**
 * The number of failed deletions after which the cleanup postpones further deletions to the end of the run. At the end,
 * the cleanup stops after this number of failures in a row.
 */
const MAX_FAILED = 3

export function createCleanup(context: CleanupContext): Cleanup {
  const { graph } = context
  const all = new Map<string, CreatedDocument>()
  const open = new Set<string>()
  const failed = new Set<string>()
  const note: Cleanup['note'] = (type, documentId) => {
    const path = pathOf(graph, type, documentId)
    all.set(path, { type, path })
    open.add(path)
  }
  const search = createSearch(context, note)
  const settle = (path: string, isGone: boolean): void => {
    if (isGone) failed.delete(path)
    else failed.add(path)
  }
  return {
    note,
    noteUnknown: search.add,
    clear: async () => {
      await search.run()
      for (const path of [...open].reverse()) {
        const made = all.get(path)
        const isTried = made !== undefined && failed.size < MAX_FAILED
        settle(path, isTried && (await isRemoved(context, made)))
        open.delete(path)
      }
    },
    clearFinally: async () => {
      // The search runs again, because a document may have appeared since the last search.
      await search.run()
      let inVain = 0
      for (const [path, made] of [...all].reverse()) {
        if (inVain >= MAX_FAILED) {
          failed.add(path)
          continue
        }
        const isGone = (await isAbsent(context, made)) || (await removedByLocale(context, made))
        settle(path, isGone)
        inVain = isGone ? 0 : inVain + 1
      }
    },
    remaining: () => [...failed, ...search.open()],
    made: () => all.size,
  }
}

/**
 * Creates a search for created documents whose documentId no answer contained. The search uses a unique text that the
 * request to create the document contained.
 */
function createSearch(context: CleanupContext, note: Cleanup['note']) {
  const unknown = new Set<string>()
  const searches = new Map<string, SearchMark>()
  return {
    add: ({ method, url }: WireRequest, searchMark?: SearchMark): void => {
      const sent = `${method} ${url}${searchMark === undefined ? '' : ` with ${searchMark.attribute} ${searchMark.text}`}`
      if (searchMark === undefined) unknown.add(sent)
      else searches.set(sent, searchMark)
    },
    /**
     * Searches for the document of each request whose answer was lost, and records the found documents. If the search
     * finds nothing, the request created nothing.
     */
    run: async (): Promise<void> => {
      for (const [sent, searchMark] of searches) {
        const found = await foundBy(context, searchMark)
        for (const documentId of found ?? []) note(searchMark.type, documentId)
        if (found === undefined) unknown.add(sent)
        else unknown.delete(sent)
      }
    },
    /** The requests that may have created a document for which the cleanup could not search. */
    open: (): readonly string[] => [...unknown],
  }
}

const pathOf = (
  { settings: { prefix } }: Graph,
  { singularName, pluralName }: ContentType,
  documentId: string | null,
): string =>
  documentId === null
    ? `${prefix}/${singularName}`
    : `${prefix}/${pluralName}/${encodeURIComponent(documentId)}`

const isAll = ({ type }: CreatedDocument): boolean => type.localized

/**
 * Deletes a document. Resolves to true if the target then no longer has the document. A target may refuse to delete a
 * document that a session has deleted already.
 */
const isRemoved = async (context: CleanupContext, made: CreatedDocument): Promise<boolean> =>
  (await deleted(context, made, isAll(made) ? ['locale=*'] : [''])) || isAbsent(context, made)

/** Sends a DELETE request for a document with each query. Resolves to true if every DELETE request succeeded. */
async function deleted(
  context: CleanupContext,
  made: CreatedDocument,
  queries: readonly string[],
): Promise<boolean> {
  let isDone = true
  for (const query of queries) {
    const answer = await ask(context, made, 'DELETE', query, ['delete'])
    isDone &&= answer !== undefined && answer < 300
  }
  return isDone
}

/**
 * Resolves to the documentIds of the documents that contain a unique text; undefined if the target does not answer the
 * search with a list.
 */
async function foundBy(
  context: CleanupContext,
  searchMark: SearchMark,
): Promise<readonly string[] | undefined> {
  const { type } = searchMark
  const made: CreatedDocument = { type, path: `${context.graph.settings.prefix}/${type.pluralName}` }
  const body = await answered(context, made, 'GET', searchQuery(searchMark), ['find'])
  return body?.status === 200 ? documentsIn(body.body, searchMark) : undefined
}

/**
 * Resolves to whether the target has no row of a document. Reads both statuses of the document in every locale,
 * because a published row may have no draft.
 */
async function isAbsent(context: CleanupContext, made: CreatedDocument): Promise<boolean> {
  const { draftAndPublish, localized } = made.type
  const statuses = draftAndPublish ? ['status=draft', 'status=published'] : ['']
  const codes = context.graph.locales.codes.map(({ code }) => `locale=${encodeURIComponent(code)}`)
  for (const status of statuses) {
    for (const locale of localized ? codes : ['']) {
      const query = [status, locale].filter(Boolean).join('&')
      if ((await ask(context, made, 'GET', query, ['find', 'findOne'])) !== 404) return false
    }
  }
  return true
}

/**
 * Deletes each locale of a document with a separate request, because a target may not support `locale=*`. Resolves to
 * true if the target then no longer has the document.
 */
async function removedByLocale(context: CleanupContext, made: CreatedDocument): Promise<boolean> {
  const codes = context.graph.locales.codes.map(({ code }) => `locale=${encodeURIComponent(code)}`)
  await deleted(context, made, made.type.localized ? ['locale=*', ...codes, ''] : [''])
  return isAbsent(context, made)
}

type Actions = NonNullable<Parameters<typeof tokenFor>[3]>

/**
 * Sends a request about a created document. Resolves to the status of the answer, or to undefined if there is no
 * answer.
 */
const ask = async (
  context: CleanupContext,
  made: CreatedDocument,
  method: string,
  query: string,
  actions: Actions,
): Promise<number | undefined> => (await answered(context, made, method, query, actions))?.status

async function answered(
  { graph, target, tokens, isKnown }: CleanupContext,
  { type, path }: CreatedDocument,
  method: string,
  query: string,
  actions: Actions,
): Promise<Answer | undefined> {
  const token = tokenFor(graph, type, isKnown, actions) ?? null
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const url = query === '' ? path : `${path}?${query}`
  const outcome = await target.askAfterEnd(withTokens({ method, url, headers }, tokens))
  return outcome.kind === 'answered' ? outcome.answer : undefined
}

/**
 * Checks that each creation and deletion of a document changes the totals of the type's lists, and that no read finds a
 * deleted document.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType } from '../../src/reference/schema/schema.ts'
import { member } from '../laws/replies.ts'
import { send, urlOf, type WriteTarget } from './target.ts'

/**
 * Returns the total of the list of drafts and the total of the list of published entries. For a type without draft &
 * publish, the result has only one total.
 */
export async function totalsOf(
  graph: Graph,
  type: ContentType,
  target: WriteTarget,
): Promise<readonly number[]> {
  const totals: number[] = []
  for (const url of listsOf(graph, type)) {
    const list = await send(target, 'GET', url, undefined, [200])
    totals.push(Number(member(member(member(list, 'meta'), 'pagination'), 'total')))
  }
  return totals
}

/** Throws if a total did not change by the number of entries that a write added to its list. */
export async function expectTotals(
  graph: Graph,
  type: ContentType,
  target: WriteTarget,
  before: readonly number[],
  added: readonly number[],
): Promise<void> {
  const after = await totalsOf(graph, type, target)
  for (const [at, url] of listsOf(graph, type).entries()) {
    const expected = (before[at] ?? 0) + (added[at] ?? 0)
    if (after[at] !== expected) throw new Error(`GET ${url}\ntotal is ${after[at]}\nexpected ${expected}`)
  }
}

function listsOf(graph: Graph, type: ContentType): readonly string[] {
  const versions = type.draftAndPublish ? [false, true] : [false]
  return versions.map((isPublished) => {
    const url = urlOf(graph, type, '', isPublished)
    return `${url}${url.includes('?') ? '&' : '?'}pagination[pageSize]=1&pagination[withCount]=true`
  })
}

/** Throws if a read request still finds a deleted document by its documentId or in a list. */
export async function expectGone(
  graph: Graph,
  type: ContentType,
  documentId: string,
  target: WriteTarget,
): Promise<void> {
  for (const isPublished of [false, true])
    await send(target, 'GET', urlOf(graph, type, documentId, isPublished), undefined, [404])
  const list = `${urlOf(graph, type, '')}?filters[documentId][$eq]=${documentId}`
  for (const status of ['draft', 'published']) {
    const found = await send(target, 'GET', `${list}&status=${status}`, undefined, [200])
    if (!isDeepStrictEqual(member(found, 'data'), []))
      throw new Error(`${documentId} is deleted, but the list contains it: ${JSON.stringify(found)}`)
  }
}

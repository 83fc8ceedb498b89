/**
 * Finds the history of the answers to one request over all releases and databases. The history shows the releases in
 * which the answer changed, and the changes that caused this.
 */

import type { RoleOfToken } from '../../reference/access.ts'
import { type ApiRequest, type ContentApi, createReferenceApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { CHANGE_IDS, type ChangeId, changeOf } from '../../reference/strapi/changes.ts'
import { DATABASE_NAMES } from '../../reference/strapi/databases/databases.ts'
import { ERAS, NEWEST } from '../../reference/strapi/versions.ts'
import { printable } from '../../util/printable.ts'
import { firstPath, type StatusAndText, textAt } from './answer-text.ts'

/** A span of consecutive releases that give the same answer to a request. */
export interface Span extends StatusAndText {
  readonly first: string
  /** The first release of the following span, in which the answer is different; null for the last span. */
  readonly until: string | null
  /**
   * The changes in the first release of the span that cause another answer than in the previous span; empty for the
   * first span.
   */
  readonly changes: readonly ChangeId[]
}

export interface SinceDatabase {
  /** The databases that share the spans, because each release gives the same answer on all these databases. */
  readonly databases: readonly string[]
  /** The spans of releases with equal answers, the oldest span first. */
  readonly spans: readonly Span[]
}

/**
 * Returns the spans of releases in which the answer to a request stayed the same, for each database. The parameter
 * `roleOfToken` finds the role of a token that the graph does not list.
 */
export function answersSince(
  graph: Graph,
  request: ApiRequest,
  roleOfToken?: RoleOfToken,
): readonly SinceDatabase[] {
  const found = new Map<string, { databases: string[]; spans: readonly Span[] }>()
  for (const database of DATABASE_NAMES.filter((name) => name !== 'plain')) {
    const spans = spansOn(database, request, (profile) =>
      createReferenceApi(graph, { profile, ...(roleOfToken === undefined ? {} : { roleOfToken }) }),
    )
    const key = JSON.stringify(spans)
    const known = found.get(key)
    if (known === undefined) found.set(key, { databases: [database], spans })
    else known.databases.push(database)
  }
  return [...found.values()]
}

function spansOn(
  database: string,
  request: ApiRequest,
  apiOf: (profile: string) => ContentApi,
): readonly Span[] {
  const ask = (profile: string): StatusAndText => apiOf(profile).answer(request)
  const spans: Span[] = []
  for (const era of ERAS) {
    const answer = ask(`strapi-${era}-${database}`)
    const last = spans.at(-1)
    if (last !== undefined && firstPath(last, answer) === undefined) continue
    if (last !== undefined) spans[spans.length - 1] = { ...last, until: era }
    const isCause = (id: ChangeId): boolean =>
      firstPath(ask(`strapi-${era}-${database},+${id}`), answer) !== undefined
    const changes =
      last === undefined ? [] : CHANGE_IDS.filter((id) => changeOf(id).since === era && isCause(id))
    spans.push({ first: era, until: null, status: answer.status, body: answer.body, changes })
  }
  return spans
}

/**
 * Returns the history as a text for the terminal. Each set of databases has a block, with one line for each span and
 * the changes between spans.
 */
export function sinceText(url: string, found: readonly SinceDatabase[]): string {
  const blocks = found.map(({ databases, spans }) =>
    [databases.join(', '), ...spans.flatMap((span) => spanLines(span, spans.at(-1)))].join('\n'),
  )
  return `${[printable(url, MOST_CHARACTERS), ...blocks].join('\n\n')}\n`
}

const MOST_CHARACTERS = 2_000

function spanLines(span: Span, newest: Span | undefined): readonly string[] {
  const { first, until, changes, status } = span
  const releases = until === null ? `${first} to ${NEWEST}` : `${first} until ${until}`
  const path = newest === undefined ? undefined : firstPath(newest, span)
  const what =
    path === undefined
      ? textAt(span, 'status')
      : path === 'status'
        ? textAt(span, path)
        : `${status} ${path}: ${textAt(span, path)}`
  const reasons = changes.map((id) => {
    const { says, before, after } = changeOf(id)
    return `      ${id}: ${says} Before: ${before}. After: ${after}.`
  })
  return [...reasons, `  ${releases.padEnd(24)} ${printable(what, MOST_CHARACTERS)}`]
}

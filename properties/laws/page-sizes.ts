/** Laws about the sizes of pages, and about invalid numbers in pagination. */
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { QueryObject } from '../arbitraries/print.ts'
import { type Experiment, type ExperimentInput, type Fault, type LiveLaw, live, type Reply } from './law.ts'
import { allRefused, changing, entriesOf, member, pageOf } from './replies.ts'

/** A requested page size that is larger than every `maxLimit` of the tests. */
const MANY = 100_000

const limits = live({
  id: 'pages.limits',
  kind: 'law',
  rules: ['pagination.max', 'list.page-defaults', 'list.page-size'],
  says:
    'A page has the requested size. A page never has a larger size than the maximum of the settings. ' +
    'A page without a requested size has the default size of the settings. ' +
    'No page has more entries than its size.',
  experiment: (graph, input) => {
    const requested = input.ask(graph, { listsOnly: true })
    const { defaultLimit, maxLimit } = graph.settings
    const small = 1 + ((input.dice[0] ?? 0) % 4)
    const paginations: readonly (QueryObject | undefined)[] = [
      { page: '1', pageSize: String(small) },
      { page: '1', pageSize: String(MANY) },
      { start: '0', limit: String(small) },
      { start: '0', limit: String(MANY) },
      { page: '1' },
      undefined,
    ]
    return {
      requests: paginations.map((pagination) => changing(requested, { pagination })),
      judge: (replies) => {
        const [, many, , , first] = replies
        const most = maxLimit ?? sizeOf(many) ?? MANY
        const usual = defaultLimit === USUAL ? (sizeOf(first) ?? USUAL) : defaultLimit
        const sizes = [small, MANY, small, MANY, usual, usual]
        return replies
          .map((reply, at) => missized(reply, Math.min(sizes[at] ?? 0, most)))
          .find((fault) => fault !== undefined)
      },
    }
  },
})

/**
 * The default page size of Strapi. A graph with the page size 25 may come from a server whose settings are unknown.
 * For a graph with the page size 25, the law accepts the default page size of the checked server.
 */
const USUAL = 25

/** Returns the page size in `meta.pagination`; undefined for an answer without a page. */
function sizeOf(reply: Reply | undefined): number | undefined {
  const page = reply === undefined || entriesOf(reply) === undefined ? undefined : pageOf(reply.json)
  const named = page === undefined ? undefined : (member(page, 'pageSize') ?? member(page, 'limit'))
  return typeof named === 'number' ? named : undefined
}

/** Returns the fault if a page does not have the expected size. */
function missized(reply: Reply, size: number): Fault {
  const found = entriesOf(reply)
  const page = pageOf(reply.json)
  if (found === undefined) return undefined
  const named = member(page, 'pageSize') ?? member(page, 'limit') ?? null
  if (named !== size)
    return `\`meta.pagination\` states the page size ${JSON.stringify(named)}, expected ${size}`
  return found.length <= size ? undefined : `the page has ${found.length} entries, expected at most ${size}`
}

const numbers = live({
  id: 'pages.numbers',
  kind: 'law',
  looksAt: 'answers',
  rules: ['pagination.number', 'pagination.with-count', 'pagination.style'],
  says:
    'A request is refused if its page is not a whole number. ' +
    'A request is refused if its page size is not a whole number. ' +
    'A request is refused if its start is not a whole number. ' +
    'A request is refused if its `withCount` is not a boolean word.',
  experiment: (graph, input) =>
    refusing(graph, input, [
      { page: '1.5' },
      { page: 'x' },
      { pageSize: 'x' },
      // The tested fraction is below the maximum page size, because the server replaces a number above the maximum by
      // the maximum.
      { pageSize: '1.5' },
      { start: '0.5' },
      { start: 'x' },
      { limit: '1.5' },
      { withCount: 'yes' },
    ]),
})

const range = live({
  id: 'pages.range',
  kind: 'law',
  looksAt: 'answers',
  rules: ['pagination.number', 'pagination.style'],
  says:
    'A request is refused if its page is below 1. A request is refused if its page size is below 1. ' +
    'A request is refused if its limit is below 1. A request is refused if its start is below 0. ' +
    'A request is refused if its page, page size, limit or start is empty.',
  experiment: (graph, input) =>
    refusing(graph, input, [
      { page: '0' },
      { page: '-1' },
      { pageSize: '0' },
      { limit: '-1' },
      { limit: '0' },
      { limit: '' },
      { start: '-1' },
    ]),
})

/**
 * Returns an experiment that requests the first page of a list, and then sends paginations that a server must refuse.
 */
function refusing(
  graph: Graph,
  { ask }: ExperimentInput,
  wrong: readonly { readonly [key: string]: string }[],
): Experiment {
  const requested = ask(graph, { listsOnly: true })
  return {
    requests: [{ page: '1' }, ...wrong].map((pagination) => changing(requested, { pagination })),
    judge: allRefused(wrong),
  }
}

export const PAGE_SIZE_LAWS: readonly LiveLaw[] = [limits, numbers, range]

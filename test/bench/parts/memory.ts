/** Measures the size of the heap after many different requests. */
import { createReferenceApi } from '../../../src/reference/api.ts'
import { buildGraph } from '../../../src/reference/load/build.ts'
import { heap } from '../measure.ts'
import { filesOf } from '../posts.ts'
import { KINDS, questionOf, SCANS, urlOf } from '../questions.ts'
import type { Table } from '../table.ts'

const POSTS = 10_000
const MEGABYTE = 2 ** 20
/** The share of requests that examine all rows: one in `RARELY`. */
const RARELY = 200

const quick = KINDS.filter((kind) => !SCANS.includes(kind))

/** Returns a different request for each number. */
function requestOf(at: number): string {
  const kinds = at % RARELY === 0 ? SCANS : quick
  const kind = kinds[at % kinds.length] ?? 'page'
  const url = urlOf(questionOf(kind, at, POSTS))
  return `${url}${url.includes('?') ? '&' : '?'}number=${at}`
}

export async function memory(isQuick: boolean): Promise<readonly Table[]> {
  const count = isQuick ? 20_000 : 1_000_000
  const built = buildGraph(filesOf(POSTS))
  if (!('graph' in built)) throw new Error('the posts are faulty')
  const budget = isQuick ? 16 : 64
  const api = createReferenceApi(built.graph, { keep: { bytes: budget * MEGABYTE } })
  // Builds the indexes before the first measurement, because indexes belong to the graph and not to requests.
  for (const kind of KINDS) api.answer({ url: urlOf(questionOf(kind, 0, POSTS)) })
  const before = await heap()
  const more: number[] = []
  for (let at = 0; at < count; at++) {
    const { status } = api.answer({ url: requestOf(at) })
    if (status !== 200) throw new Error(`${requestOf(at)} is ${status}`)
    if ((at + 1) % (count / 10) === 0) more.push((await heap()) - before)
  }
  const [tenth = 0, last = 0] = [more[0], more.at(-1)]
  const row = [`${budget} MiB`, before, tenth, last, last / budget].map((cell) =>
    typeof cell === 'number' ? cell / MEGABYTE : cell,
  )
  return [
    {
      id: 'memory',
      title: `Memory: the heap after ${count.toLocaleString('en-US')} different requests over ${POSTS.toLocaleString('en-US')} posts`,
      says: 'MiB after a collection: before, the growth after a tenth and after all requests, and the budget of the caches.',
      columns: ['budget', 'before', 'after a tenth', 'after all', 'of the budget', 'aim'],
      rows: [[...row, '≤ 1']],
    },
  ]
}

/**
 * Sends equal questions about equal posts to Populace and its peers in a separate process: `run.js FOLDER SIZE
 * MILLISECONDS`, with the time for each kind of question. Writes JSON.
 */
import { createReferenceApi } from '../../../src/reference/api.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'
import { median } from '../measure.ts'
import { postsOf } from '../posts.ts'
import { byHand, foundIn, KINDS, type Kind, questionOf, urlOf, WHAT } from '../questions.ts'
import type { Compared } from './compared.ts'
import { openMingo, openMswData, openSift } from './filters.ts'
import type { Open, Peer } from './peer.ts'
import { openJsonServer1, openJsonServer017, openPopulace } from './servers.ts'
import { openSqlite } from './sqlite.ts'

const [folder = '', count = '0', most = '500'] = process.argv.slice(2)
const size = Number(count)
const posts = postsOf(size)
const ROUNDS = 41
const within = Number(most)
const warming = within / 3
/** The offset of the numbers of warm-up questions, so that no measured question repeats a warm-up question. */
const WARMED_FROM = 100_000

/** Warms up with at least one question, so that indexes exist and code is compiled. */
async function warm(peer: Peer, kind: Kind, from: number): Promise<void> {
  const begun = performance.now()
  for (let at = from; at === from || performance.now() - begun < warming; at++)
    await peer.ask(questionOf(kind, at, size))
}

/**
 * Returns the median milliseconds of each peer; the peers answer in alternation. Peers with synchronous answers are
 * called without `await`.
 */
async function race(peers: readonly Peer[], kind: Kind, from: number): Promise<readonly number[]> {
  const times: number[][] = peers.map(() => [])
  for (const peer of peers) await warm(peer, kind, from + WARMED_FROM)
  const begun = performance.now()
  for (let round = 0; round < ROUNDS; round++) {
    if (round > 2 && performance.now() - begun > within) break
    const question = questionOf(kind, from + round, size)
    for (const [at, peer] of peers.entries()) {
      const start = performance.now()
      const text = peer.ask(question)
      if (typeof text === 'object') await text
      times[at]?.push(performance.now() - start)
    }
  }
  return times.map(median)
}

/** Returns the reason why the answer of a peer differs from the answer of a loop; undefined if both are equal. */
async function otherwise(peer: Peer, kind: Kind): Promise<string | undefined> {
  const question = questionOf(kind, 1_000, size)
  const text = await peer.ask(question)
  if (text === undefined) return 'cannot be asked'
  const { ids, total } = peer.found(text)
  const expected = byHand(question, posts)
  if (ids.join() !== expected.ids.join()) return 'finds others'
  return total === undefined || total === expected.total ? undefined : 'counts otherwise'
}

async function compared(ours: Peer, open: Open, from: number): Promise<Compared | undefined> {
  const begun = performance.now()
  const peer = await open({ posts, folder })
  if (peer === undefined) return undefined
  const opened = performance.now() - begun
  try {
    const rows: Compared['rows'][number][] = []
    for (const kind of KINDS) {
      const why = await otherwise(peer, kind)
      const [populace = Number.NaN, theirs = Number.NaN] =
        why === undefined ? await race([ours, peer], kind, from) : []
      rows.push({ what: WHAT[kind], kind, why: why ?? null, populace, theirs })
    }
    return { name: peer.name, opened, rows }
  } finally {
    peer.close()
  }
}

function inProcess(): Peer {
  const api = createReferenceApi(loadDataset(folder))
  return {
    name: 'populace',
    ask: (question) => api.answer({ url: urlOf(question) }).body,
    found: foundIn,
    close: () => undefined,
  }
}

async function all(ours: Peer, opens: readonly Open[]): Promise<readonly Compared[]> {
  for (const kind of KINDS) {
    const why = await otherwise(ours, kind)
    if (why !== undefined) throw new Error(`${ours.name}: ${kind} ${why}`)
  }
  const found: Compared[] = []
  for (const [at, open] of opens.entries()) {
    // Each comparison has different questions, because Populace would cache the answer to a repeated question.
    const one = await compared(ours, open, 1_000_000 * (at + 1))
    if (one !== undefined) found.push(one)
  }
  ours.close()
  return found
}

const here = await all(inProcess(), [openSift, openMingo, openMswData, openSqlite])
const overHttp = await all(await openPopulace(folder), [openJsonServer017, openJsonServer1])
process.stdout.write(JSON.stringify({ here, overHttp }))
process.exit(0)

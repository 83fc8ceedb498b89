/** The laws that hold between answers, whatever the data: no answer of the reference is needed. */
import * as fc from 'fast-check'

import { type LiveLaw, type Luck, lucks, type Reply, replyOf } from '../../../properties/laws/law.ts'

import { liveLaws } from '../../../properties/laws/laws.ts'
import { curl } from '../../ground/curl.ts'
import { reasonFor } from '../causes/known-failures.ts'
import type { Session } from '../exchange/session.ts'
import type { LawLine } from '../report/report.ts'
import { bounded } from '../shrink/bounded.ts'
import { isReading, onWire, withTokens } from '../target/wire.ts'
import type { Settled } from './options.ts'

/** How often each law is tried at least. */
const MIN_RUNS = 10
/** How many smaller experiments are tried for one that breaks a law. */
const MAX_SHRINKS = 200

/** Tries every law with some of the runs that were asked for, the seed being that of the check. */
export async function runLaws(session: Session, settled: Settled): Promise<readonly LawLine[]> {
  const { runs, seed, known, onProgress } = settled
  const each = Math.max(MIN_RUNS, Math.floor((runs === 0 ? 1000 : runs) / liveLaws.length))
  const lines: LawLine[] = []
  for (const [at, law] of liveLaws.entries()) {
    const broken = await breakLaw(session, law, { seed, runs: each })
    const reason = reasonFor(known, [law.id])
    const { id, says } = law
    if (broken === undefined) lines.push({ id, says, outcome: 'passed', note: undefined })
    else lines.push({ id, says, outcome: reason === undefined ? 'failed' : 'known', note: reason ?? broken })
    const differing = lines.filter(({ outcome }) => outcome === 'failed').length
    onProgress({ part: 'laws', done: at + 1, of: liveLaws.length, differing })
  }
  return lines
}

/** What breaks a law, with the smallest requests found; undefined if nothing does. */
async function breakLaw(
  session: Session,
  law: LiveLaw,
  { seed, runs }: { readonly seed: number; readonly runs: number },
): Promise<string | undefined> {
  let smallest: string | undefined
  let left = MAX_SHRINKS
  const some = bounded(lucks, () => left <= 0)
  const property = fc.asyncProperty(some, async (luck) => {
    if (smallest !== undefined) left--
    const fault = await tryLaw(session, law, luck)
    if (fault !== undefined) smallest = fault
    return fault === undefined
  })
  await fc.check(property, { seed, numRuns: runs })
  return smallest
}

async function tryLaw(session: Session, law: LiveLaw, luck: Luck): Promise<string | undefined> {
  const experiment = law.experiment(session.reference.graph, luck)
  if (experiment === undefined) return undefined
  const wired = experiment.requests.map((request) => withTokens(onWire(request), session.tokens))
  if (session.methods === 'reading' && !wired.every(isReading)) return undefined
  const replies: Reply[] = []
  for (const request of wired) {
    const start = performance.now()
    const outcome = await session.target.ask(request)
    if (outcome.kind === 'failed') return outcome.why === 'given up' ? undefined : outcome.message
    const { answer, text } = outcome
    const response = { status: answer.status, headers: answer.headers ?? {}, body: text }
    replies.push(replyOf(response, performance.now() - start))
  }
  const fault = experiment.judge(replies)
  if (fault === undefined) return undefined
  const base = /^https?:/.test(session.target.name) ? session.target.name : 'http://localhost:1337'
  return [fault, ...wired.map((request) => curl({ ...request, url: `${base}${request.url}` }))].join('\n')
}

/**
 * Selects the requests that distinguish candidate servers best, and finds the servers whose answers match the target's.
 */
import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { compareAnswers } from '../compare/equality.ts'
import { createRenaming } from '../compare/renaming.ts'
import { withoutPrivate } from '../names/without-private.ts'
import type { Answer, WireRequest } from '../target/target.ts'

/**
 * The number of requests that should distinguish each pair of candidate servers, so that a single wrong answer does
 * not decide.
 */
const ENOUGH_QUESTIONS = 2

/** A question: one request with the answer that each candidate server gives. */
export interface Question<Name> {
  readonly request: WireRequest
  readonly type: ContentType
  readonly answers: ReadonlyMap<Name, Answer>
}

/** A function that sends a request to the target, and resolves to undefined if the target does not answer. */
export type Send = (request: WireRequest) => Promise<Answer | undefined>

/**
 * Selects at most `most` questions. Each step selects the request that distinguishes the most pairs of candidate
 * servers.
 */
export function selectQuestions<Name>(
  questions: readonly Question<Name>[],
  most: number,
  graph: Graph,
): readonly Question<Name>[] {
  const parted = questions
    .map((question) => ({ question, classes: partition(question, graph) }))
    .filter(({ classes }) => new Set(classes.values()).size > 1)
  const times = new Map<string, number>()
  const chosen: Question<Name>[] = []
  while (chosen.length < most) {
    let best:
      | { readonly question: Question<Name>; readonly pairs: readonly string[]; readonly gain: number }
      | undefined
    for (const { question, classes } of parted) {
      if (chosen.includes(question)) continue
      const pairs = pairsOf(classes)
      const gain = pairs.reduce(
        (sum, pair) => sum + Math.max(0, ENOUGH_QUESTIONS - (times.get(pair) ?? 0)),
        0,
      )
      if (gain > (best?.gain ?? 0)) best = { question, pairs, gain }
    }
    if (best === undefined) break
    chosen.push(best.question)
    for (const pair of best.pairs) times.set(pair, (times.get(pair) ?? 0) + 1)
  }
  return chosen
}

/** Returns the pairs of candidate servers that answer a request differently. */
function pairsOf<Name>(classes: ReadonlyMap<Name, number>): readonly string[] {
  const all = [...classes.values()]
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other, by) => (one === other ? [] : [`${at} ${at + 1 + by}`])),
  )
}

/**
 * Returns the candidate servers with the most answers equal to the target's. A matching server has at least one equal
 * answer, and at most one different answer, because a single answer of the target may be wrong. The list is empty if no
 * server matches. The result is undefined if the target did not answer.
 */
export async function bestMatches<Name>(
  questions: readonly Question<Name>[],
  send: Send,
  graph: Graph,
): Promise<readonly Name[] | undefined> {
  const hits = new Map<Name, number>()
  let answeredCount = 0
  for (const { request, type, answers } of questions) {
    const answer = await send(request)
    if (answer === undefined) continue
    answeredCount++
    const found = { ...answer, body: withoutPrivate(answer.body, type, graph.schema) }
    for (const [server, one] of answers)
      hits.set(server, (hits.get(server) ?? 0) + Number(isSame(one, found, type, graph)))
  }
  if (answeredCount === 0) return undefined
  const most = Math.max(...hits.values())
  if (most < Math.max(1, answeredCount - 1)) return []
  return [...hits].filter(([, count]) => count === most).map(([server]) => server)
}

/** Groups the candidate servers of a question by equal answers. Returns the group number of each server. */
function partition<Name>({ answers, type }: Question<Name>, graph: Graph): ReadonlyMap<Name, number> {
  const classes: Answer[] = []
  const found = new Map<Name, number>()
  for (const [server, answer] of answers) {
    const at = classes.findIndex((one) => isSame(one, answer, type, graph))
    found.set(server, at < 0 ? classes.push(answer) - 1 : at)
  }
  return found
}

/** Returns whether two answers are equal apart from ids and instants. */
export function isSame(left: Answer, right: Answer, type: ContentType, { schema }: Graph): boolean {
  if (left === right) return true
  const equality = { ids: 'mapped', times: 'shape', schema, renaming: createRenaming(), loose: [] } as const
  return compareAnswers(left, right, { type, errors: 'exact' }, equality).difference === null
}

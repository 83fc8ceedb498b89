/** Requests that tell servers apart: which of them to put, and what their answers say. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { compareAnswers } from '../compare/equality.ts'
import { createRenaming } from '../compare/renaming.ts'
import { withoutPrivate } from '../names/closed.ts'
import type { Answer, WireRequest } from '../target/target.ts'

/** How often two servers should be told apart: a fault of one answer must not make it another server. */
const ENOUGH = 2

/** One request, and what each of some servers would answer. */
export interface Question<Name> {
  readonly request: WireRequest
  readonly type: ContentType
  readonly answers: ReadonlyMap<Name, Answer>
}

/** Puts a request to the target; undefined where nothing is answered. */
export type Send = (request: WireRequest) => Promise<Answer | undefined>

/** Greedily those that part the most pairs of servers, each pair as often as is enough. */
export function choose<Name>(
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
      const gain = pairs.reduce((sum, pair) => sum + Math.max(0, ENOUGH - (times.get(pair) ?? 0)), 0)
      if (gain > (best?.gain ?? 0)) best = { question, pairs, gain }
    }
    if (best === undefined) break
    chosen.push(best.question)
    for (const pair of best.pairs) times.set(pair, (times.get(pair) ?? 0) + 1)
  }
  return chosen
}

/** Those that answer differently, two by two. */
function pairsOf<Name>(classes: ReadonlyMap<Name, number>): readonly string[] {
  const all = [...classes.values()]
  return all.flatMap((one, at) =>
    all.slice(at + 1).flatMap((other, by) => (one === other ? [] : [`${at} ${at + 1 + by}`])),
  )
}

/**
 * The servers that answer most as the target does: all alike, or all but one, as a single answer may be at fault. None
 * where there is no such server; undefined where nothing could be asked.
 */
export async function fitting<Name>(
  questions: readonly Question<Name>[],
  put: Send,
  graph: Graph,
): Promise<readonly Name[] | undefined> {
  const hits = new Map<Name, number>()
  let told = 0
  for (const { request, type, answers } of questions) {
    const answer = await put(request)
    if (answer === undefined) continue
    told++
    const found = { ...answer, body: withoutPrivate(answer.body, type, graph.schema) }
    for (const [server, one] of answers)
      hits.set(server, (hits.get(server) ?? 0) + Number(isSame(one, found, type, graph)))
  }
  if (told === 0) return undefined
  const most = Math.max(...hits.values())
  if (most < Math.max(1, told - 1)) return []
  return [...hits].filter(([, count]) => count === most).map(([server]) => server)
}

/** For each question which servers answer alike: the number of the first of them. */
function partition<Name>({ answers, type }: Question<Name>, graph: Graph): ReadonlyMap<Name, number> {
  const classes: Answer[] = []
  const found = new Map<Name, number>()
  for (const [server, answer] of answers) {
    const at = classes.findIndex((one) => isSame(one, answer, type, graph))
    found.set(server, at < 0 ? classes.push(answer) - 1 : at)
  }
  return found
}

/** Equal as far as a target with other names can tell. */
export function isSame(left: Answer, right: Answer, type: ContentType, { schema }: Graph): boolean {
  if (left === right) return true
  const equality = { ids: 'mapped', times: 'shape', schema, renaming: createRenaming(), loose: [] } as const
  return compareAnswers(left, right, { type, errors: 'exact' }, equality).difference === null
}

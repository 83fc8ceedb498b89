/** `record FILE` sends the requests of a file to a real server, and writes them with its answers to another file. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { RecordedLine } from '../../src/oracle/suite/recordings.ts'
import type { Answer, Target } from '../../src/oracle/target/target.ts'
import { onWire, type Tokens, withTokens } from '../../src/oracle/target/wire.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Json } from '../../src/util/json.ts'
import { isExcessive } from './compare/excess.ts'

interface Sides {
  readonly graph: Graph
  readonly target: Target
  readonly tokens: Tokens
}

interface Counts {
  readonly recorded: number
  /**
   * The number of requests without a usable answer: the server sent none, or an answer that shows more than the caller
   * may see.
   */
  readonly leftOut: number
}

/**
 * Records the requests of a file. A line is a URL or a request. The recording of a URL has the number of the line as
 * its id. A request has the format in `recordings/`, with at least id, path and auth.
 */
export async function record(file: string, out: string, sides: Sides): Promise<Counts> {
  const lines: string[] = []
  let leftOut = 0
  for (const asked of requestsIn(readFileSync(file, 'utf8'))) {
    const answer = await answerTo(asked, sides)
    if (answer === undefined) leftOut++
    else lines.push(JSON.stringify(recorded(asked, answer)))
  }
  writeFileSync(out, lines.map((line) => `${line}\n`).join(''))
  return { recorded: lines.length, leftOut }
}

type RecordedRequest = Pick<RecordedLine, 'id' | 'path' | 'auth'> &
  Partial<Pick<RecordedLine, 'method' | 'headers'>>

const requestsIn = (text: string): readonly RecordedRequest[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) =>
      line.startsWith('{')
        ? JSON.parse(line)
        : { id: `recorded-${String(at + 1).padStart(4, '0')}`, path: line, auth: 'none' },
    )

async function answerTo(
  { method = 'GET', path, auth, headers = {} }: RecordedRequest,
  { graph, target, tokens }: Sides,
): Promise<Answer | undefined> {
  const authorization = auth === 'none' ? {} : { authorization: `Bearer ${auth}` }
  const request = onWire({ method, url: path, headers: { ...headers, ...authorization } })
  const outcome = await target.ask(withTokens(request, tokens))
  if (outcome.kind === 'failed' || isExcessive(request, outcome.answer, graph)) return undefined
  return outcome.answer
}

function recorded(
  { id, method, path, auth, headers }: RecordedRequest,
  answer: Answer,
): { readonly [key: string]: Json } {
  const { status, body, headers: answered = {} } = answer
  return {
    id,
    ...(method === undefined || method === 'GET' ? {} : { method }),
    path,
    auth,
    ...(headers === undefined ? {} : { headers }),
    status,
    ...(status === 405 && answered.allow !== undefined ? { allow: answered.allow } : {}),
    body,
  }
}

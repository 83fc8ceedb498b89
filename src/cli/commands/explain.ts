/** `populace explain`: explains an answer. */
import type { Command } from 'commander'
import pc from 'picocolors'
import {
  createExplainer,
  explainVerified,
  explanationText,
  otherwiseText,
  whyText,
  whyVerified,
} from '../../explain/index.ts'
import { errorMessageOf } from '../../explain/refused/refused.ts'
import { explainFirstWrite } from '../../explain/writing/explained.ts'
import { writeExplainedText } from '../../explain/writing/explanation.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { Mock } from '../../server/mock.ts'
import { readRegular } from '../../sources/regular-file.ts'
import { mockOf, receivedBy, runCodeOf, whileRunning } from '../code/code.ts'
import { PROFILE } from '../options.ts'
import { admitting, type RequestOptions, requestCommand, withToken } from '../request.ts'
import { reportingErrors } from '../run.ts'
import { openRunning, type Started } from '../source.ts'
import { print, printJson } from '../terminal.ts'

interface ExplainOptions extends RequestOptions {
  readonly why?: string
  readonly profiles?: true
  readonly outsider?: true
  readonly json?: true
  readonly method: string
  readonly body?: string
}

export function explainCommand(): Command {
  return requestCommand('explain')
    .addOption(PROFILE)
    .option(
      '--why <path>',
      'print why one path of the answer is present or missing, such as data.0.owner.email',
    )
    .option('--profiles', 'list the departures of other releases and databases that would change the answer')
    .option(
      '--outsider',
      'name only attributes that the caller may see; without this option, also private attributes',
    )
    .option(
      '--method <name>',
      'POST, PUT or DELETE: print why this write is refused, and a body that is accepted',
      'GET',
    )
    .option('--body <json>', 'the body of the write; @FILE reads it from a file')
    .option('--json', 'print the explanation as JSON')
    .action(reportingErrors(explain))
}

async function explain(url: string, _source: unknown, options: ExplainOptions): Promise<void> {
  await whileRunning(await openRunning(options.data, options), (started) =>
    explainWith(admitting(started, options), url, options),
  )
}

async function explainWith(started: Started, url: string, options: ExplainOptions): Promise<void> {
  const { why, profiles, outsider, json, method, body } = options
  const { source, graph, profile } = started
  const explainer = createExplainer(graph, {
    profile,
    ...(source.roleOfToken === undefined ? {} : { roleOfToken: source.roleOfToken }),
    developer: outsider !== true,
  })
  const request = withToken({ url }, started)
  const printFound = <T>(found: T, text: (found: T) => string): void =>
    void (json ? printJson(found) : print(text(found)))
  if (method !== 'GET') {
    const roleOfToken = source.roleOfToken === undefined ? {} : { roleOfToken: source.roleOfToken }
    const explaining = { profile, ...roleOfToken, outsider: outsider === true }
    const sent = sentWith(request, method, body)
    const found = explainFirstWrite(graph, sent, explaining)
    if (found !== null) return printFound(found, writeExplainedText)
    return printFound(await refusedAfter(await mockOf(started), sent), (one) =>
      one === null ? 'The server accepts this write.\n' : refusedAfterText(one),
    )
  }
  const mock = await mockOf(started)
  if (profiles) {
    const received = await receivedBy(mock, request)
    if (received === undefined) throw new TypeError(`${url}: ${ANSWERED_BY_CODE}`)
    return printFound(explainer.otherwise(received), otherwiseText)
  }
  const runCode = await runCodeOf(mock)
  if (why !== undefined) return printFound(await whyVerified(explainer, request, why, runCode), whyText)
  printFound(await explainVerified(explainer, request, runCode), (found) =>
    explanationText(found, { strong: (text) => pc.bold(text), faint: (text) => pc.dim(text) }),
  )
}

const ANSWERED_BY_CODE =
  'the content API does not answer this request: expected a content request for --profiles'

/** A refusal that does not come from the content API, but from the project's code, a route or a plugin. */
interface RefusedAfter {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly message: string
  /**
   * The place of the project code that answered, such as `src/policies/is-owner.ts:3`; null if no project code
   * answered.
   */
  readonly by: string | null
}

/** Sends a write that the content API accepts to a server in memory; null if the server accepts the write too. */
async function refusedAfter(mock: Mock, sent: ReturnType<typeof sentWith>): Promise<RefusedAfter | null> {
  const { answer, effect } = await mock.trace({ ...sent, body: async () => sent.body })
  if (answer.status < 400) return null
  const last = effect?.core === undefined ? effect?.ran.findLast(({ file }) => file !== '') : undefined
  const { method, url } = sent
  const by = last === undefined ? null : `${last.file}:${last.line}`
  return { method, url, status: answer.status, message: errorMessageOf(answer.body) ?? answer.body, by }
}

function refusedAfterText({ method, url, status, message, by }: RefusedAfter): string {
  const advice = by === null ? '' : `  ${by} answers ${status}; the content API would accept this write.\n`
  return `${method} ${url}\n${status} ${message}\n${advice}`
}

/** Returns the write request to explain, with its method, headers and body. */
function sentWith(request: ApiRequest, method: string, body: string | undefined) {
  const headers = { 'content-type': 'application/json', ...request.headers }
  const text = body?.startsWith('@') ? readRegular(body.slice(1)) : new TextEncoder().encode(body ?? '')
  return { url: request.url, method: method.toUpperCase(), headers, body: text }
}

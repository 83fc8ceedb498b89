/** `populace since`: prints the answer of each release and database to one request. */

import type { Command } from 'commander'
import { TrafficError } from '../../oracle/traffic/index.ts'
import { answersSince, sinceText, TOKEN_FIX } from '../../oracle/upgrade/index.ts'
import { printableLines } from '../../util/printable.ts'
import { mockOf, receivedBy, whileRunning } from '../code/code.ts'
import { type RequestOptions, requestCommand, withToken } from '../request.ts'
import { reportingErrors } from '../run.ts'
import { openRunning } from '../source.ts'
import { print, printError, printJson } from '../terminal.ts'

interface SinceOptions extends RequestOptions {
  readonly json?: true
}

export const sinceCommand = (): Command =>
  requestCommand('since').option('--json', 'print the answers as JSON').action(reportingErrors(since))

async function since(url: string, _source: unknown, options: SinceOptions): Promise<void> {
  const { data, json } = options
  const started = await openRunning(data, options)
  const sent = withToken({ url }, started)
  const found = await whileRunning(started, async () => {
    const mock = await mockOf(started)
    const received = started.code === undefined ? sent : await receivedBy(mock, sent)
    if (received === undefined)
      throw new TrafficError(
        `${url}: the project's own code answers this request without the content API; expected a request that the content API answers`,
      )
    return answersSince(started.graph, received, mock.roleOfToken)
  })
  if (json) printJson(found)
  else print(sinceText(url, found))
  if (found.every(({ spans }) => spans.every(({ status }) => status === 401))) {
    printError(printableLines(TOKEN_FIX))
    process.exitCode = 2
  }
}

/** `populace since`: prints the answer of each release and database to one request. */
import type { Command } from 'commander'
import { TrafficError } from '../../oracle/traffic/index.ts'
import { answersSince, sinceText } from '../../oracle/upgrade/index.ts'
import { effectiveOf, whileRunning } from '../code/code.ts'
import { type RequestOptions, requestCommand, withToken } from '../request.ts'
import { reportingErrors } from '../run.ts'
import { openRunning } from '../source.ts'

interface SinceOptions extends RequestOptions {
  readonly json?: true
}

export const sinceCommand = (): Command =>
  requestCommand('since').option('--json', 'as JSON').action(reportingErrors(since))

async function since(url: string, options: SinceOptions): Promise<void> {
  const { data, token, json } = options
  const started = await openRunning(data, options)
  const sent = withToken({ url }, token)
  const received = await whileRunning(started, async () => {
    const effective = await effectiveOf(started)
    return effective === undefined ? sent : effective(sent)
  })
  if (received === undefined)
    throw new TrafficError(
      `${url}: the project's own code answers this without the content API: expected a content request`,
    )
  const found = answersSince(started.graph, received)
  process.stdout.write(json ? `${JSON.stringify(found, undefined, 2)}\n` : sinceText(url, found))
}

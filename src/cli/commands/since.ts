/** `populace since`: prints the answer of each release and database to one request. */
import type { Command } from 'commander'
import { answersSince, sinceText } from '../../oracle/upgrade/index.ts'
import { type RequestOptions, requestCommand, withToken } from '../request.ts'
import { reportingErrors } from '../run.ts'
import { openSound } from '../source.ts'

interface SinceOptions extends RequestOptions {
  readonly json?: true
}

export const sinceCommand = (): Command =>
  requestCommand('since').option('--json', 'as JSON').action(reportingErrors(since))

async function since(url: string, options: SinceOptions): Promise<void> {
  const { data, token, json } = options
  const { graph } = await openSound(data, options)
  const found = answersSince(graph, withToken({ url }, token))
  process.stdout.write(json ? `${JSON.stringify(found, undefined, 2)}\n` : sinceText(url, found))
}

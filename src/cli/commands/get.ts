/** `populace get`: prints the answer to one request. */
import type { Command } from 'commander'
import { PROFILE, withCodeOption } from '../options.ts'
import { apiOf, type RequestOptions, requestCommand, withToken } from '../request.ts'
import { told } from '../run.ts'
import { openAs } from '../source.ts'

export const getCommand = (): Command =>
  withCodeOption(requestCommand('get')).addOption(PROFILE).action(told(get))

async function get(url: string, options: RequestOptions): Promise<void> {
  const { source, graph, profile } = await openAs(options.data, options)
  const { status, body } = apiOf(source, graph, profile).answer(withToken({ url }, options.token))
  process.stdout.write(`${body}\n`)
  process.exitCode = status >= 200 && status < 300 ? 0 : 1
}

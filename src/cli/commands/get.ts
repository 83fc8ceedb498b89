/** `populace get`: prints the answer to one request. */
import { type Command, Option } from 'commander'
import { createContentApi } from '../../core.ts'
import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { mockOf, whileRunning } from '../code/code.ts'
import { PROFILE } from '../options.ts'
import { admitting, type RequestOptions, requestCommand, withToken } from '../request.ts'
import { reportingErrors } from '../run.ts'
import { openAs, openRunning } from '../source.ts'
import { printBody } from '../terminal.ts'

interface GetOptions extends RequestOptions {
  readonly evaluator: 'plan' | 'semantics'
}

const EVALUATOR = new Option(
  '--evaluator <name>',
  'plan, or semantics: the plain evaluator, only for the profile documented',
)
  .choices(['plan', 'semantics'])
  .default('plan')

export const getCommand = (): Command =>
  requestCommand('get').addOption(PROFILE).addOption(EVALUATOR).action(reportingErrors(get))

async function get(url: string, _source: unknown, options: GetOptions): Promise<void> {
  const { status, body } = await (options.evaluator === 'semantics' ? bySemantics : byPlan)({ url }, options)
  printBody(body)
  process.exitCode = status >= 200 && status < 300 ? 0 : 1
}

/**
 * Answers the request as `serve` does, with the endpoints of plugins, such as users and uploads, and with the
 * project's own code.
 */
async function byPlan(request: ApiRequest, options: GetOptions): Promise<ApiResponse> {
  return whileRunning(await openRunning(options.data, options), async (opened) => {
    const started = admitting(opened, options)
    const mock = await mockOf(started)
    return mock.answer(withToken(request, started))
  })
}

/**
 * Answers with the evaluator `semantics`.
 * @throws TypeError for a profile other than `documented`, or a project with plugins or code
 */
async function bySemantics(request: ApiRequest, options: GetOptions): Promise<ApiResponse> {
  const opened = admitting(await openAs(options.data, options), options)
  const { source, graph, profile } = opened
  const { api, code, roleOfToken } = source
  if (api !== undefined || code !== undefined)
    throw new TypeError('The evaluator semantics runs no code of a project: add --no-project-code')
  const roles = roleOfToken === undefined ? {} : { roleOfToken }
  return createContentApi(graph, { profile, ...roles, evaluator: 'semantics' }).answer(
    withToken(request, opened),
  )
}

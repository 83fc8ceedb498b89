/** `populace get`: prints the answer to one request. */
import { type Command, Option } from 'commander'
import { createContentApi } from '../../core.ts'
import type { ContentApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { Source } from '../../sources/index.ts'
import { PROFILE, withCodeOption } from '../options.ts'
import { apiOf, type RequestOptions, requestCommand, withToken } from '../request.ts'
import { reportingErrors } from '../run.ts'
import { openAs } from '../source.ts'

interface GetOptions extends RequestOptions {
  readonly evaluator: 'plan' | 'semantics'
}

const EVALUATOR = new Option(
  '--evaluator <name>',
  'semantics: the plain evaluator, of the profile documented only',
)
  .choices(['plan', 'semantics'])
  .default('plan')

export const getCommand = (): Command =>
  withCodeOption(requestCommand('get')).addOption(PROFILE).addOption(EVALUATOR).action(reportingErrors(get))

async function get(url: string, options: GetOptions): Promise<void> {
  const { source, graph, profile } = await openAs(options.data, options)
  const make = options.evaluator === 'semantics' ? semanticsOf : apiOf
  const { status, body } = make(source, graph, profile).answer(withToken({ url }, options.token))
  process.stdout.write(`${body}\n`)
  process.exitCode = status >= 200 && status < 300 ? 0 : 1
}

/** @throws TypeError for a profile other than `documented`, and for a project that runs its own code. */
function semanticsOf({ roleOfToken, api }: Source, graph: Graph, profile: string): ContentApi {
  if (api !== undefined) throw new TypeError('The evaluator semantics runs no code of a project')
  const roles = roleOfToken === undefined ? {} : { roleOfToken }
  return createContentApi(graph, { profile, ...roles, evaluator: 'semantics' })
}

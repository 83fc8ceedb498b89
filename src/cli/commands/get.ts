/** `populace get`: one request, and its answer. */
import { Command } from 'commander'
import { type ContentApi, createContentApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { Source } from '../../sources/index.ts'
import { guideDataset } from '../root.ts'
import { told } from '../run.ts'
import { openSound, profileFor, type SourceOptions, withCodeOption, withSourceOptions } from '../source.ts'
import { PROFILE_HELP, SOURCE_HELP, withToken } from '../world.ts'

interface GetOptions extends SourceOptions {
  readonly data: string
  readonly token?: string
  readonly profile?: string
}

export function getCommand(): Command {
  return withCodeOption(withSourceOptions(new Command('get')))
    .argument('<request>', "the path and query, such as '/api/restaurants?populate=*'")
    .option('--data <source>', SOURCE_HELP, guideDataset())
    .option('--token <token>', 'the bearer token to send, and to ask a server with that is the source')
    .option('--profile <name>', PROFILE_HELP)
    .action(told(get))
}

async function get(url: string, options: GetOptions): Promise<void> {
  const { data, token } = options
  const { source, graph } = await openSound(data, options)
  const profile = await profileFor(options.profile, data, source)
  const api = apiOf(source, graph, profile)
  const { status, body } = api.answer(withToken({ url }, token))
  process.stdout.write(`${body}\n`)
  process.exitCode = status >= 200 && status < 300 ? 0 : 1
}

/** The API of a source: with the tokens that its files do not list, and what its own code does to requests. */
export function apiOf(
  { roleOfToken, api = createContentApi }: Source,
  graph: Graph,
  profile: string,
): ContentApi {
  return api(graph, { profile, ...(roleOfToken === undefined ? {} : { roleOfToken }) })
}

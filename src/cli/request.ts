/** Functions that the commands `get`, `explain` and `since` share, because each takes the URL of one request. */
import { Command } from 'commander'
import { type ApiRequest, type ContentApi, createReferenceApi } from '../reference/api.ts'
import type { Graph, Role } from '../reference/graph/graph.ts'
import { listsTokens, readerRole } from '../server/plugins/users/callers.ts'
import type { Source } from '../sources/index.ts'
import {
  type ProfileOptions,
  type SourceOptions,
  STRICT_TOKENS,
  TOKEN,
  withSourceOptions,
} from './options.ts'
import type { Started } from './source.ts'
import { withSource } from './where.ts'

export interface RequestOptions extends SourceOptions, ProfileOptions {
  readonly data: string
  readonly token?: string
  readonly strictTokens?: true
}

/** Creates a command that takes the URL of a request and `RequestOptions`. */
export const requestCommand = (name: string): Command =>
  withSource(
    withSourceOptions(new Command(name)).argument(
      '<request>',
      "the path and query, such as '/api/restaurants?populate=*'",
    ),
    'data',
    { after: 1 },
  )
    .addOption(TOKEN)
    .addOption(STRICT_TOKENS)

/**
 * Returns the source in which an unknown token may read everything, as in `serve`. With `--strict-tokens`, or if the
 * data lists tokens, returns the source unchanged.
 */
export function admitting(started: Started, { strictTokens }: Pick<RequestOptions, 'strictTokens'>): Started {
  const { source, graph } = started
  if (strictTokens === true || listsTokens(graph.access)) return started
  const roleOfToken = (token: string): string | Role =>
    source.roleOfToken?.(token) ?? readerRole(graph.access)
  return { ...started, source: { ...source, roleOfToken } }
}

/** Returns the content API of a source, with the tokens and the project code of that source. */
export function apiOf(
  { roleOfToken, api = createReferenceApi }: Source,
  graph: Graph,
  profile: string,
): ContentApi {
  return api(graph, { profile, ...(roleOfToken === undefined ? {} : { roleOfToken }) })
}

/** Returns the request with the token of `--token`; unchanged without the option. */
export function withToken(request: ApiRequest, { tokens = [] }: Pick<Started, 'tokens'>): ApiRequest {
  const [token] = tokens
  return token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token.value}` } }
}

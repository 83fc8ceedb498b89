/** Shared code of the commands about one request: get, explain and since. */
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
import { type Opened, type Started, withTokens } from './source.ts'
import { withSource } from './where.ts'

export interface RequestOptions extends SourceOptions, ProfileOptions {
  readonly data: string
  readonly token?: string
  readonly strictTokens?: true
}

/** A command whose action takes the URL of the request, and `RequestOptions`. */
export const requestCommand = (name: string): Command =>
  withSource(
    withSourceOptions(new Command(name)).argument(
      '<request>',
      "the path and query, such as '/api/restaurants?populate=*'",
    ),
    'data',
    1,
  )
    .addOption(TOKEN)
    .addOption(STRICT_TOKENS)

/** The source with the role of tokens that it does not list, as `serve` admits them. */
export function admitting(started: Started, { strictTokens }: Pick<RequestOptions, 'strictTokens'>): Started {
  const { source, graph } = started
  if (strictTokens === true || listsTokens(graph.access)) return started
  const roleOfToken = (token: string): string | Role =>
    source.roleOfToken?.(token) ?? readerRole(graph.access)
  return { ...started, source: { ...source, roleOfToken } }
}

/** The API of a source, with its own tokens and the code of its project. */
export function apiOf(
  { roleOfToken, api = createReferenceApi }: Source,
  graph: Graph,
  profile: string,
): ContentApi {
  return api(graph, { profile, ...(roleOfToken === undefined ? {} : { roleOfToken }) })
}

/** The request with a bearer token. */
export const withToken = (request: ApiRequest, token: string | undefined): ApiRequest =>
  token === undefined
    ? request
    : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }

/**
 * A token as `--token` gives it: `VALUE`, or `ROLE=VALUE`, which gives a role the token. `api-token:full-access` may be
 * written as `full-access`.
 */
export function tokenOf(
  text: string | undefined,
  opened: Opened,
): { readonly token: string | undefined; readonly tokens: Graph } {
  const at = text?.indexOf('=') ?? -1
  const name = text?.slice(0, Math.max(0, at)) ?? ''
  const role = [name, `api-token:${name}`].find((one) => opened.graph.access.roles.has(one))
  if (text === undefined || role === undefined) return { token: text, tokens: opened.graph }
  const token = text.slice(at + 1)
  return { token, tokens: withTokens(opened, [`${role}=${token}`], { isMore: true }) }
}

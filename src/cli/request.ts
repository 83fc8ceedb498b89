/** Shared code of the commands about one request: get, explain and since. */
import { Command } from 'commander'
import { type ApiRequest, type ContentApi, createReferenceApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import type { Source } from '../sources/index.ts'
import { DATA, type ProfileOptions, type SourceOptions, TOKEN, withSourceOptions } from './options.ts'

export interface RequestOptions extends SourceOptions, ProfileOptions {
  readonly data: string
  readonly token?: string
}

/** A command whose action takes the URL of the request, and `RequestOptions`. */
export const requestCommand = (name: string): Command =>
  withSourceOptions(new Command(name))
    .argument('<request>', "the path and query, such as '/api/restaurants?populate=*'")
    .addOption(DATA)
    .addOption(TOKEN)

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

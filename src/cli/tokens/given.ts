/** Determines the roles of the API tokens that `--token` names. */
import type { Graph, Role } from '../../reference/graph/graph.ts'
import { readerRole } from '../../server/plugins/users/callers.ts'
import { graphOf, type Source } from '../../sources/index.ts'
import { withFiles } from '../../sources/loaded.ts'
import { isObject } from '../../util/json.ts'
import { type GivenToken, isPair } from './pair.ts'

interface Known {
  readonly source: Source
  readonly graph: Graph
}

/**
 * Parses the values of `--token`: `VALUE` and `NAME=VALUE`. NAME is a role, or a token of the dataset; the NAME
 * `full-access` stands for the role `api-token:full-access`.
 * @throws RangeError for an unknown NAME. The error message omits VALUE, which may be a secret.
 */
export const givenTokens = (texts: readonly string[], { source, graph }: Known): readonly GivenToken[] =>
  texts.map((text) => {
    const { roles, tokens } = graph.access
    if (!isPair(text)) {
      const found = tokens.get(text) ?? source.roleOfToken?.(text)
      const role = typeof found === 'object' ? found.name : found
      return { value: text, role, name: role }
    }
    const at = text.indexOf('=')
    const [name, value] = [text.slice(0, at), text.slice(at + 1)]
    if (tokens.has(name)) return { value, role: tokens.get(name), name }
    const role = [name, `api-token:${name}`].find((one) => roles.has(one))
    if (role !== undefined) return { value, role, name: role }
    const all = [...new Set([...roles.keys(), ...tokens.keys()])].join(', ')
    throw new RangeError(
      `--token: expected VALUE, or NAME=VALUE with a role or a token of the source, which has ${all}; found another name. --access FILE defines more roles`,
    )
  })

/**
 * Returns the source with additional API tokens: the new source also accepts the tokens in `given`, each with its
 * role. If `admits` is true, a token without a role may read everything.
 */
export function withGiven({ source, graph }: Known, given: readonly GivenToken[], admits: boolean): Source {
  const roles = new Map(
    given.flatMap(({ value, role }): readonly (readonly [string, string | Role])[] => {
      if (role !== undefined) return [[value, role]]
      return admits ? [[value, readerRole(graph.access)]] : []
    }),
  )
  if (roles.size === 0) return source
  return { ...source, roleOfToken: (token) => roles.get(token) ?? source.roleOfToken?.(token) }
}

/**
 * Returns each token as `NAME=VALUE`. In requests of the role NAME, the check sends the token VALUE.
 * @throws RangeError for a token with an unknown role
 */
export const pairsOf = (given: readonly GivenToken[]): readonly string[] =>
  given.map(({ name, value }) => {
    if (name !== undefined) return `${name}=${value}`
    throw new RangeError(
      '--token: the source does not know this token, so expected NAME=VALUE, with the role whose requests send it',
    )
  })

/**
 * Adds those tokens of `--token` whose role has no listed token to the list of API tokens in the graph. The check
 * cannot send the source's own API tokens, because a Strapi database stores only their hashes.
 */
export function withListed({ source, graph }: Known, given: readonly GivenToken[]): Graph {
  const { roles, tokens } = graph.access
  const listed = new Set(tokens.values())
  const more = given.flatMap(({ role, value }): readonly (readonly [string, string])[] =>
    role !== undefined && roles.has(role) && !listed.has(role) ? [[value, role]] : [],
  )
  const { access } = source.files
  if (more.length === 0 || !isObject(access)) return graph
  const all = { ...Object.fromEntries(tokens), ...Object.fromEntries(more) }
  return graphOf(withFiles(source, { ...source.files, access: { ...access, tokens: all } }))
}

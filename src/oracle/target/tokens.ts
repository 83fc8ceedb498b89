/** Which tokens the target knows in place of those of the dataset. */
import type { Access } from '../../reference/graph/graph.ts'
import type { Tokens } from './wire.ts'

/**
 * `name=value` for each token: the name is a token of the dataset, or a role, which stands for all its
 * tokens.
 * @throws RangeError for a text of another form and for a name that is neither.
 */
export function tokensOf(texts: readonly string[], { tokens, roles }: Access): Tokens {
  const known = new Map<string, string>()
  for (const text of texts) {
    const at = text.indexOf('=')
    // The text is not told: it may be nothing but the token.
    if (at < 1) throw new RangeError('Expected --token name=value, found a text without "="')
    const [name, value] = [text.slice(0, at), text.slice(at + 1)]
    const named = [...tokens].filter(([token, role]) => token === name || role === name)
    if (named.length === 0) {
      const all = [...new Set([...tokens.keys(), ...roles.keys()])].join(', ')
      throw new RangeError(`--token: the dataset has no token or role "${name}"; it has ${all}`)
    }
    for (const [token] of named) known.set(token, value)
  }
  return known
}

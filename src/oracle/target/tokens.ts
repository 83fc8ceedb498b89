/** Parses the options that replace tokens of the dataset by tokens of the target. */
import type { Access } from '../../reference/graph/graph.ts'
import type { Tokens } from './wire.ts'

/**
 * Parses texts of the form `name=value`. The name is a token of the dataset, or a role, which stands for all tokens of
 * this role.
 * @throws RangeError for a text of another form, or an unknown name.
 */
export function tokensOf(texts: readonly string[], { tokens, roles }: Access): Tokens {
  const known = new Map<string, string>()
  for (const text of texts) {
    const at = text.indexOf('=')
    // The message omits the text, because the text may be the token itself.
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

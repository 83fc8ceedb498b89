/** Reads the bearer tokens of a real server that correspond to the tokens of a dataset. */
import { readFileSync } from 'node:fs'
import type { Tokens } from '../../src/oracle/target/wire.ts'

/**
 * Reads a JSON object with the dataset's token names, `{"tokenFull": "…"}`, or one with groups, `{"tokens": {"full":
 * "…"}, "jwts": {"reader": "…"}}`. In groups, `full` of `tokens` means `tokenFull`, and `reader` of `jwts` means
 * `jwtReader`.
 */
export function readAuth(file: string): Tokens {
  const json: unknown = JSON.parse(readFileSync(file, 'utf8'))
  const tokens = new Map<string, string>()
  for (const [name, value] of Object.entries(json ?? {})) {
    if (typeof value === 'string') tokens.set(name, value)
    else
      for (const [inner, bearer] of Object.entries(value ?? {}))
        tokens.set(joined(name, inner), String(bearer))
  }
  return tokens
}

/** Returns the token name of a group and a member: `tokens` and `full` give `tokenFull`. */
const joined = (group: string, name: string): string =>
  `${group.replace(/s$/, '')}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

/** The bearer tokens of a real server for the tokens of a dataset. */
import { readFileSync } from 'node:fs'
import type { Tokens } from '../../src/oracle/target/wire.ts'

/**
 * Reads `{"tokenFull": "…"}` by the names of the dataset, or `{"tokens": {"full": "…"}, "jwts": {"reader":
 * "…"}}`. There `full` of `tokens` stands for `tokenFull`, and `reader` of `jwts` for `jwtReader`.
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

/** `tokens`, `full` → `tokenFull` */
const joined = (group: string, name: string): string =>
  `${group.replace(/s$/, '')}${name.slice(0, 1).toUpperCase()}${name.slice(1)}`

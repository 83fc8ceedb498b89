/** Assigns the names of a pattern to names in the sources. */
import { type Token, tokensOf } from './tokens.ts'

/**
 * The assignment of names: for each name of a pattern, the corresponding name in the sources. A property includes
 * its owner (`row.status`, or `.status` if the owner has no name), because different properties may have the same
 * name.
 */
export type Names = ReadonlyMap<string, string>

export const NO_NAMES: Names = new Map()

/** Pairs of a name in the pattern and the name at the same position in the source. */
export type Pairs = readonly (readonly [name: string, found: string])[]

export function keyAt(tokens: readonly Token[], at: number): string {
  const dot = tokens[at - 1]?.text
  const owner = dot === '.' || dot === '?.' ? tokens[at - 2] : undefined
  return `${owner === undefined || owner.role === null ? '' : owner.text}.${tokens[at]?.text}`
}

/** Adds pairs of names. Returns undefined unless the names of the pattern and of the source correspond one to one. */
export function bound(names: Names, pairs: Pairs): Names | undefined {
  if (pairs.every(([name, found]) => names.get(name) === found)) return names
  const next = new Map(names)
  for (const [name, found] of pairs) {
    const owner = ownerOf(name)
    const isTaken = [...next].some(
      ([other, taken]) => (other === name) !== (taken === found) && ownerOf(other) === owner,
    )
    if (isTaken) return undefined
    next.set(name, found)
  }
  return next
}

const ownerOf = (name: string): string => name.slice(0, name.indexOf('.') + 1)

/** Returns whether all names in the sources equal the names of the pattern. */
export const areSame = (names: Names): boolean =>
  [...names].every(([name, found]) => name.slice(ownerOf(name).length) === found)

/** Returns the code of a replacement, with the names of the sources inserted. */
export function renamed(code: string, names: Names): string {
  const tokens = tokensOf(code)
  let [text, at] = ['', 0]
  for (const [index, token] of tokens.entries()) {
    text += code.slice(at, token.start) + nameAt(tokens, index, names)
    at = token.end
  }
  return text + code.slice(at)
}

function nameAt(tokens: readonly Token[], at: number, names: Names): string {
  const { text = '', role = null } = tokens[at] ?? {}
  const key = foundKey(names, keyAt(tokens, at)) ?? text
  const plain = names.get(text) ?? text
  if (role === 'both' && key !== plain) return `${key}: ${plain}`
  return role === null ? text : role === 'key' ? key : plain
}

/**
 * Returns the name in the sources of a property in a pattern. If the pattern has the property only with another
 * owner, that name is used.
 */
function foundKey(names: Names, key: string): string | undefined {
  const name = key.slice(key.indexOf('.'))
  return names.get(key) ?? [...names].find(([other]) => other.endsWith(name))?.[1]
}

/** Returns the names in a replacement that the pattern does not contain. */
export function unbound(code: string, names: Names): readonly string[] {
  const tokens = tokensOf(code)
  return tokens.flatMap(({ text, role }, at) => {
    const isKnownKey = role === 'plain' || foundKey(names, keyAt(tokens, at)) !== undefined
    const isKnown = role === null || (isKnownKey && (role === 'key' || names.has(text)))
    return isKnown ? [] : [text]
  })
}

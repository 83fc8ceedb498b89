/**
 * Rewrites a query string, so that the current version of the library qs parses it like the qs version of an older
 * release.
 */

/** The differences of an older version of the library qs. */
export interface SplittingBefore {
  /** True if an unclosed bracket becomes a character of the parameter name, or is removed at the end of a name. */
  readonly dropsOpenBrackets?: boolean
  /**
   * True if the index 100 still belongs to a list. In these versions of qs, a value after an object of the same name
   * also becomes a key of this object.
   */
  readonly mergesValues?: boolean
  /**
   * True if the limit on list items applies only to explicit indexes. In these versions of qs, `[]` and repeated
   * names make lists of any length.
   */
  readonly listsWithoutLimit?: boolean
}

/**
 * The input for the library qs: a rewritten query string, the maximum list length, and the parameters whose names qs
 * must not split.
 */
export interface Rewritten {
  readonly text: string
  readonly arrayLimit: number
  readonly literal: readonly (readonly [name: string, value: string | null])[]
}

/** A length that exceeds any list in a request. */
const NO_LIMIT = 100_000

export function rewritten(text: string, before: SplittingBefore, limit: number): Rewritten {
  const literal: [string, string | null][] = []
  let parts = text.split('&')
  if (before.dropsOpenBrackets === true) parts = parts.flatMap((part) => closed(part, literal))
  if (before.mergesValues === true) parts = merged(parts, limit)
  return { text: parts.join('&'), arrayLimit: arrayLimitFor(text, before, limit), literal }
}

/** Splits one part of a query string into its name and its value, like qs. */
function split(part: string): { readonly name: string; readonly rest: string } {
  const closing = part.indexOf(']=')
  const at = closing < 0 ? part.indexOf('=') : closing + 1
  return at < 0 ? { name: part, rest: '' } : { name: part.slice(0, at), rest: part.slice(at) }
}

const decoded = (text: string): string => text.replaceAll(/%5b/gi, '[').replaceAll(/%5d/gi, ']')

/**
 * Removes unclosed brackets: `a[b][c=1` becomes `a[b]=1`. The names in `a[c=1` and `a[[b]]=1` contain a bracket as a
 * character, so qs must not split them.
 */
function closed(part: string, literal: [string, string | null][]): string[] {
  const { name, rest } = split(part)
  const brackets = decoded(name)
  const pairs = brackets.match(/\[[^[\]]*\]/g) ?? []
  const root = pairs[0] === undefined ? brackets : brackets.slice(0, brackets.indexOf(pairs[0]))
  const whole = `${root}${pairs.join('')}`
  if (!root.includes('[')) return whole === brackets ? [part] : [`${whole}${rest}`]
  literal.push([root, rest === '' ? null : rest.slice(1)])
  return []
}

/** Rewrites the parameters `a[b]=1&a=c` as `a[b]=1&a[c]=true`, unless the brackets make a list. */
function merged(parts: readonly string[], limit: number): string[] {
  const objects = new Set<string>()
  return parts.map((part) => {
    const { name, rest } = split(part)
    const brackets = decoded(name)
    if (objects.has(brackets) && rest.length > 1) return `${brackets}[${rest.slice(1)}]=true`
    const inner = [...brackets.matchAll(/\[([^[\]]*)\]/g)]
    for (const { index, 1: key = '' } of inner) {
      const isPosition = key === '' || (/^\d+$/.test(key) && Number(key) <= limit)
      if (!isPosition) objects.add(brackets.slice(0, index))
    }
    return part
  })
}

/**
 * Returns the maximum length of lists for qs. If no explicit index exceeds the limit, older versions of qs do not limit
 * lists without indexes.
 */
function arrayLimitFor(text: string, before: SplittingBefore, limit: number): number {
  const indexes = [...decoded(text).matchAll(/\[(\d{1,9})\]/g)].map(([, index]) => Number(index))
  const highest = Math.max(0, ...indexes)
  if (before.listsWithoutLimit === true && highest <= limit) return NO_LIMIT
  return before.mergesValues === true && highest >= limit ? limit + 1 : limit
}

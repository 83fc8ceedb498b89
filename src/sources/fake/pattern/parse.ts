/**
 * Parses the pattern (`regex`) of a schema to a tree, and never runs the pattern as a regular expression. The parser
 * supports the syntax that most schemas use: characters, classes, groups, alternatives, quantifiers and anchors.
 */

/** One part of a parsed pattern. */
export type PatternPart =
  | { readonly kind: 'character'; readonly accepts: (character: string) => boolean; readonly likely: string }
  | { readonly kind: 'start' | 'end' }
  | { readonly kind: 'choice'; readonly options: readonly (readonly PatternPart[])[] }
  | { readonly kind: 'repeat'; readonly part: PatternPart; readonly least: number; readonly most: number }

const LONGEST = 500
/** The maximum number of groups inside one another in a pattern. */
const DEEPEST = 10
/**
 * The maximum number of repetitions of one part of a pattern, to which the parser lowers a larger upper limit of a
 * quantifier.
 */
const MOST = 200

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'
/** The characters from which generated texts take a character for an excluding class such as `[^a]` or `\D`. */
const ALPHABET = `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}-_ .,:;!?@#$%&*+=/()[]{}<>'"`

const oneOf = (characters: string): PatternPart => ({
  kind: 'character',
  accepts: (character) => characters.includes(character),
  likely: characters,
})

const except = (characters: string, likely = ALPHABET): PatternPart => ({
  kind: 'character',
  accepts: (character) => !characters.includes(character),
  likely: [...likely].filter((character) => !characters.includes(character)).join(''),
})

const WORD = `${LETTERS}${LETTERS.toUpperCase()}${DIGITS}_`
const ESCAPES: ReadonlyMap<string, readonly [characters: string, isExcluded: boolean]> = new Map([
  ['d', [DIGITS, false]],
  ['D', [DIGITS, true]],
  ['w', [WORD, false]],
  ['W', [WORD, true]],
  ['s', [' \t\n\r', false]],
  ['S', [' \t\n\r', true]],
  ['n', ['\n', false]],
  ['t', ['\t', false]],
])

/** A group of a pattern whose closing parenthesis the parser has not read yet. */
interface Open {
  readonly options: (readonly PatternPart[])[]
  parts: PatternPart[]
}

/** Parses a pattern; undefined for a pattern that is too long or uses unsupported syntax. */
export function patternParts(pattern: string): PatternPart | undefined {
  if (pattern.length > LONGEST) return undefined
  const groups: Open[] = [{ options: [], parts: [] }]
  for (let at = 0; at < pattern.length; ) {
    const group = groups.at(-1)
    if (group === undefined) return undefined
    const character = pattern.charAt(at)
    if (character === '(') {
      const inside = startOfGroup(pattern, at)
      if (inside === undefined || groups.length > DEEPEST) return undefined
      groups.push({ options: [], parts: [] })
      at = inside
    } else if (character === ')') {
      groups.pop()
      const around = groups.at(-1)
      if (around === undefined) return undefined
      around.parts.push(closed(group))
      at += 1
    } else if (character === '|') {
      group.options.push(group.parts)
      group.parts = []
      at += 1
    } else {
      const read = quantified(pattern, at, group.parts) ?? single(pattern, at)
      if (read === undefined) return undefined
      group.parts.push(read.part)
      at = read.next
    }
  }
  const [whole, ...unclosed] = groups
  if (whole === undefined || unclosed.length > 0) return undefined
  const part = closed(whole)
  return leastLength(part) > LONGEST_LEAST ? undefined : part
}

/**
 * The maximum `leastLength` of a pattern, in characters. Generated values ignore a pattern whose `leastLength` is above
 * `LONGEST_LEAST`.
 */
const LONGEST_LEAST = 1_000

/**
 * Returns the length of the longest text that a part of a pattern matches with as few repetitions as allowed, but at
 * least one. For every choice in the pattern, the longest option counts.
 */
function leastLength(part: PatternPart): number {
  switch (part.kind) {
    case 'start':
    case 'end':
      return 0
    case 'character':
      return 1
    case 'choice':
      return Math.max(...part.options.map((parts) => parts.reduce((sum, one) => sum + leastLength(one), 0)))
    case 'repeat':
      return Math.max(part.least, 1) * leastLength(part.part)
  }
}

const closed = ({ options, parts }: Open): PatternPart => ({ kind: 'choice', options: [...options, parts] })

/**
 * Returns the index in the pattern at which the content of a group starts; undefined for a lookahead or a
 * lookbehind.
 */
function startOfGroup(pattern: string, at: number): number | undefined {
  if (pattern.charAt(at + 1) !== '?') return at + 1
  if (pattern.charAt(at + 2) === ':') return at + 3
  const isNamed = pattern.charAt(at + 2) === '<' && !'=!'.includes(pattern.charAt(at + 3))
  const end = pattern.indexOf('>', at)
  return isNamed && end > 0 ? end + 1 : undefined
}

interface Read {
  readonly part: PatternPart
  readonly next: number
}

/** Reads a quantifier such as `*` in a pattern, and applies the quantifier to the last item of `parts`. */
function quantified(pattern: string, at: number, parts: PatternPart[]): Read | undefined {
  const found = /^(?:[?*+]|\{(\d{1,3})(,?)(\d{0,3})\})/.exec(pattern.slice(at, at + 12))
  const part = found === null ? undefined : parts.pop()
  if (found === null || part === undefined) return undefined
  const [text, first, comma, second] = found
  const least = text === '+' ? 1 : Number(first ?? 0)
  const most =
    text === '?' ? 1 : comma === '' ? least : second === undefined || second === '' ? MOST : Number(second)
  const next = at + text.length
  const isLazy = pattern.charAt(next) === '?'
  return { part: { kind: 'repeat', part, least, most: Math.min(most, MOST) }, next: next + (isLazy ? 1 : 0) }
}

/** Reads one character of a pattern, a class such as `[a-z]`, or an anchor. */
function single(pattern: string, at: number): Read | undefined {
  const character = pattern.charAt(at)
  if (character === '^') return { part: { kind: 'start' }, next: at + 1 }
  if (character === '$') return { part: { kind: 'end' }, next: at + 1 }
  if (character === '.') return { part: except('\n', LETTERS), next: at + 1 }
  if (character === '[') return classAt(pattern, at)
  if ('*+?'.includes(character)) return undefined
  if (character !== '\\') return { part: oneOf(character), next: at + 1 }
  const set = escapedAt(pattern, at)
  if (set === undefined) return undefined
  return { part: set[1] ? except(set[0]) : oneOf(set[0]), next: at + 2 }
}

/**
 * Returns the characters that an escape such as `\d` matches; undefined for an unsupported escape, such as a back
 * reference.
 */
function escapedAt(
  pattern: string,
  at: number,
): readonly [characters: string, isExcluded: boolean] | undefined {
  const escaped = pattern.charAt(at + 1)
  const isLiteral = escaped !== '' && !WORD.includes(escaped)
  return isLiteral ? [escaped, false] : ESCAPES.get(escaped)
}

function classAt(pattern: string, at: number): Read | undefined {
  const isExcluded = pattern.charAt(at + 1) === '^'
  let characters = ''
  let place = at + (isExcluded ? 2 : 1)
  while (place < pattern.length && pattern.charAt(place) !== ']') {
    const read = memberAt(pattern, place)
    if (read === undefined) return undefined
    characters += read.characters
    place = read.next
  }
  if (place >= pattern.length) return undefined
  return { part: isExcluded ? except(characters) : oneOf(characters), next: place + 1 }
}

/** Reads one member of a character class: a character, an escape or a range. */
function memberAt(
  pattern: string,
  at: number,
): { readonly characters: string; readonly next: number } | undefined {
  const isEscape = pattern.charAt(at) === '\\'
  const set = isEscape ? escapedAt(pattern, at) : ([pattern.charAt(at), false] as const)
  if (set === undefined || set[1]) return undefined
  const [first] = set
  const next = at + (isEscape ? 2 : 1)
  const last = pattern.charAt(next + 1)
  if (first.length > 1 || pattern.charAt(next) !== '-' || last === ']' || last === '')
    return { characters: first, next }
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)]
  if (last === '\\' || to < from || to - from > MOST_IN_RANGE) return undefined
  const codes = Array.from({ length: to - from + 1 }, (_, more) => from + more)
  return { characters: String.fromCharCode(...codes), next: next + 2 }
}

const MOST_IN_RANGE = 500

/**
 * Computes the error message for a request body that is not JSON. A real server answers with the message of
 * `JSON.parse` in V8, which differs between releases of Node.js. Because this file computes the message, the answer
 * does not depend on the JavaScript engine that runs Populace.
 */

/** The first position in a text at which the text stops being valid JSON. */
interface SyntaxFault {
  readonly at: number
  /** The fixed message of V8 for this fault; undefined if the message depends on the character at `at`. */
  readonly says?: string | undefined
}

/** The kind of JSON token that is valid at a position. */
type Expected =
  | 'value'
  | 'value or ]'
  | 'name'
  | 'name or }'
  | 'colon'
  | 'first colon'
  | ', or ]'
  | ', or }'
  | 'end'

const DIGITS = '0123456789'
const NO_COLON = "Expected ':' after property name in JSON"

const SAYS: Readonly<Partial<Record<Expected, string>>> = {
  name: 'Expected double-quoted property name in JSON',
  'name or }': "Expected property name or '}' in JSON",
  'first colon': NO_COLON,
  ', or ]': "Expected ',' or ']' after array element in JSON",
  ', or }': "Expected ',' or '}' after property value in JSON",
  end: 'Unexpected non-whitespace character after JSON',
}

/**
 * Returns the message of `JSON.parse` in Node.js 20 for a text that it refuses. If `isNewer` is true, the message has
 * the form of Node.js 22 and later. The newer message contains line and column, and always reports a missing colon.
 */
export function brokenJsonMessage(text: string, isNewer: boolean): string {
  const { at, says } = findFault(text, isNewer ? { ...SAYS, colon: NO_COLON } : SAYS)
  const char = text.charAt(at)
  if (says !== undefined) return `${says} ${positionOf(text, at, isNewer)}`
  if (char === '') return 'Unexpected end of JSON input'
  if (char === '-' || DIGITS.includes(char))
    return `Unexpected number in JSON ${positionOf(text, at, isNewer)}`
  if (char === '"') return `Unexpected string in JSON ${positionOf(text, at, isNewer)}`
  // V8 has a special message for `[object Object]`, the text of an object that a caller forgot to serialize.
  if (text === '[object Object]') return `"${text}" is not valid JSON`
  return `Unexpected token '${char}', ${excerptOf(text, at)} is not valid JSON`
}

function positionOf(text: string, at: number, isNewer: boolean): string {
  if (!isNewer) return `at position ${at}`
  const lines = text.slice(0, at).split(/\r\n|\r|\n/)
  return `at position ${at} (line ${lines.length} column ${(lines.at(-1) ?? '').length + 1})`
}

/**
 * The number of characters that an error message quotes on each side of the fault. The message quotes a text of at
 * most twice `AROUND` characters in full.
 */
const AROUND = 10

function excerptOf(text: string, at: number): string {
  if (text.length <= 2 * AROUND) return `"${text}"`
  const [isCutBefore, isCutAfter] = [at >= AROUND, at < text.length - AROUND]
  const shown = text.slice(isCutBefore ? at - AROUND : 0, isCutAfter ? at + AROUND : text.length)
  return `${isCutBefore ? '...' : ''}"${shown}"${isCutAfter ? '...' : ''}`
}

/** Finds the first syntax fault of a text in one pass, without recursion. */
function findFault(text: string, says: typeof SAYS): SyntaxFault {
  const open: ('[' | '{')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    at = skip(text, at, ' \t\n\r')
    const char = text.charAt(at)
    if (expected === 'value' || expected === 'value or ]') {
      const end = valueEnd(text, at, expected)
      if (typeof end !== 'number') return end
      if (char === '[' || char === '{') open.push(char)
      else if (char === ']') open.pop()
      expected = char === '[' ? 'value or ]' : char === '{' ? 'name or }' : afterValue(open)
      at = end
    } else if (char === '"' && (expected === 'name' || expected === 'name or }')) {
      const end = stringEnd(text, at)
      if (typeof end !== 'number') return end
      expected = expected === 'name' ? 'colon' : 'first colon'
      at = end
    } else {
      const next = afterMark(char, expected, open)
      if (next === undefined) return { at, says: says[expected] }
      expected = next
      at++
    }
  }
}

/**
 * Returns the kind of JSON token that is valid after a comma, colon or closing bracket; undefined if this character is
 * invalid here.
 */
function afterMark(char: string, expected: Expected, open: ('[' | '{')[]): Expected | undefined {
  if (char === ':' && (expected === 'colon' || expected === 'first colon')) return 'value'
  if (char === ',' && expected === ', or ]') return 'value'
  if (char === ',' && expected === ', or }') return 'name'
  const isClosing =
    (char === ']' && expected === ', or ]') ||
    (char === '}' && (expected === ', or }' || expected === 'name or }'))
  if (!isClosing) return undefined
  open.pop()
  return afterValue(open)
}

function afterValue(open: readonly ('[' | '{')[]): Expected {
  const inner = open.at(-1)
  return inner === undefined ? 'end' : inner === '[' ? ', or ]' : ', or }'
}

/**
 * Returns the position after a scalar, or after the bracket that opens or closes a list or object; otherwise, returns
 * the fault.
 */
function valueEnd(text: string, at: number, expected: 'value' | 'value or ]'): number | SyntaxFault {
  const char = text.charAt(at)
  if (char === '') return { at }
  if (char === '[' || char === '{' || (char === ']' && expected === 'value or ]')) return at + 1
  if (char === '"') return stringEnd(text, at)
  if (char === '-' || DIGITS.includes(char)) return numberEnd(text, at)
  const word = ['true', 'false', 'null'].find((one) => one.startsWith(char))
  return word === undefined ? { at } : wordEnd(text, at, word)
}

function wordEnd(text: string, start: number, word: string): number | SyntaxFault {
  for (let length = 1; length < word.length; length++) {
    const at = start + length
    if (text.charAt(at) !== word.charAt(length)) return { at }
  }
  return start + word.length
}

function numberEnd(text: string, start: number): number | SyntaxFault {
  const first = skip(text, start, '-', 1)
  const zero = skip(text, first, '0', 1)
  const whole = zero > first ? zero : skip(text, first, DIGITS)
  if (whole === first) return { at: first, says: 'No number after minus sign in JSON' }
  // Digits after the whole part mean that the number has a leading zero, which JSON forbids.
  if (skip(text, whole, DIGITS) > whole) return { at: whole }
  const point = skip(text, whole, '.', 1)
  const fraction = skip(text, point, DIGITS)
  if (point > whole && fraction === point)
    return { at: point, says: 'Unterminated fractional number in JSON' }
  const letter = skip(text, fraction, 'eE', 1)
  if (letter === fraction) return fraction
  const sign = skip(text, letter, '+-', 1)
  const end = skip(text, sign, DIGITS)
  return end > sign ? end : { at: sign, says: 'Exponent part is missing a number in JSON' }
}

function stringEnd(text: string, start: number): number | SyntaxFault {
  let at = start + 1
  while (at < text.length) {
    const char = text.charAt(at)
    if (char === '"') return at + 1
    if (char < ' ') return { at, says: 'Bad control character in string literal in JSON' }
    const end = char === '\\' ? escapeEnd(text, at + 1) : at + 1
    if (typeof end !== 'number') return end
    at = end
  }
  return { at, says: 'Unterminated string in JSON' }
}

/**
 * Returns the position after an escape sequence, or the fault in the sequence. The argument `at` is the position after
 * the backslash.
 */
function escapeEnd(text: string, at: number): number | SyntaxFault {
  const letter = text.charAt(at)
  if (letter === '') return { at }
  if ('"\\/bfnrt'.includes(letter)) return at + 1
  // V8 says `Bad escaped character` only for characters up to U+00FF.
  if (letter !== 'u') return letter > '\u00ff' ? { at } : { at, says: 'Bad escaped character in JSON' }
  const end = skip(text, at + 1, `${DIGITS}abcdefABCDEF`, 4)
  return end === at + 5 ? end : { at: end, says: 'Bad Unicode escape in JSON' }
}

/** Skips characters of `chars`, at most `most` of them, and returns the position after them. */
function skip(text: string, at: number, chars: string, most = text.length): number {
  const last = Math.min(at + most, text.length)
  let end = at
  while (end < last && chars.includes(text.charAt(end))) end++
  return end
}

/**
 * Splits TypeScript without JSX into lexemes: names, literals, operators and brackets. The lexer skips white space and
 * comments.
 */

export interface Lexeme {
  /** The text in the source; quotes of strings become single quotes. */
  readonly text: string
  readonly isName: boolean
  readonly start: number
  readonly end: number
}

const BLANK = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/|^#!.*)*/y
const NAME = /[#@]?[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const LITERAL = /\d[\w.]*|'(?:[^'\\\n]|\\[\s\S])*'|"(?:[^"\\\n]|\\[\s\S])*"/y
const REGEXP = /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
/** A piece of a template literal, up to its end or to its next `${`. */
const TEMPLATE = /[`}](?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{)/y
const OPERATOR =
  /\.{3}|>>>=?|(?:\*\*|<<|>>|&&|\|\||\?\?)=?|=>|[=!]==?|[-+*/%&|^<>]=|\?\.|\+\+|--|[-+*/%&|^<>{}()[\];,!~?:=.]/y

/** The text before a slash that begins a regular expression. */
const BEFORE_OPERAND = /[^\w$'"`)\]}]$|^(?:return|typeof|case|in|of|void|yield|await|throw|else)$/

/** Splits a source. @throws Error if the source contains an unknown token. */
export function lexemesOf(source: string): readonly Lexeme[] {
  const lexemes: Lexeme[] = []
  /** For each open brace, whether it began a `${` of a template literal. */
  const braces: boolean[] = []
  let at = after(BLANK, source, 0)
  while (at < source.length) {
    const isValueEnd = source[at] === '}' && braces.pop() === true
    const nameEnd = after(NAME, source, at)
    const isName = nameEnd > at
    const end = isName ? nameEnd : endAt(source, at, isValueEnd, lexemes.at(-1))
    if (end === at) throw new Error(`no token: ${source.slice(at, at + 40)}`)
    const text = source.slice(at, end)
    if (text.endsWith('{')) braces.push(text !== '{')
    lexemes.push({ text: withSingleQuotes(text), isName, start: at, end })
    at = after(BLANK, source, end)
  }
  return lexemes
}

/** Returns the end of a lexeme that is not a name. */
function endAt(source: string, at: number, isValueEnd: boolean, before: Lexeme | undefined): number {
  if (isValueEnd || source[at] === '`') return after(TEMPLATE, source, at)
  const isOperand = source[at] === '/' && (before === undefined || BEFORE_OPERAND.test(before.text))
  const end = after(isOperand ? REGEXP : LITERAL, source, at)
  return end > at ? end : after(OPERATOR, source, at)
}

/** Returns the end of the match of a sticky pattern, or `start` if there is no match. */
function after(pattern: RegExp, source: string, start: number): number {
  pattern.lastIndex = start
  return pattern.test(source) ? pattern.lastIndex : start
}

const withSingleQuotes = (text: string): string =>
  text.startsWith('"') && !text.includes("'") ? `'${text.slice(1, -1)}'` : text

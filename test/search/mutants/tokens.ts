/**
 * Splits code into tokens for a comparison that ignores layout and names. The result omits tokens that Biome adds or
 * removes in long lines: trailing commas, parentheses around a result, and the bar before a union.
 */
import { type Lexeme, lexemesOf } from './lexer.ts'

/**
 * The role of a name. The role `key` means a property, `plain` a variable, and `both` a shorthand property such as
 * `{ name }`.
 */
export type Role = 'plain' | 'key' | 'both'

export interface Token {
  readonly text: string
  /**
   * The role of a name, or null for a token that renaming cannot change: a keyword, an operator, a literal, a global
   * name or a built-in method.
   */
  readonly role: Role | null
  readonly start: number
  readonly end: number
  /** The parentheses that the token list omits, and that close directly after this token. */
  readonly closed: readonly { readonly open: number; readonly end: number }[]
}

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

const KEYWORDS = words(`
  async await break case catch class const continue default delete do else export extends false finally for function
  if implements import in instanceof interface keyof let new null readonly return static super switch this throw true
  try typeof undefined void while yield`)

/** Words that are keywords after an operand, and names at other places. */
const INFIX = words('as is of satisfies')

const GLOBALS = words(`
  Array BigInt Date Error Infinity JSON Map Math NaN Number Object Promise RegExp Set String Symbol Uint8Array WeakMap
  decodeURIComponent encodeURIComponent performance structuredClone`)

/** Members of built-in JavaScript objects; no property that the sources define has such a name. */
const MEMBERS = words(`
  charCodeAt codePointAt concat endsWith every filter flat flatMap includes indexOf join length localeCompare map
  match padEnd padStart pop push reduce replace replaceAll reverse shift slice some sort split splice startsWith
  subarray substring test toISOString toLowerCase toReversed toSorted toString toUpperCase trim unshift`)

/** The tokens after which an opening brace begins an object literal or an object pattern, not a block. */
const BEFORE_OBJECT = words('( , = [ : ? return const let && || ?? ...')
const BEFORE_UNION = words('= : ( < ,')
const BEFORE_RESULT = words('return throw =>')
const CLOSING = words(') ] }')
/**
 * The tokens that continue an expression. After parentheses, such a token shows that the parentheses enclose only a
 * part of the expression.
 */
const CONTINUES = /^(?:[-+*/%&|^<>=!.?([`]|(?:as|in|instanceof|satisfies)$)/

/** Splits code into tokens. @throws Error if a part of the code is not a token. */
export function tokensOf(code: string): readonly Token[] {
  const lexemes = lexemesOf(code)
  const brackets = bracketsOf(lexemes)
  const tokens: Token[] = []
  for (const [at, lexeme] of lexemes.entries()) {
    const { text, start, end } = lexeme
    if (isLayout(lexemes, at) || isAroundResult(lexemes, at, brackets)) continue
    const open = text === ')' ? (brackets.partner.get(at) ?? -1) : -1
    const last = tokens.at(-1)
    if (last !== undefined && isAroundResult(lexemes, open, brackets)) {
      const closed = [...last.closed, { open: lexemes[open]?.start ?? 0, end }]
      tokens[tokens.length - 1] = { ...last, closed }
    } else tokens.push({ text, role: roleOf(lexemes, at, brackets), start, end, closed: [] })
  }
  return tokens
}

interface Brackets {
  /** For the index of each bracket, the index of its partner. */
  readonly partner: ReadonlyMap<number, number>
  /** For each lexeme, the index of the innermost bracket around it, or -1. */
  readonly around: readonly number[]
}

function bracketsOf(lexemes: readonly Lexeme[]): Brackets {
  const partner = new Map<number, number>()
  const open: number[] = []
  const around = lexemes.map(({ text }, at) => {
    const from = CLOSES.test(text) ? open.pop() : undefined
    if (from !== undefined) partner.set(at, from).set(from, at)
    const innermost = open.at(-1) ?? -1
    if (OPENS.test(text)) open.push(at)
    return innermost
  })
  return { partner, around }
}

/** Opening brackets. A piece of a template literal can both close and open a bracket. */
const OPENS = /^[([{]$|\$\{$/
const CLOSES = /^[)\]}]/

function isLayout(lexemes: readonly Lexeme[], at: number): boolean {
  const text = lexemes[at]?.text
  if (text === ',') return CLOSING.has(lexemes[at + 1]?.text ?? '')
  return text === ';' || (text === '|' && BEFORE_UNION.has(lexemes[at - 1]?.text ?? ''))
}

/**
 * Returns whether the parenthesis encloses the whole returned or thrown value, or the whole body of an arrow function.
 */
function isAroundResult(lexemes: readonly Lexeme[], at: number, { partner }: Brackets): boolean {
  if (lexemes[at]?.text !== '(' || !BEFORE_RESULT.has(lexemes[at - 1]?.text ?? '')) return false
  const close = partner.get(at)
  if (close === undefined || lexemes[at + 1]?.text === '{') return false
  const behind = lexemes[close + 1]?.text
  return behind === undefined || (behind !== '=>' && !CONTINUES.test(behind))
}

function roleOf(lexemes: readonly Lexeme[], at: number, { around }: Brackets): Role | null {
  if (lexemes[at]?.isName !== true) return null
  const text = lexemes[at].text
  const before = lexemes[at - 1]?.text ?? ''
  const behind = lexemes[at + 1]?.text ?? ''
  if (before === '.' || before === '?.') {
    return MEMBERS.has(text) || GLOBALS.has(lexemes[at - 2]?.text ?? '') ? null : 'key'
  }
  const opener = lexemes[around[at] ?? -1]
  const inBrace = opener === undefined || opener.text === '{'
  const isFirst = before === '{' || before === ',' || before === ';' || at === 0
  if (inBrace && (behind === ':' || (behind === '?' && lexemes[at + 2]?.text === ':'))) {
    if (isFirst || before === 'readonly') return 'key'
    if (!KEYWORDS.has(text)) return endsOperand(lexemes[at - 1]) ? 'key' : 'plain'
  }
  if (isFixed(text, behind, lexemes[at - 1])) return null
  const isObject = BEFORE_OBJECT.has(lexemes[(around[at] ?? 0) - 1]?.text ?? '')
  const isShort = behind === ',' || behind === '}' || (behind === '=' && isObject)
  return opener !== undefined && inBrace && (before === '{' || before === ',') && isShort ? 'both' : 'plain'
}

function isFixed(text: string, behind: string, before: Lexeme | undefined): boolean {
  if (KEYWORDS.has(text) || GLOBALS.has(text)) return true
  if (INFIX.has(text)) return endsOperand(before)
  return text === 'type' && /^[\w${*]/.test(behind)
}

const endsOperand = (lexeme: Lexeme | undefined): boolean =>
  lexeme !== undefined && !KEYWORDS.has(lexeme.text) && /[\w$'"`)\]}]$/.test(lexeme.text)

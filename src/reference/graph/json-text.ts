/** JSON text → JSON, or the line and column where it stops being JSON. */
import type { Json } from '../../ground/json.ts'

/** 1-based. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** What the text says, or where it stops being JSON and what stands there. */
export type ParsedJson = { readonly json: Json } | { readonly position: Position; readonly found: string }

/** `JSON.parse`, whose own errors name no place that could be relied on. */
export function parseJson(text: string): ParsedJson {
  const plain = text.replace(/^\uFEFF/, '')
  try {
    return { json: JSON.parse(plain) }
  } catch {
    const offset = offsetOfError(plain)
    const before = plain.slice(0, offset).split('\n')
    const found = plain[offset]
    return {
      position: { line: before.length, column: 1 + (before.at(-1)?.length ?? 0) },
      found: found === undefined ? 'the end of the file' : JSON.stringify(found),
    }
  }
}

const TOKEN =
  /[[\]{},:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/uy
const BLANK = /[ \t\r\n]*/y

/** What may come next. */
type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing'

/** Walks the tokens with a stack of open brackets up to the first that cannot be there. */
function offsetOfError(text: string): number {
  const open: string[] = []
  let expected: Expectation = 'value'
  let offset = 0
  while (true) {
    BLANK.lastIndex = offset
    BLANK.test(text)
    offset = BLANK.lastIndex
    TOKEN.lastIndex = offset
    const token = TOKEN.exec(text)?.[0]
    const next: Expectation | undefined = token === undefined ? undefined : after(token, expected, open)
    if (token === undefined || next === undefined) return offset
    expected = next
    offset += token.length
  }
}

/** What may follow `token`, or undefined where it may not stand. */
function after(token: string, expected: Expectation, open: string[]): Expectation | undefined {
  const key = expected === 'key' || expected === 'key or }'
  const value = expected === 'value' || expected === 'value or ]'
  switch (token) {
    case '{':
    case '[':
      if (!value) return undefined
      open.push(token)
      return token === '{' ? 'key or }' : 'value or ]'
    case '}':
      return closes('{', expected === 'key or }' || expected === ', or end', open)
    case ']':
      return closes('[', expected === 'value or ]' || expected === ', or end', open)
    case ',':
      if (expected !== ', or end') return undefined
      return open.at(-1) === '{' ? 'key' : 'value'
    case ':':
      return expected === ':' ? 'value' : undefined
    default:
      if (key) return token.startsWith('"') ? ':' : undefined
      return value ? ended(open) : undefined
  }
}

function closes(bracket: string, allowed: boolean, open: string[]): Expectation | undefined {
  if (!allowed || open.at(-1) !== bracket) return undefined
  open.pop()
  return ended(open)
}

const ended = (open: readonly string[]): Expectation => (open.length === 0 ? 'nothing' : ', or end')

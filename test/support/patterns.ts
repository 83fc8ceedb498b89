/** Finds the regular expression literals in a source text. */

/** A regular expression literal with its flags, and its line, counted from 1. */
export interface Pattern {
  readonly text: string
  readonly line: number
}

/** The pattern of code after which a slash begins a regular expression. After other code, a slash is a division. */
const BEFORE =
  /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else|void|delete|throw|new))\s*$/

/** Returns all regular expression literals in a text, in order. */
export function patternsIn(source: string): readonly Pattern[] {
  const found: Pattern[] = []
  const open: ('{' | '`')[] = []
  let before = ''
  for (let at = 0; at < source.length; ) {
    const next = endOfToken(source, at, before, open)
    const token = source.slice(at, next.end)
    if (next.kind === 'pattern') found.push({ text: token, line: source.slice(0, at).split('\n').length })
    before = (before + (STANDS_FOR[next.kind] ?? token)).slice(-20)
    at = next.end
  }
  return found
}

interface Token {
  readonly kind: 'code' | 'comment' | 'text' | 'hole' | 'pattern'
  readonly end: number
}

/**
 * A short text that replaces a token, to decide whether a slash follows a value. A `(` replaces `${`, and `""` replaces
 * a value.
 */
const STANDS_FOR: Readonly<Partial<Record<Token['kind'], string>>> = {
  comment: '',
  text: '""',
  pattern: '""',
  hole: '(',
}

function endOfToken(source: string, at: number, before: string, open: ('{' | '`')[]): Token {
  const here = source[at]
  const two = source.slice(at, at + 2)
  if (two === '//' || (at === 0 && two === '#!')) return { kind: 'comment', end: lineEnd(source, at) }
  if (two === '/*') return { kind: 'comment', end: source.indexOf('*/', at + 2) + 2 }
  if (here === "'" || here === '"') return { kind: 'text', end: closing(source, at + 1, here) }
  if (here === '`') return templatePart(source, at + 1, open)
  if (here === '}' && open.pop() === '`') return templatePart(source, at + 1, open)
  if (here === '{') open.push('{')
  if (here === '/' && BEFORE.test(before)) return { kind: 'pattern', end: patternEnd(source, at + 1) }
  return { kind: 'code', end: at + 1 }
}

function lineEnd(source: string, at: number): number {
  const end = source.indexOf('\n', at)
  return end < 0 ? source.length : end
}

function closing(source: string, from: number, quote: string): number {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === quote) return at + 1
  }
  return source.length
}

/** Returns the part of a template literal up to its end or its next `${`. */
function templatePart(source: string, from: number, open: ('{' | '`')[]): Token {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return { kind: 'text', end: at + 1 }
    else if (source.startsWith('${', at)) {
      open.push('`')
      return { kind: 'hole', end: at + 2 }
    }
  }
  return { kind: 'text', end: source.length }
}

function patternEnd(source: string, from: number): number {
  let isClass = false
  for (let at = from; at < source.length; at++) {
    const here = source[at]
    if (here === '\\') at++
    else if (here === '[') isClass = true
    else if (here === ']') isClass = false
    else if (here === '/' && !isClass) return flagsEnd(source, at + 1)
  }
  return source.length
}

function flagsEnd(source: string, from: number): number {
  let at = from
  while (/[a-z]/.test(source[at] ?? '')) at++
  return at
}

/** Compiles a literal. */
export function compiled({ text }: Pattern): RegExp {
  const end = text.lastIndexOf('/')
  return new RegExp(text.slice(1, end), text.slice(end + 1))
}

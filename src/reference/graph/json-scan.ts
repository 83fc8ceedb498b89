/**
 * One walk along a JSON text before anything is made of it: whether it is JSON, and whether what `JSON.parse` would
 * make of it is all that it says. No recursion, and no work beyond the length of the text.
 */
import { at, listed, type Place, type Report, shown } from '../schema/fault.ts'
import { isKept, tokenEnd } from './json-token.ts'

/** Where and why a text is not read on. */
export interface TextProblem {
  readonly offset: number
  readonly message: string
  readonly expected: string
  readonly found: string
}

/** How many values there are, lists and objects with all that is in them, or where that stops. */
export type Scanned = { readonly values: number } | TextProblem

/** What may come next. */
type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing'

/** A list or an object that is not closed yet. */
type Open =
  | { readonly bracket: '['; readonly place: Place; at: number }
  /** With its names so far, and the last of them. */
  | { readonly bracket: '{'; readonly place: Place; readonly names: Set<string>; at: string }

interface Walk {
  readonly text: string
  readonly file: Place
  readonly report: Report
  /** So many lists and objects may be within each other. */
  readonly depth: number
  readonly open: Open[]
  expected: Expectation
  values: number
}

/** Walks the tokens up to the first that cannot be there; what would be lost on the way is reported. */
export function scanJson(text: string, depth: number, file: Place, report: Report): Scanned {
  const walk: Walk = { text, file, report, depth, open: [], expected: 'value', values: 0 }
  let start = afterBlank(text, 0)
  while (start < text.length) {
    const end = tokenEnd(text, start)
    const problem = end === undefined ? notJson(text, start) : step(walk, start, end)
    if (end === undefined || problem !== undefined) return problem ?? notJson(text, start)
    start = afterBlank(text, end)
  }
  return walk.expected === 'nothing' ? { values: walk.values } : notJson(text, start)
}

function afterBlank(text: string, start: number): number {
  let at = start
  while (isBlank(text.charCodeAt(at))) at++
  return at
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09

function notJson(text: string, offset: number): TextProblem {
  const point = text.codePointAt(offset)
  const found = point === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(point))
  return { offset, message: 'not JSON', expected: 'JSON', found }
}

/** Takes one token; the problem, if it is one. */
function step(walk: Walk, start: number, end: number): TextProblem | undefined {
  const { text, expected } = walk
  const isKey = expected === 'key' || expected === 'key or }'
  const isValue = expected === 'value' || expected === 'value or ]'
  switch (text.charAt(start)) {
    case '{':
      return isValue ? enter(walk, '{', start) : notJson(text, start)
    case '[':
      return isValue ? enter(walk, '[', start) : notJson(text, start)
    case '}':
      return leave(walk, '{', expected === 'key or }' || expected === ', or end', start)
    case ']':
      return leave(walk, '[', expected === 'value or ]' || expected === ', or end', start)
    case ',':
      return expected === ', or end' ? goOn(walk) : notJson(text, start)
    case ':':
      if (expected !== ':') return notJson(text, start)
      walk.expected = 'value'
      return undefined
    case '"':
      if (isKey) return takeName(walk, start, end)
      return isValue ? takeValue(walk) : notJson(text, start)
    default:
      if (!isValue) return notJson(text, start)
      refuseLostNumber(walk, text.slice(start, end))
      return takeValue(walk)
  }
}

function takeValue(walk: Walk): undefined {
  walk.values++
  walk.expected = walk.open.length === 0 ? 'nothing' : ', or end'
}

function enter(walk: Walk, bracket: '[' | '{', start: number): TextProblem | undefined {
  takeValue(walk)
  const place = placeIn(walk)
  walk.open.push(bracket === '[' ? { bracket, place, at: 0 } : { bracket, place, names: new Set(), at: '' })
  walk.expected = bracket === '{' ? 'key or }' : 'value or ]'
  if (walk.open.length <= walk.depth) return undefined
  const expected = `at most ${walk.depth} lists and objects within each other`
  return { offset: start, message: 'too deep', expected, found: 'one more' }
}

function leave(walk: Walk, bracket: '[' | '{', mayEnd: boolean, start: number): TextProblem | undefined {
  if (!mayEnd || walk.open.at(-1)?.bracket !== bracket) return notJson(walk.text, start)
  walk.open.pop()
  walk.expected = walk.open.length === 0 ? 'nothing' : ', or end'
  return undefined
}

function goOn(walk: Walk): undefined {
  const inner = walk.open.at(-1)
  if (inner?.bracket === '[') inner.at++
  walk.expected = inner?.bracket === '[' ? 'value' : 'key'
}

/** `JSON.parse` would keep the last of two members of one name, and lose the others without a word. */
function takeName(walk: Walk, start: number, end: number): TextProblem | undefined {
  const inner = walk.open.at(-1)
  if (inner?.bracket !== '{') return notJson(walk.text, start)
  const written = walk.text.slice(start, end)
  const name = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
  walk.expected = ':'
  inner.at = name
  if (inner.names.has(name)) {
    const expected = 'each name once in an object'
    walk.report(placeIn(walk), { message: 'duplicate name', expected, found: `${shown(name)} again` })
  }
  inner.names.add(name)
  return undefined
}

/** `JSON.parse` would round a long whole number, and make a large one infinite. */
function refuseLostNumber(walk: Walk, token: string): void {
  if (isKept(token)) return
  const expected = 'a number that JavaScript can hold, or its digits as text'
  walk.report(placeIn(walk), { message: 'number out of range', expected, found: listed([token]) })
}

/** Of the value or the name that is met. */
function placeIn({ file, open }: Walk): Place {
  const inner = open.at(-1)
  return inner === undefined ? file : at(inner.place, inner.at)
}

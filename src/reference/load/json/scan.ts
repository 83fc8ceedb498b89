/**
 * A scanner of JSON texts: finds the position of a syntax error, and reports names and numbers that `JSON.parse` would
 * lose. The scanner works without recursion, in time proportional to the length of the text.
 */
import { at, listed, type Place, type Report, shown } from '../../schema/fault.ts'
import { isDigit, isKept, SAFE_LENGTH, tokenEnd } from './token.ts'

/** The error that ends the scan of a JSON text, with its position and reason. */
export interface TextProblem {
  readonly offset: number
  readonly message: string
  readonly expected: string
  readonly found: string
}

/**
 * The result of scanning a JSON text: the number of values, which includes lists and objects, or the error that ended
 * the scan.
 */
export type Scanned = { readonly values: number } | TextProblem

/** The kind of token that the JSON syntax allows next. */
type Expectation = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | ', or end' | 'nothing'

/** The member names of an object in order, in two forms: with quotes and escapes as in the JSON text, and decoded. */
interface Names {
  readonly written: string[]
  readonly decoded: string[]
}

/** A list or an object whose closing bracket the scan has not reached. */
type Open = OpenList | OpenObject

interface OpenAny {
  /** The position of the list or object in the JSON file, computed on first use. */
  place: Place | undefined
  /** The current position in the list, or the current member name in the object. */
  at: string | number
}

interface OpenList extends OpenAny {
  readonly bracket: '['
  at: number
}

/**
 * An object whose end the scan has not reached. Consecutive objects mostly have the same member names. While the
 * member names equal those of the previous object, no name can occur twice. From the first different name on, a set
 * collects the member names, so that the scan finds duplicate names.
 */
interface OpenObject extends OpenAny {
  readonly bracket: '{'
  readonly before: Names
  /** The number of leading member names that equal those of the previous object. */
  alike: number
  own: (Names & { readonly there: Set<string> }) | undefined
}

interface Scan {
  readonly text: string
  readonly file: Place
  readonly report: Report
  /** The maximum nesting of lists and objects. */
  readonly depth: number
  readonly open: Open[]
  /** The member names of the last object that the scan has finished at each nesting depth. */
  readonly names: Map<number, Names>
  expected: Expectation
  values: number
}

/** Scans a JSON text up to the first error, and reports values that `JSON.parse` would lose. */
export function scanJson(text: string, depth: number, file: Place, report: Report): Scanned {
  const scan: Scan = {
    text,
    file,
    report,
    depth,
    open: [],
    names: new Map(),
    expected: 'value',
    values: 0,
  }
  let start = afterBlank(text, 0)
  while (start < text.length) {
    const end = takeRepeatedName(scan, start) ?? takeToken(scan, start)
    if (typeof end !== 'number') return end
    start = afterBlank(text, end)
  }
  return scan.expected === 'nothing' ? { values: scan.values } : notJson(text, start)
}

/** Handles the next token of a JSON text; returns the position after the token, or the error. */
function takeToken(scan: Scan, start: number): number | TextProblem {
  const end = tokenEnd(scan.text, start)
  return end === undefined ? notJson(scan.text, start) : (step(scan, start, end) ?? end)
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

/** Handles one token of a JSON text; returns an error if the syntax does not allow the token here. */
function step(scan: Scan, start: number, end: number): TextProblem | undefined {
  const { text, expected } = scan
  const isKey = expected === 'key' || expected === 'key or }'
  const isValue = expected === 'value' || expected === 'value or ]'
  switch (text.charAt(start)) {
    case '{':
      return isValue ? enter(scan, '{', start) : notJson(text, start)
    case '[':
      return isValue ? enter(scan, '[', start) : notJson(text, start)
    case '}':
      return leave(scan, '{', expected === 'key or }' || expected === ', or end', start)
    case ']':
      return leave(scan, '[', expected === 'value or ]' || expected === ', or end', start)
    case ',':
      return expected === ', or end' ? takeComma(scan) : notJson(text, start)
    case ':':
      if (expected !== ':') return notJson(text, start)
      scan.expected = 'value'
      return undefined
    case '"':
      if (isKey) return takeName(scan, start, end)
      return isValue ? takeValue(scan) : notJson(text, start)
    default:
      if (!isValue) return notJson(text, start)
      if (!isShortNumber(text, start, end)) refuseLostNumber(scan, text.slice(start, end))
      return takeValue(scan)
  }
}

function takeValue(scan: Scan): undefined {
  scan.values++
  scan.expected = scan.open.length === 0 ? 'nothing' : ', or end'
}

function enter(scan: Scan, bracket: '[' | '{', start: number): TextProblem | undefined {
  takeValue(scan)
  scan.open.push(bracket === '[' ? { bracket, place: undefined, at: 0 } : openObject(scan))
  scan.expected = bracket === '{' ? 'key or }' : 'value or ]'
  if (scan.open.length <= scan.depth) return undefined
  const expected = `at most ${scan.depth} nested lists and objects`
  return { offset: start, message: 'too deep', expected, found: 'one more' }
}

const NO_NAMES: Names = { written: [], decoded: [] }

const openObject = ({ open, names }: Scan): OpenObject => ({
  bracket: '{',
  before: names.get(open.length) ?? NO_NAMES,
  alike: 0,
  own: undefined,
  place: undefined,
  at: '',
})

function leave(scan: Scan, bracket: '[' | '{', mayEnd: boolean, start: number): TextProblem | undefined {
  const inner = scan.open.at(-1)
  if (!mayEnd || inner?.bracket !== bracket) return notJson(scan.text, start)
  scan.open.pop()
  if (inner.bracket === '{' && inner.own !== undefined) scan.names.set(scan.open.length, inner.own)
  scan.expected = scan.open.length === 0 ? 'nothing' : ', or end'
  return undefined
}

function takeComma(scan: Scan): undefined {
  const inner = scan.open.at(-1)
  if (inner?.bracket === '[') inner.at++
  scan.expected = inner?.bracket === '[' ? 'value' : 'key'
}

/**
 * Returns the position after the next member name, if the previous object has the same name at this index; undefined
 * if the names differ.
 */
function takeRepeatedName(scan: Scan, start: number): number | undefined {
  if (scan.expected !== 'key' && scan.expected !== 'key or }') return undefined
  const inner = scan.open.at(-1)
  if (inner?.bracket !== '{' || inner.own !== undefined) return undefined
  const { written, decoded } = inner.before
  const [name, decodedName] = [written[inner.alike], decoded[inner.alike]]
  if (name === undefined || decodedName === undefined || !scan.text.startsWith(name, start)) return undefined
  inner.alike++
  inner.at = decodedName
  scan.expected = ':'
  return start + name.length
}

/**
 * Handles the name of an object member in the JSON text. A duplicate name is a fault, because `JSON.parse` keeps only
 * the last value of the name.
 */
function takeName(scan: Scan, start: number, end: number): TextProblem | undefined {
  const inner = scan.open.at(-1)
  if (inner?.bracket !== '{') return notJson(scan.text, start)
  const written = scan.text.slice(start, end)
  const name = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
  scan.expected = ':'
  inner.at = name
  inner.own ??= namesSoFar(inner)
  const { own } = inner
  if (own.there.has(name)) {
    const expected = 'each name once in an object'
    scan.report(placeIn(scan), { message: 'duplicate name', expected, found: `${shown(name)} again` })
    return undefined
  }
  own.there.add(name)
  own.written.push(written)
  own.decoded.push(name)
  return undefined
}

function namesSoFar({ before, alike }: OpenObject) {
  const decoded = before.decoded.slice(0, alike)
  return { written: before.written.slice(0, alike), decoded, there: new Set(decoded) }
}

/** Returns whether a token is a whole number that is short enough, so that `JSON.parse` keeps every digit. */
function isShortNumber(text: string, start: number, end: number): boolean {
  if (end - start > SAFE_LENGTH) return false
  for (let at = start; at < end; at++) if (!isDigit(text.charCodeAt(at))) return false
  return true
}

/** Reports a number that `JSON.parse` would round or turn into infinity. */
function refuseLostNumber(scan: Scan, token: string): void {
  if (isKept(token)) return
  const expected = 'a number in the range of JavaScript, or its digits as text'
  scan.report(placeIn(scan), { message: 'number out of range', expected, found: listed([token]) })
}

function placeIn({ file, open }: Scan): Place {
  const known = open.findLastIndex(({ place }) => place !== undefined)
  let place = open[known]?.place ?? file
  for (const inner of open.slice(Math.max(known, 0))) {
    inner.place = place
    place = at(place, inner.at)
  }
  return place
}

/**
 * One walk along a JSON text before anything is made of it: whether it is JSON, and whether what `JSON.parse` would
 * make of it is all that it says. No recursion, and no work beyond the length of the text.
 */
import { at, listed, type Place, type Report, shown } from '../../schema/fault.ts'
import { isDigit, isKept, SAFE_LENGTH, tokenEnd } from './token.ts'

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

/** The names of an object, in its order: as they are written, with quotes, and what they say. */
interface Names {
  readonly written: string[]
  readonly said: string[]
}

/** A list or an object that is not closed yet. */
type Open = OpenList | OpenObject

interface OpenAny {
  /** Its own; not known before it is asked for. */
  place: Place | undefined
  /** The item or the member that is met in it. */
  at: string | number
}

interface OpenList extends OpenAny {
  readonly bracket: '['
  at: number
}

/**
 * Objects beside each other mostly have the same names. As long as an object writes those of the one before, none is
 * there twice; from the first that is another on, it has names of its own, which are looked up.
 */
interface OpenObject extends OpenAny {
  readonly bracket: '{'
  readonly before: Names
  /** So many names were those of the object before. */
  alike: number
  own: (Names & { readonly there: Set<string> }) | undefined
}

interface Walk {
  readonly text: string
  readonly file: Place
  readonly report: Report
  /** So many lists and objects may be within each other. */
  readonly depth: number
  readonly open: Open[]
  /** Of the last object that was closed within so many others. */
  readonly names: Map<number, Names>
  expected: Expectation
  values: number
}

/** Walks the tokens up to the first that cannot be there; what would be lost on the way is reported. */
export function scanJson(text: string, depth: number, file: Place, report: Report): Scanned {
  const walk: Walk = {
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
    const end = takeNameOfBefore(walk, start) ?? takeToken(walk, start)
    if (typeof end !== 'number') return end
    start = afterBlank(text, end)
  }
  return walk.expected === 'nothing' ? { values: walk.values } : notJson(text, start)
}

/** Where the token ends, after it is taken; the problem, if it is one. */
function takeToken(walk: Walk, start: number): number | TextProblem {
  const end = tokenEnd(walk.text, start)
  return end === undefined ? notJson(walk.text, start) : (step(walk, start, end) ?? end)
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
      if (!isShortNumber(text, start, end)) refuseLostNumber(walk, text.slice(start, end))
      return takeValue(walk)
  }
}

function takeValue(walk: Walk): undefined {
  walk.values++
  walk.expected = walk.open.length === 0 ? 'nothing' : ', or end'
}

function enter(walk: Walk, bracket: '[' | '{', start: number): TextProblem | undefined {
  takeValue(walk)
  walk.open.push(bracket === '[' ? { bracket, place: undefined, at: 0 } : openObject(walk))
  walk.expected = bracket === '{' ? 'key or }' : 'value or ]'
  if (walk.open.length <= walk.depth) return undefined
  const expected = `at most ${walk.depth} lists and objects within each other`
  return { offset: start, message: 'too deep', expected, found: 'one more' }
}

const NO_NAMES: Names = { written: [], said: [] }

const openObject = ({ open, names }: Walk): OpenObject => ({
  bracket: '{',
  before: names.get(open.length) ?? NO_NAMES,
  alike: 0,
  own: undefined,
  place: undefined,
  at: '',
})

function leave(walk: Walk, bracket: '[' | '{', mayEnd: boolean, start: number): TextProblem | undefined {
  const inner = walk.open.at(-1)
  if (!mayEnd || inner?.bracket !== bracket) return notJson(walk.text, start)
  walk.open.pop()
  if (inner.bracket === '{' && inner.own !== undefined) walk.names.set(walk.open.length, inner.own)
  walk.expected = walk.open.length === 0 ? 'nothing' : ', or end'
  return undefined
}

function goOn(walk: Walk): undefined {
  const inner = walk.open.at(-1)
  if (inner?.bracket === '[') inner.at++
  walk.expected = inner?.bracket === '[' ? 'value' : 'key'
}

/** Where a name ends that stands in the same place of the object before; undefined, and not taken, if it is another. */
function takeNameOfBefore(walk: Walk, start: number): number | undefined {
  if (walk.expected !== 'key' && walk.expected !== 'key or }') return undefined
  const inner = walk.open.at(-1)
  if (inner?.bracket !== '{' || inner.own !== undefined) return undefined
  const { written, said } = inner.before
  const [name, says] = [written[inner.alike], said[inner.alike]]
  if (name === undefined || says === undefined || !walk.text.startsWith(name, start)) return undefined
  inner.alike++
  inner.at = says
  walk.expected = ':'
  return start + name.length
}

/** `JSON.parse` would keep the last of two members of one name, and lose the others without a word. */
function takeName(walk: Walk, start: number, end: number): TextProblem | undefined {
  const inner = walk.open.at(-1)
  if (inner?.bracket !== '{') return notJson(walk.text, start)
  const written = walk.text.slice(start, end)
  const name = written.includes('\\') ? String(JSON.parse(written)) : written.slice(1, -1)
  walk.expected = ':'
  inner.at = name
  inner.own ??= namesSoFar(inner)
  const { own } = inner
  if (own.there.has(name)) {
    const expected = 'each name once in an object'
    walk.report(placeIn(walk), { message: 'duplicate name', expected, found: `${shown(name)} again` })
    return undefined
  }
  own.there.add(name)
  own.written.push(written)
  own.said.push(name)
  return undefined
}

function namesSoFar({ before, alike }: OpenObject) {
  const said = before.said.slice(0, alike)
  return { written: before.written.slice(0, alike), said, there: new Set(said) }
}

/** So short that no digit is lost. */
function isShortNumber(text: string, start: number, end: number): boolean {
  if (end - start > SAFE_LENGTH) return false
  for (let at = start; at < end; at++) if (!isDigit(text.charCodeAt(at))) return false
  return true
}

/** `JSON.parse` would round a long whole number, and make a large one infinite. */
function refuseLostNumber(walk: Walk, token: string): void {
  if (isKept(token)) return
  const expected = 'a number that JavaScript can hold, or its digits as text'
  walk.report(placeIn(walk), { message: 'number out of range', expected, found: listed([token]) })
}

/** Of the value or the name that is met. */
function placeIn({ file, open }: Walk): Place {
  const known = open.findLastIndex(({ place }) => place !== undefined)
  let place = open[known]?.place ?? file
  for (const inner of open.slice(Math.max(known, 0))) {
    inner.place = place
    place = at(place, inner.at)
  }
  return place
}

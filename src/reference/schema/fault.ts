/**
 * Faults of a dataset with their file and place. Loading collects every fault and then refuses the whole dataset.
 */

import { distance } from 'fastest-levenshtein'
import { isList, isObject, type Json } from '../../util/json.ts'

/** One fault in one file. */
export interface Fault {
  /** Relative to the dataset, with forward slashes. */
  readonly file: string
  /** RFC 6901; the empty pointer is the whole file. */
  readonly pointer: string
  /** 1-based. Only for text that is not JSON, or that exceeds the size limit. */
  readonly position?: { readonly line: number; readonly column: number }
  /** Without the values. */
  readonly message: string
  readonly expected: string
  readonly found: string
}

/** The faults of a dataset that cannot be loaded. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
  readonly faults: readonly Fault[]
  /** The number of further faults that `faults` omits. */
  readonly more: number

  constructor(faults: readonly Fault[], more = 0) {
    super([...faults.map(formatFault), ...(more === 0 ? [] : [`and ${more} more`])].join('\n'))
    this.faults = faults
    this.more = more
  }
}

/** One line: where, what, expected, found. */
export function formatFault({ file, pointer, position, message, expected, found }: Fault): string {
  const place = position === undefined ? `#${pointer}` : `:${position.line}:${position.column}`
  return `${file}${place}: ${message}: expected ${expected}, found ${found}`
}

/** A value in a file, as a linked list of keys: the text of a place is built only if a fault reports it. */
export interface Place {
  readonly file: string
  readonly within: Place | null
  readonly key: string | number
}

/** A text or a function that computes it, so that a fault that is only counted costs nothing. */
export type Wording = string | (() => string)

/**
 * A fault without its place, and its relation to other faults. `hides` and `sought` are paths: of a file, of a
 * folder with a trailing slash, or of the rows of a type as `rowsOf` writes them.
 */
export interface Problem extends Pick<Fault, 'message' | 'position'> {
  readonly expected: Wording
  readonly found: Wording
  /** The path that remains unread because of this fault. */
  readonly hides?: string
  /** The paths at which the missing thing could be. If one of them is hidden, another fault is the cause. */
  readonly sought?: readonly string[]
  /** The name of the missing thing, so that a second reference to it is not a new fault. */
  readonly missing?: string
}

/** The rows of a type as a path; `part` is an aspect that all of them share. */
export const rowsOf = (uid: string, part: '' | 'drafts' | 'locales' = ''): string => `rows/${uid}/${part}`

/** Receives the faults of a dataset during loading. */
export type Report = (place: Place, problem: Problem) => void

/** Marks the reported faults as hiding `path`. */
export const hiding =
  (path: string, report: Report): Report =>
  (place, problem) =>
    report(place, { ...problem, hides: path })

/** The root of a file. */
export const wholeFile = (file: string): Place => ({ file, within: null, key: '' })

/** A member or an item of the value at `within`. */
export const at = (within: Place, key: string | number): Place => ({ file: within.file, within, key })

/** Limits on the number and the total length of the stored faults; further faults are only counted. */
const MOST_FAULTS = 1000
const MOST_CHARACTERS = 1_000_000

/** A report function and the faults it has collected so far. */
export interface Collected {
  readonly report: Report
  readonly faults: readonly Fault[]
  /** The number of faults that exceeded the limits. It counts repeated faults each time. */
  readonly more: number
}

/**
 * Collects faults. Omits faults that follow from another one, such as references to names in an unreadable file.
 * `unread` lists such files, and folders with a trailing slash; it may still grow.
 */
export function collectFaults(unread: readonly string[] = []): Collected {
  const faults: Fault[] = []
  const reported = new Map<string, ReportedFault>()
  const { hide, isHidden } = newHiding(unread)
  let more = 0
  let room = MOST_CHARACTERS
  const isAgain = (name: string | undefined): boolean => {
    const earlier = name === undefined ? undefined : reported.get(name)
    if (earlier === undefined) return false
    earlier.again++
    faults[earlier.index] = withMore(earlier)
    return true
  }
  const report: Report = (place, { hides, sought = [], missing, expected, found, ...problem }) => {
    const follows = sought.some(isHidden)
    if (hides !== undefined) hide(hides)
    if (follows || isAgain(missing)) return
    if (faults.length >= MOST_FAULTS || room <= 0) {
      more++
      return
    }
    const words = { expected: worded(expected), found: worded(found) }
    const fault = { file: place.file, pointer: pointerTo(place), ...problem, ...words }
    const text = formatFault(fault)
    // A repeated fault also uses up the limit, because formatting it takes time.
    room -= text.length
    const name = missing ?? text
    if (reported.has(name)) return
    reported.set(name, { index: faults.push(fault) - 1, fault, again: 0 })
  }
  return {
    faults,
    report,
    get more() {
      return more
    },
  }
}

/** A reported fault, its index in `faults`, and the number of repetitions. */
interface ReportedFault {
  readonly index: number
  readonly fault: Fault
  again: number
}

const withMore = ({ fault, again }: ReportedFault): Fault => ({
  ...fault,
  found: `${fault.found}, here and at ${again} more ${again === 1 ? 'place' : 'places'}`,
})

/** The set of hidden paths, with constant-time lookup because every fault needs it. */
function newHiding(unread: readonly string[]) {
  const hidden = new Set<string>()
  const folders = new Set<string>()
  let taken = 0
  const hide = (path: string): void => {
    for (const one of [...foldersOf(path), path]) hidden.add(one)
  }
  const isHidden = (sought: string): boolean => {
    for (; taken < unread.length; taken++) {
      const path = unread[taken] ?? ''
      hide(path)
      if (path.endsWith('/')) folders.add(path)
    }
    return hidden.has(sought) || foldersOf(sought).some((folder) => folders.has(folder))
  }
  return { hide, isHidden }
}

/** The outermost and the innermost folder of a path; the loader never hides the folders between. */
const foldersOf = (path: string): readonly string[] => [
  path.slice(0, path.indexOf('/') + 1),
  path.slice(0, path.lastIndexOf('/') + 1),
]

const worded = (text: Wording): string => (typeof text === 'string' ? text : text())

/** The RFC 6901 pointer of a place. */
export function pointerTo(place: Place): string {
  const steps: string[] = []
  for (let here = place; here.within !== null; here = here.within) {
    steps.push(`/${String(here.key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
  return steps.reverse().join('')
}

const SHOWN_LENGTH = 60

/** Prints a value as JSON on one line and cuts it off, without a visit of the rest of a large value. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  let text = ''
  for (const piece of pieces(value)) {
    text += piece
    if (text.length > SHOWN_LENGTH) return `${text.slice(0, SHOWN_LENGTH - 1)}…`
  }
  return text
}

/** Yields JSON text in pieces, one for each bracket, so that a caller that stops early avoids the deeper levels. */
function* pieces(value: Json): Generator<string> {
  if (isList(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* pieces(item)
    }
    yield value.length === 0 ? '[]' : ']'
  } else if (isObject(value)) {
    const keys = Object.keys(value)
    for (const [index, key] of keys.entries()) {
      yield `${index === 0 ? '{' : ','}${quoted(key)}:`
      yield* pieces(value[key] ?? null)
    }
    yield keys.length === 0 ? '{}' : '}'
  } else yield typeof value === 'string' ? quoted(value) : JSON.stringify(value)
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, SHOWN_LENGTH + 1))

const MOST_LISTED = 20

/** Joins names with commas, and counts the rest of a long list. */
export function listed(names: readonly (string | number)[]): string {
  const first = names.slice(0, MOST_LISTED).map((name) => cut(String(name)))
  const rest = names.length - first.length
  return `${first.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
}

const cut = (text: string): string =>
  text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH - 1)}…`

/** Limits for suggestions: longer names are not misspellings, and a longer list takes too much time. */
const LONGEST_NAME = 100
const MOST_NAMES = 1000

/** `what`, and the nearest name if there is one. */
export const expectedName =
  (what: string, wrong: string, names: Iterable<string>): Wording =>
  () => {
    const best = nearest(wrong, names)
    return best === undefined ? what : `${what}, perhaps ${shown(best)}`
  }

/** The nearest name. */
export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  if (wrong.length > LONGEST_NAME) return undefined
  let best: string | undefined
  let least = 1 + Math.floor(wrong.length / 3)
  let left = MOST_NAMES
  for (const name of names) {
    if (left-- === 0) break
    if (Math.abs(name.length - wrong.length) > least) continue
    const steps = distance(wrong.toLowerCase(), name.toLowerCase())
    if (steps < least || (steps === least && best === undefined)) [best, least] = [name, steps]
  }
  return best
}

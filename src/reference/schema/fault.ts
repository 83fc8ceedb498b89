/**
 * Faults of a dataset, each with its file and position. The loader collects all faults, and then refuses the whole
 * dataset.
 */

import { distance } from 'fastest-levenshtein'
import { isList, isObject, type Json } from '../../util/json.ts'

/** One fault of a dataset, in one file. */
export interface Fault {
  /** The path of the file relative to the dataset, with forward slashes. */
  readonly file: string
  /** The position in the file as an RFC 6901 pointer; an empty pointer means the whole file. */
  readonly pointer: string
  /** Line and column, counted from 1; present only if the text is not UTF-8, is not JSON, or is nested too deep. */
  readonly position?: { readonly line: number; readonly column: number }
  /** The kind of the fault in a few words, without the faulty values. */
  readonly message: string
  readonly expected: string
  readonly found: string
}

/** The error with the faults of a dataset that cannot be loaded. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
  readonly faults: readonly Fault[]
  /** The number of faults that the list `faults` does not contain. */
  readonly more: number

  constructor(faults: readonly Fault[], more = 0) {
    super([...faults.map(formatFault), ...(more === 0 ? [] : [`and ${more} more`])].join('\n'))
    this.faults = faults
    this.more = more
  }
}

/** Formats a fault on one line: file and position, message, expected value, found value. */
export function formatFault({ file, pointer, position, message, expected, found }: Fault): string {
  const place = position === undefined ? `#${pointer}` : `:${position.line}:${position.column}`
  return `${file}${place}: ${message}: expected ${expected}, found ${found}`
}

/**
 * The position of a value in a file, as a linked list of keys. The text of a JSON pointer is built only for a
 * reported fault.
 */
export interface Place {
  readonly file: string
  readonly within: Place | null
  readonly key: string | number
}

/** A text in a fault, or a function that computes the text, so that a fault beyond the limit takes no time. */
export type Wording = string | (() => string)

/**
 * A fault without its file and pointer, and the paths that relate the fault to other faults. The paths in `hides` and
 * `sought` name a file, a folder (with a trailing slash), or the rows of a type (`rowsOf`).
 */
export interface Problem extends Pick<Fault, 'message' | 'position'> {
  readonly expected: Wording
  readonly found: Wording
  /** The path of the file or rows that cannot be read because of this fault. */
  readonly hides?: string
  /**
   * The paths at which the missing file, type or row could be. If a path in `sought` cannot be read, another fault is
   * the cause of this fault, and this fault is omitted.
   */
  readonly sought?: readonly string[]
  /**
   * The name of the missing file, type or row. The collector stores only the first fault about a name, and counts all
   * others.
   */
  readonly missing?: string
}

/**
 * Returns the path that stands for the rows of a type. If `part` is not empty, the path stands only for the fact
 * whether the rows have drafts or locales.
 */
export const rowsOf = (uid: string, part: '' | 'drafts' | 'locales' = ''): string => `rows/${uid}/${part}`

/** Receives each fault of a dataset during loading. */
export type Report = (place: Place, problem: Problem) => void

/** Makes a reporter that adds `hides: path` to each fault, because such a fault prevents the reading of the path. */
export const hiding =
  (path: string, report: Report): Report =>
  (place, problem) =>
    report(place, { ...problem, hides: path })

/** Returns the `Place` of the whole content of a JSON file. */
export const wholeFile = (file: string): Place => ({ file, within: null, key: '' })

/** Returns the `Place` of a member or list item within another value. */
export const at = (within: Place, key: string | number): Place => ({ file: within.file, within, key })

/** The maximum number of stored faults. The collector counts faults beyond the maximum, but does not store them. */
const MOST_FAULTS = 1000
const MOST_CHARACTERS = 1_000_000

/** A collector: a function that reports faults, and the faults that were reported so far. */
export interface Collected {
  readonly report: Report
  readonly faults: readonly Fault[]
  /** The number of faults beyond the limits on stored faults, including repetitions of a fault. */
  readonly more: number
}

/**
 * Makes a collector of faults. The collector omits a fault that follows from another fault, such as a reference to a
 * name in an unreadable file. The parameter `unread` lists unreadable files, and unreadable folders with a trailing
 * slash. The caller may add paths to the list `unread` later.
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
    // A repeated fault also takes from the limit on the total length, because formatting the fault takes time.
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

/** A reported fault, its index in `faults`, and the number of its repetitions. */
interface ReportedFault {
  readonly index: number
  readonly fault: Fault
  again: number
}

const withMore = ({ fault, again }: ReportedFault): Fault => ({
  ...fault,
  found: `${fault.found}, here and at ${again} more ${again === 1 ? 'place' : 'places'}`,
})

/**
 * Makes a set of the paths that cannot be read. The collector looks up every fault in the set of unread paths, so a
 * lookup must take constant time.
 */
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

/**
 * Returns the outermost and the innermost folder of a path. The loader never marks a folder between the outermost and
 * the innermost one as unreadable.
 */
const foldersOf = (path: string): readonly string[] => [
  path.slice(0, path.indexOf('/') + 1),
  path.slice(0, path.lastIndexOf('/') + 1),
]

const worded = (text: Wording): string => (typeof text === 'string' ? text : text())

/** Returns the RFC 6901 pointer of a `Place`. */
export function pointerTo(place: Place): string {
  const steps: string[] = []
  for (let here = place; here.within !== null; here = here.within) {
    steps.push(`/${String(here.key).replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
  return steps.reverse().join('')
}

const SHOWN_LENGTH = 60

/**
 * Prints a value as JSON on one line, up to a maximum length. The function does not visit the rest of a large value.
 */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  let text = ''
  for (const piece of pieces(value)) {
    text += piece
    if (text.length > SHOWN_LENGTH) return `${text.slice(0, SHOWN_LENGTH - 1)}…`
  }
  return text
}

/**
 * Yields the JSON text of a value in pieces. If a caller stops early, the generator does not visit deeper levels of
 * the value.
 */
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

/** Joins names with commas. If the list of names is long, the text ends with the number of the omitted names. */
export function listed(names: readonly (string | number)[]): string {
  const first = names.slice(0, MOST_LISTED).map((name) => cut(String(name)))
  const rest = names.length - first.length
  return `${first.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
}

const cut = (text: string): string =>
  text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH - 1)}…`

/**
 * The maximum length of a wrong name for which a fault suggests a valid name. A longer wrong name is hardly a
 * misspelling.
 */
const LONGEST_NAME = 100
/**
 * The maximum number of valid names that are compared with a wrong name, because a comparison with more names takes
 * too much time.
 */
const MOST_NAMES = 1000

/** Returns the text of `expected` in a fault, with the nearest valid name if there is one. */
export const expectedName =
  (what: string, wrong: string, names: Iterable<string>): (() => string) =>
  () => {
    const best = nearest(wrong, names)
    return best === undefined ? what : `${what}, perhaps ${shown(best)}`
  }

/** Returns the valid name that is nearest to a wrong name; undefined if no valid name is near. */
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

/**
 * What is wrong with a dataset: its author's fault, told with file and place. Loading collects every fault and
 * then refuses the dataset as a whole.
 */

import { distance } from 'fastest-levenshtein'
import { isList, isObject, type Json } from '../../util/json.ts'

/** One thing wrong in one file. */
export interface Fault {
  /** Relative to the dataset, with forward slashes. */
  readonly file: string
  /** RFC 6901; the empty pointer is the whole file. */
  readonly pointer: string
  /** 1-based, for text that is not JSON, or more of it than is read. */
  readonly position?: { readonly line: number; readonly column: number }
  /** What is wrong, without the values. */
  readonly message: string
  readonly expected: string
  readonly found: string
}

/** A dataset that cannot be loaded, with its faults. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
  readonly faults: readonly Fault[]
  /** How many faults there are besides `faults`, which holds the first of them. */
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

/** A value in a file: a chain of keys up to the file, so that a place costs nothing until it is reported. */
export interface Place {
  readonly file: string
  readonly within: Place | null
  readonly key: string | number
}

/** A text, or how to write it where that takes longer than a fault that is only counted may cost. */
export type Wording = string | (() => string)

/**
 * What a fault says beside its place, and how it hangs together with others. `hides` and `sought` are paths: of a
 * file, of a folder with its slash, or of the rows of a type, as `rowsOf` writes them.
 */
export interface Problem extends Pick<Fault, 'message' | 'position'> {
  readonly expected: Wording
  readonly found: Wording
  /** What is not known because of this fault. */
  readonly hides?: string
  /** What is missed may stand here: where something of it is hidden, this fault may follow from another. */
  readonly sought?: readonly string[]
  /** The name of what there is not: that it is missed again is no fault of its own. */
  readonly missing?: string
}

/** The rows of a type as a path; `part` is one thing that all of them share. */
export const rowsOf = (uid: string, part: '' | 'drafts' | 'locales' = ''): string => `rows/${uid}/${part}`

/** Where faults go while a dataset is read. */
export type Report = (place: Place, problem: Problem) => void

/** A report of faults that leave `path` unread. */
export const hiding =
  (path: string, report: Report): Report =>
  (place, problem) =>
    report(place, { ...problem, hides: path })

/** The whole of a file. */
export const wholeFile = (file: string): Place => ({ file, within: null, key: '' })

/** A member or an item of what is at `within`. */
export const at = (within: Place, key: string | number): Place => ({ file: within.file, within, key })

/** So many faults are kept, or so many characters of them; the rest is counted. */
const MOST_FAULTS = 1000
const MOST_CHARACTERS = 1_000_000

/** A report, and what it has collected so far. */
export interface Collected {
  readonly report: Report
  readonly faults: readonly Fault[]
  /** Faults that were counted and not kept; where there is no room left, each as often as it was met. */
  readonly more: number
}

/**
 * A report that collects, and what it collected. A fault is told once, without what follows from it: a file that
 * could not be read is one fault, and not as many as there are names that it might have explained; so is a folder,
 * which `unread` names with a slash at its end. `unread` may still grow.
 */
export function collectFaults(unread: readonly string[] = []): Collected {
  const faults: Fault[] = []
  const told = new Map<string, Telling>()
  const { hide, isHidden } = newHiding(unread)
  let more = 0
  let room = MOST_CHARACTERS
  const isAgain = (name: string | undefined): boolean => {
    const earlier = name === undefined ? undefined : told.get(name)
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
    // One that is told already takes room too, or the same long text would be written over and over.
    room -= text.length
    const name = missing ?? text
    if (told.has(name)) return
    told.set(name, { index: faults.push(fault) - 1, fault, again: 0 })
  }
  return {
    faults,
    report,
    get more() {
      return more
    },
  }
}

/** A fault that has been told, where it stands among the others, and how often it was met again. */
interface Telling {
  readonly index: number
  readonly fault: Fault
  again: number
}

const withMore = ({ fault, again }: Telling): Fault => ({
  ...fault,
  found: `${fault.found}, here and at ${again} more ${again === 1 ? 'place' : 'places'}`,
})

/** What is hidden, asked as often as there are faults: no list is gone through for an answer. */
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

/** The outermost folder of a path and the innermost one: nothing is sought in those between. */
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

/** A value as a fault shows it: JSON on one line, cut short; of a large value no more is looked at. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  let text = ''
  for (const piece of pieces(value)) {
    text += piece
    if (text.length > SHOWN_LENGTH) return `${text.slice(0, SHOWN_LENGTH - 1)}…`
  }
  return text
}

/** JSON text, piece by piece; a level begins with a piece of its own, so whoever stops early goes no deeper. */
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

/** Names or numbers with commas between them; of many, the first and how many more there are. */
export function listed(names: readonly (string | number)[]): string {
  const first = names.slice(0, MOST_LISTED).map((name) => cut(String(name)))
  const rest = names.length - first.length
  return `${first.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`
}

const cut = (text: string): string =>
  text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH - 1)}…`

/** Longer names are not misspelt ones, and among more names nobody would look for one by hand. */
const LONGEST_NAME = 100
const MOST_NAMES = 1000

/** `what`, and the name that was probably meant if one is near. */
export const expectedName =
  (what: string, wrong: string, names: Iterable<string>): Wording =>
  () => {
    const best = nearest(wrong, names)
    return best === undefined ? what : `${what}, perhaps ${shown(best)}`
  }

/** The name that was probably meant. */
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

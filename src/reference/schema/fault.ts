/**
 * What is wrong with a dataset: its author's fault, told with file and place. Loading collects every fault and
 * then refuses the dataset as a whole.
 */

import { distance } from 'fastest-levenshtein'
import type { Json } from '../../ground/json.ts'

/** One thing wrong in one file. */
export interface Fault {
  /** Relative to the dataset, with forward slashes. */
  readonly file: string
  /** RFC 6901; the empty pointer is the whole file. */
  readonly pointer: string
  /** 1-based, for text that is not JSON. */
  readonly position?: { readonly line: number; readonly column: number }
  /** What is wrong, without the values. */
  readonly message: string
  readonly expected: string
  readonly found: string
}

/** A dataset that cannot be loaded, with all its faults. */
export class DatasetError extends Error {
  override readonly name = 'DatasetError'
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(formatFault).join('\n'))
    this.faults = faults
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

/**
 * What a fault says beside its place, and how it hangs together with others. `hides` and `sought` are paths: of a
 * file, of a folder with its slash, or of the rows of a type, as `rowsOf` writes them.
 */
export interface Problem extends Pick<Fault, 'message' | 'expected' | 'found'> {
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

/**
 * A report that collects, and what it collected. A fault is told once, without what follows from it: a file that
 * could not be read is one fault, and not as many as there are names that it might have explained.
 */
export function collectFaults(unread: readonly string[] = []): {
  readonly faults: readonly Fault[]
  readonly report: Report
} {
  const faults: Fault[] = []
  const hidden = new Set(unread)
  const told = new Map<string, Telling>()
  const report: Report = (place, { hides, sought = [], missing, ...problem }) => {
    const follows = sought.some((path) => [...hidden].some((one) => one.startsWith(path)))
    if (hides !== undefined) hidden.add(hides)
    if (follows) return
    const fault: Fault = { file: place.file, pointer: pointerTo(place), ...problem }
    const name = missing ?? formatFault(fault)
    const earlier = told.get(name)
    if (earlier === undefined) {
      told.set(name, { index: faults.push(fault) - 1, fault, again: 0 })
    } else if (missing !== undefined) {
      earlier.again++
      faults[earlier.index] = withMore(earlier)
    }
  }
  return { faults, report }
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

/** The RFC 6901 pointer of a place. */
export function pointerTo({ within, key }: Place): string {
  if (within === null) return ''
  return `${pointerTo(within)}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

const SHOWN_LENGTH = 60

/** A value as a fault shows it: JSON on one line, cut short. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length <= SHOWN_LENGTH ? text : `${text.slice(0, SHOWN_LENGTH - 1)}…`
}

/** `what`, and the name that was probably meant if one is near. */
export function expectedName(what: string, wrong: string, names: Iterable<string>): string {
  let best: string | undefined
  let least = 1 + Math.floor(wrong.length / 3)
  for (const name of names) {
    const steps = distance(wrong.toLowerCase(), name.toLowerCase())
    if (steps < least || (steps === least && best === undefined)) [best, least] = [name, steps]
  }
  return best === undefined ? what : `${what}, perhaps ${shown(best)}`
}

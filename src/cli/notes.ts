/**
 * Makes the lines of the notes on a source: one line for each kind, because a project may have a hundred similar
 * notes.
 */
import { type Note, noteText } from '../sources/index.ts'
import { printable } from '../util/printable.ts'

const MAX_LINE = 1_000
/** The maximum number of lines of notes that a command prints without `--verbose`. */
export const MOST_LINES = 8
/** The maximum number of lines of notes that a command prints with `--verbose`. */
const MOST_VERBOSE = 500

/**
 * Returns the lines to print for the notes. With `verbose`, each note has its own line, at most `MOST_VERBOSE` lines
 * in all. Without `verbose`, each kind of note has one line, at most `most` lines in all.
 */
export function noteLines(notes: readonly Note[], verbose: boolean, most = MOST_LINES): readonly string[] {
  if (most < 1 && !verbose) return []
  if (verbose) return limited(notes.map(lineOf), MOST_VERBOSE, 'notes')
  const kinds = new Map<string, Note[]>()
  for (const note of notes) {
    const kind = kindOf(note)
    const known = kinds.get(kind)
    if (known === undefined) kinds.set(kind, [note])
    else known.push(note)
  }
  const lines = [...kinds.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [`${lineOf(first)}${others.length === 0 ? '' : ` (and ${others.length} more notes of this kind)`}`],
  )
  const isShortened = lines.length < notes.length || lines.length > most
  const shown = most === 1 ? [] : limited(lines, most - 1, 'kinds of notes')
  return isShortened ? [...shown, `--verbose prints all ${notes.length} notes.`] : lines
}

const lineOf = (note: Note): string => printable(noteText(note), MAX_LINE)

function limited(lines: readonly string[], most: number, what: string): readonly string[] {
  return lines.length <= most
    ? lines
    : [...lines.slice(0, most - 1), `and ${lines.length - most + 1} more ${what}`]
}

/** Returns the kind of a note: its sentence without names, paths and numbers. */
const kindOf = ({ says }: Note): string =>
  says
    .slice(0, MAX_LINE)
    .replaceAll(/"[^"]*"/g, '…')
    .split(' ')
    .filter((word) => !/[\d/:.@…]/.test(word.slice(0, -1)))
    .join(' ')

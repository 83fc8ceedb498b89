/** The names in a dataset folder: those of the format, and those that look like a misspelt one. */
import { expectedName, nearest, type Problem, shown } from '../../schema/fault.ts'
import { SINGLE_FILES } from './files.ts'

/** The folders of a dataset. */
export const FOLDERS = ['content-types', 'components', 'entries'] as const

const FILES: readonly string[] = SINGLE_FILES.map((stem) => `${stem}.json`)
const KNOWN: readonly string[] = [...FILES, ...FOLDERS]

/** Whether a name is ignored: hidden files of systems and editors, and notes for readers. */
export const isIgnored = (name: string): boolean => name.startsWith('.') || name.endsWith('.md')

/** The problem of a name that resembles one of the format; undefined for a name that does not. */
export function unknownNameProblem(name: string): Problem | undefined {
  if (KNOWN.includes(name) || isIgnored(name)) return undefined
  // A misspelt file would silently be replaced by its default.
  const known = name.endsWith('.json') ? FILES : KNOWN
  if (known === KNOWN && nearest(name, known) === undefined) return undefined
  const expected = expectedName('a file of the dataset format', name, known)
  return { message: 'unknown file', expected, found: shown(name) }
}

/**
 * Checks the file names in a dataset folder, and reports unknown JSON files and names that look like a misspelt valid
 * name.
 */
import { expectedName, nearest, type Problem, shown } from '../../schema/fault.ts'
import { SINGLE_FILES } from './files.ts'

/** The names of the subfolders of a dataset. */
export const FOLDERS = ['content-types', 'components', 'entries'] as const

const FILES: readonly string[] = SINGLE_FILES.map((stem) => `${stem}.json`)
const KNOWN: readonly string[] = [...FILES, ...FOLDERS]

/**
 * Returns whether the loader ignores a file. The loader ignores Markdown files, and hidden files, which operating
 * systems and editors make.
 */
export const isIgnored = (name: string): boolean => name.startsWith('.') || name.endsWith('.md')

/**
 * Returns the fault for a misspelt or unknown file name; undefined for a valid name and for a name that the loader
 * ignores.
 */
export function unknownNameProblem(name: string): Problem | undefined {
  if (KNOWN.includes(name) || isIgnored(name)) return undefined
  // Every unknown JSON file is a fault, because otherwise a default would silently replace a file with a misspelt name.
  const known = name.endsWith('.json') ? FILES : KNOWN
  if (known === KNOWN && nearest(name, known) === undefined) return undefined
  const expected = expectedName('a file of the dataset format', name, known)
  return { message: 'unknown file', expected, found: shown(name) }
}

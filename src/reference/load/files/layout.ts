/** Which names in a dataset folder belong to it, and which look as if they were meant to. */
import { expectedName, nearest, type Problem, shown } from '../../schema/fault.ts'
import { SINGLE_FILES } from './files.ts'

/** The folders of a dataset. */
export const FOLDERS = ['content-types', 'components', 'entries'] as const

const FILES: readonly string[] = SINGLE_FILES.map((stem) => `${stem}.json`)
const KNOWN: readonly string[] = [...FILES, ...FOLDERS]

/** What systems and editors setMember anywhere, and what is there for readers. */
export const isLeftAlone = (name: string): boolean => name.startsWith('.') || name.endsWith('.md')

/** What is wrong with a name beside the files and folders of a dataset; nothing if it has nothing to do with them. */
export function strangerProblem(name: string): Problem | undefined {
  if (KNOWN.includes(name) || isLeftAlone(name)) return undefined
  // A misspelt file would else be a file that is missing, and its default would stand in for it.
  const known = name.endsWith('.json') ? FILES : KNOWN
  if (known === KNOWN && nearest(name, known) === undefined) return undefined
  const expected = expectedName('a file of the dataset format', name, known)
  return { message: 'unknown file', expected, found: shown(name) }
}

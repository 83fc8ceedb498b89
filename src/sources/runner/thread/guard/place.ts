/** Finds the innermost place in the project's code (file and line) that a stack trace contains. */
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { CodePlace } from '../../protocol.ts'

/**
 * The maximum number of stack frames that the search visits. A stack trace may begin with many frames of libraries
 * before the first frame of the project's code.
 */
const MOST_FRAMES = 200

/**
 * Returns the file path and the line number in one line of a stack trace, ` at name (file:line:column)`; undefined
 * for any other text.
 */
function frameOf(line: string): readonly [file: string, line: number] | undefined {
  const text = line.slice(0, 2000).trim()
  if (!text.startsWith('at ')) return undefined
  const place = text.endsWith(')')
    ? text.slice(text.indexOf('(') + 1, -1)
    : text.slice(text.startsWith('at async ') ? 9 : 3)
  const column = place.lastIndexOf(':')
  const row = place.lastIndexOf(':', column - 1)
  const at = Number(place.slice(row + 1, column))
  return row > 0 && Number.isInteger(at) ? [place.slice(0, row), at] : undefined
}

/** Returns the file path in one line of a stack trace; undefined for any other text. */
export const fileOfFrame = (line: string): string | undefined => pathIn(frameOf(line)?.[0])

/** Returns whether a file belongs to the project itself, and not to a package in `node_modules`. */
export const isOwn = (folder: string, file: string): boolean =>
  file.startsWith(folder + sep) && !file.slice(folder.length).includes(`${sep}node_modules${sep}`)

/** Returns the path of a file relative to the project's folder, with forward slashes. */
export const within = (folder: string, file: string): string => relative(folder, file).split(sep).join('/')

/**
 * Returns the innermost place in a stack trace that belongs to the project's code; undefined if the stack trace
 * contains no such place.
 */
export function placeIn(folder: string, stack: string | undefined): CodePlace | undefined {
  const { href } = pathToFileURL(folder)
  for (const line of (stack ?? '').split('\n', MOST_FRAMES)) {
    if (!line.includes(folder) && !line.includes(href)) continue
    const [found, at] = frameOf(line) ?? []
    const file = pathIn(found)
    if (file !== undefined && isAbsolute(file) && isOwn(folder, file))
      return { file: within(folder, file), line: Number(at) }
  }
  return undefined
}

/** Returns the file path in a stack frame, which may be a URL. */
function pathIn(file: string | undefined): string | undefined {
  if (file?.startsWith('file://') !== true) return file
  try {
    return fileURLToPath(file)
  } catch {
    return undefined
  }
}

/**
 * Returns the place in the project's code that is executing now. After an `await` in Populace, the stack trace names
 * the running place only as an `async` frame.
 */
export function placeNow(folder: string): CodePlace | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = MOST_FRAMES
  const { stack } = new Error('place')
  Error.stackTraceLimit = stackTraceLimit
  return placeIn(folder, stack)
}

/**
 * Formats a place in the project's code as text, such as `src/index.ts:12`. For an undefined place, the text is "an
 * unknown place".
 */
export const placeText = (place: CodePlace | undefined): string =>
  place === undefined ? 'an unknown place' : `${place.file}:${place.line}`

/** Places in the code of a project, as a stack names them. */
import { isAbsolute, relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { CodePlace } from '../../protocol.ts'

/** The number of frames to search. Libraries between a call and the project may have many. */
const MOST_FRAMES = 200

/** The file and line of `    at name (file:line:column)`; undefined for another line. */
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

/** Whether a file belongs to the project itself, not to a package of it. */
export const isOwn = (folder: string, file: string): boolean =>
  file.startsWith(folder + sep) && !file.slice(folder.length).includes(`${sep}node_modules${sep}`)

/** A path relative to the project, with slashes. */
export const within = (folder: string, file: string): string => relative(folder, file).split(sep).join('/')

/** The first place of a stack that belongs to the project; undefined if no frame does. */
export function placeIn(folder: string, stack: string | undefined): CodePlace | undefined {
  const { href } = pathToFileURL(folder)
  for (const line of (stack ?? '').split('\n', MOST_FRAMES)) {
    if (!line.includes(folder) && !line.includes(href)) continue
    const [found, at] = frameOf(line) ?? []
    const file = found?.startsWith('file://') ? pathOf(found) : found
    if (file !== undefined && isAbsolute(file) && isOwn(folder, file))
      return { file: within(folder, file), line: Number(at) }
  }
  return undefined
}

function pathOf(url: string): string | undefined {
  try {
    return fileURLToPath(url)
  } catch {
    return undefined
  }
}

/** The current place of the code: the innermost one of the project on the stack, awaited calls included. */
export function placeNow(folder: string): CodePlace | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = MOST_FRAMES
  const { stack } = new Error('place')
  Error.stackTraceLimit = stackTraceLimit
  return placeIn(folder, stack)
}

/** `src/index.ts:12`; a sentence for an unknown place. */
export const placeText = (place: CodePlace | undefined): string =>
  place === undefined ? 'an unknown place' : `${place.file}:${place.line}`

/** Places in the code of a project, from stack traces. */
import type { CodePlace } from '../../../protocol.ts'

/** The number of frames to search. Libraries between a change and the project may have many. */
const MOST_FRAMES = 50

/** The topmost place of a stack trace inside the project, its packages aside. */
export function placeIn(stack: unknown, folder: string): CodePlace | undefined {
  if (typeof stack !== 'string') return undefined
  const mark = folder.endsWith('/') ? folder : `${folder}/`
  for (const line of stack.split('\n', MOST_FRAMES + 10)) {
    const place = placeOf(line, mark)
    if (place !== undefined) return place
  }
  return undefined
}

/** `    at name (/project/src/a.ts:12:5)` */
function placeOf(frame: string, mark: string): CodePlace | undefined {
  if (!frame.trimStart().startsWith('at ')) return undefined
  const at = frame.indexOf(mark)
  if (at < 0) return undefined
  const parts = frame.slice(at + mark.length).split(':')
  const line = Number(parts[1])
  const [file = ''] = parts
  if (parts.length < 3 || !Number.isInteger(line) || line < 1) return undefined
  return file.split('/').includes('node_modules') ? undefined : { file, line }
}

/** The place in the project that called; undefined if no code of the project did. */
export function currentPlace(folder: string): CodePlace | undefined {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = MOST_FRAMES
  const { stack } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return placeIn(stack, folder)
}

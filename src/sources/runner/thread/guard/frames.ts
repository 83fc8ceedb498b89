/** Removes stack frames outside of the project from the errors that the project's code prints. */
import { isAbsolute } from 'node:path'
import { fileOfFrame, isOwn } from './place.ts'

/** The indentation of a stack frame in a printed error. Node indents the frames of nested errors further. */
const INDENT = '    '

/** The signs that `inspect` may print after the last stack frame, for the members of the error. */
const SIGNS = ' ,{}[]'

/**
 * Removes the stack frames outside of the project from a text, such as a printed error. The text keeps all other
 * lines, and the signs after a removed frame.
 */
export function withOwnFrames(folder: string, text: string): string {
  if (!text.includes(INDENT)) return text
  const kept: string[] = []
  for (const line of text.split('\n')) {
    const end = endOfFrame(line)
    if (!isForeign(folder, line.slice(0, end))) kept.push(line)
    else if (line.slice(end).trim() !== '') kept.push((kept.pop() ?? '') + line.slice(end))
  }
  return kept.join('\n')
}

/** Returns the length of a line without the signs at its end. */
function endOfFrame(line: string): number {
  let end = line.length
  while (end > 0 && SIGNS.includes(line[end - 1] ?? '')) end--
  return end
}

/** Returns whether a line is a stack frame of Node, of Populace or of a package. */
function isForeign(folder: string, line: string): boolean {
  if (!line.startsWith(INDENT)) return false
  const frame = line.trimStart()
  if (frame.startsWith('... ') && frame.endsWith(' lines matching cause stack trace ...')) return true
  if (!frame.startsWith('at ')) return false
  const file = fileOfFrame(frame)
  if (file === undefined) return frame.endsWith('<anonymous>)') || frame.includes(' (index ')
  return file.startsWith('node:') || (isAbsolute(file) && !isOwn(folder, file))
}

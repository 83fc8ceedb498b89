/** Converts errors of the project's code to problems. A problem names the file and the line of the error. */
import type { CodeProblem } from '../../protocol.ts'
import { placeIn } from '../guard/place.ts'

/**
 * Converts an error of the project's code to a problem.
 * @param file - The relative path of the loaded file. The problem names the loaded file if the stack trace contains
 * no place in the project.
 */
export function problemOf(folder: string, file: string, error: unknown): CodeProblem {
  try {
    return problemIn(folder, file, error)
  } catch {
    return { file, line: 0, message: UNREADABLE }
  }
}

/** The message for a thrown object whose members cannot be read, because their getters throw errors. */
const UNREADABLE = 'the code throws an error that cannot be read'

function problemIn(folder: string, file: string, error: unknown): CodeProblem {
  const place = error instanceof Error ? placeIn(folder, error.stack) : undefined
  const missing: unknown = error instanceof Error ? Reflect.get(error, 'missing') : undefined
  return {
    file: place?.file ?? file,
    line: place?.line ?? lineOf(error),
    // Omits the name of the error class before the message about a missing package, because this message is a whole
    // sentence.
    message: messageOf(error instanceof Error && typeof missing === 'string' ? error.message : error),
    ...(typeof missing === 'string' ? { missing } : {}),
  }
}

/** Returns the first line of an error as text: its name and its message. Leaves out the name `Error`. */
export function messageOf(error: unknown): string {
  try {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    const [line = ''] = text
      .replace(/^Error: /, '')
      .slice(0, 1000)
      .split('\n')
    return line
  } catch {
    return UNREADABLE
  }
}

/**
 * Returns the line number in an error message of the compiler sucrase, such as `Error transforming /x.ts: Unexpected
 * token (3:7)`.
 */
function lineOf(error: unknown): number {
  const [, line] = /\((\d+):\d+\)/.exec(error instanceof Error ? error.message.slice(-200) : '') ?? []
  return Number(line ?? 0)
}

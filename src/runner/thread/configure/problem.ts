/** Errors of the code as problems with a place. */
import type { CodeProblem } from '../../protocol.ts'
import { placeIn } from '../guard/place.ts'

/** @param file - The file that the runner loaded, relative; it counts if the stack names no place in it. */
export function problemOf(folder: string, file: string, error: unknown): CodeProblem {
  try {
    return problemIn(folder, file, error)
  } catch {
    return { file, line: 0, message: UNREADABLE }
  }
}

/** Code may throw objects whose members throw. */
const UNREADABLE = 'the code throws an error that cannot be read'

function problemIn(folder: string, file: string, error: unknown): CodeProblem {
  const place = error instanceof Error ? placeIn(folder, error.stack) : undefined
  const missing: unknown = error instanceof Error ? Reflect.get(error, 'missing') : undefined
  return {
    file: place?.file ?? file,
    line: place?.line ?? lineOf(error),
    // The message about a package is a sentence of its own.
    message: messageOf(error instanceof Error && typeof missing === 'string' ? error.message : error),
    ...(typeof missing === 'string' ? { missing } : {}),
  }
}

/** The message on one line. */
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

/** The line that the compiler names: `Error transforming /x.ts: Unexpected token (3:7)`. */
function lineOf(error: unknown): number {
  const [, line] = /\((\d+):\d+\)/.exec(error instanceof Error ? error.message.slice(-200) : '') ?? []
  return Number(line ?? 0)
}

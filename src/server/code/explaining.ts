/** Runs requests through the code of a project, for explanations and tools. */
import type { CodeRun, RunCode } from '../../explain/index.ts'
import type { Mock, Traced } from '../mock.ts'

/**
 * The time limit for the runs of one explanation, in milliseconds. After the time limit, the explainer tries no further
 * proposals.
 */
const TRIALS = 5_000

/**
 * Converts a traced answer to the form that the explainer expects; undefined if neither the project's code nor a plugin
 * endpoint took part.
 */
export function codeRunOf({ answer, effect }: Traced): CodeRun | undefined {
  if (effect === undefined) return undefined
  const { status, body, bytes } = answer
  return { ...effect, response: { status, body: bytes ?? body } }
}

/**
 * Creates the function with which an explanation runs the project's code on a server: first for the explained request,
 * and then for each proposed request. The parameter `first` is the trace of the explained request, if known.
 */
export function runCodeOver({ trace }: Pick<Mock, 'trace'>, first?: Traced): RunCode {
  let end: number | undefined
  return async (request) => {
    const now = performance.now()
    if (end === undefined) {
      end = now + TRIALS
      return codeRunOf(first ?? (await trace(request)))
    }
    return now > end ? undefined : codeRunOf(await trace(request))
  }
}

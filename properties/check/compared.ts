/**
 * Finds the requests whose answers decide that a law fails, so that the report of the failure always shows these
 * requests.
 */
import type { Experiment, Reply } from '../laws/law.ts'
import { judged } from './experiment.ts'
import { changesOf } from './sabotage.ts'

/** The minimum number of positions that `comparedIn` returns, if the experiment has enough replies. */
const FEWEST = 2

/**
 * Returns the positions of the replies on which a fault depends. If the reply at one of these positions were
 * different, the law would hold or its fault would report other values. If the function finds fewer than two
 * positions, it adds the positions of the replies that `judge` reads last.
 */
export function comparedIn(
  judge: Experiment['judge'],
  replies: readonly Reply[],
  fault: string,
): readonly number[] {
  const [head] = fault.split('\n')
  const isCompared = (at: number, changed: Reply): boolean => {
    const other = judged(judge, replies.with(at, changed))
    return other === undefined || (other !== fault && other.split('\n')[0] === head)
  }
  const found = replies.flatMap((reply, at) =>
    [...changesOf(reply), ...replies].some((changed) => isCompared(at, changed)) ? [at] : [],
  )
  if (found.length >= FEWEST) return found
  return [...new Set([...found, ...lastRead(judge, replies)])].toSorted((a, b) => a - b)
}

/** Returns the positions of the two replies that a `judge` function reads last. */
function lastRead(judge: Experiment['judge'], replies: readonly Reply[]): readonly number[] {
  const read = new Set<number>()
  const watched = replies.map(
    (reply, at) =>
      new Proxy(reply, {
        get: (target, name) => {
          read.delete(at)
          read.add(at)
          return Reflect.get(target, name)
        },
      }),
  )
  judged(judge, watched)
  return [...read].slice(-FEWEST)
}

/** A law of writes as data: an id, its text, and a property of generated inputs. */
import * as fc from 'fast-check'
import { messageOf } from '../check/experiment.ts'
import type { Fault } from '../laws/law.ts'
import type { Subject } from '../laws/subject.ts'

/**
 * The arguments of the function that judges an input: the tested implementation, and a function that counts observed
 * events.
 */
export interface WriteTrial {
  readonly subject: Subject
  readonly see: (what: string) => void
}

interface WriteVerdict {
  readonly fault: Fault
  /** The number of times that each event occurred, by the name of the event. */
  readonly seen: ReadonlyMap<string, number>
}

export interface WriteLaw {
  readonly id: string
  /** The text of the law. */
  readonly says: string
  /**
   * The names of the events that must occur in a run. If an event never occurs, the inputs could not have broken the
   * law.
   */
  readonly sees: readonly string[]
  /** Generates inputs until the law finds a fault for an input, and shrinks this input. */
  readonly check: (subject: Subject, how: WriteRuns) => Promise<WriteVerdict>
  /**
   * Returns one judging function for each input, to judge many implementations on the same inputs. The same seed always
   * gives the same inputs.
   */
  readonly judges: (how: WriteRuns) => readonly ((subject: Subject) => Promise<Fault>)[]
}

export interface WriteRuns {
  readonly runs: number
  readonly seed: number
}

/** The answer to a write, with the state after the write. */
export type MadeWrite = NonNullable<ReturnType<Subject['write']>>

type Head = Pick<WriteLaw, 'id' | 'says' | 'sees'>

/** Makes a law of writes from a generator of inputs. The function `judge` returns or throws the fault of an input. */
export const writeLaw = <Input>(
  head: Head,
  inputs: fc.Arbitrary<Input>,
  judge: (trial: WriteTrial, input: Input) => Fault | Promise<Fault>,
): WriteLaw => ({
  ...head,
  check: async (subject, { runs, seed }) => {
    const seen = new Map<string, number>()
    const see = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)
    const property = fc.asyncProperty(inputs, async (input) => {
      const fault = await judge({ subject, see }, input)
      if (fault !== undefined) throw new Error(fault)
    })
    const { errorInstance } = await fc.check(property, { seed, numRuns: runs })
    return { fault: errorInstance === null ? undefined : messageOf(errorInstance), seen }
  },
  judges: ({ runs, seed }) =>
    fc.sample(inputs, { seed, numRuns: runs }).map((input) => async (subject) => {
      try {
        return await judge({ subject, see: () => undefined }, input)
      } catch (error) {
        return messageOf(error)
      }
    }),
})

/** Makes a law of writes without generated inputs; the check of the law runs only once. */
export function plainWriteLaw(head: Head, judge: (trial: WriteTrial) => Fault): WriteLaw {
  const law = writeLaw(head, fc.constant(undefined), judge)
  return {
    ...law,
    check: (subject, how) => law.check(subject, { ...how, runs: 1 }),
    judges: (how) => law.judges({ ...how, runs: 1 }),
  }
}

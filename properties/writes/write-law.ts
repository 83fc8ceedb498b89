/** A law of writes as data: an id, one sentence, and a property of generated inputs. */
import * as fc from 'fast-check'
import { messageOf } from '../check/experiment.ts'
import type { Fault } from '../laws/law.ts'
import type { Subject } from '../laws/subject.ts'

/** The implementation that a law judges, and the means to count what the law saw. */
export interface WriteTrial {
  readonly subject: Subject
  readonly see: (what: string) => void
}

interface WriteVerdict {
  readonly fault: Fault
  /** The number of occurrences of each event in `sees`. */
  readonly seen: ReadonlyMap<string, number>
}

export interface WriteLaw {
  readonly id: string
  /** One sentence. */
  readonly says: string
  /** The events that must occur, so that the inputs of the law could have failed. */
  readonly sees: readonly string[]
  /** Tries inputs until one has a fault, and shrinks that one. */
  readonly check: (subject: Subject, how: WriteRuns) => Promise<WriteVerdict>
  /** The same inputs for each seed, to judge many subjects. */
  readonly judges: (how: WriteRuns) => readonly ((subject: Subject) => Promise<Fault>)[]
}

export interface WriteRuns {
  readonly runs: number
  readonly seed: number
}

/** A write that was answered, with the state after it. */
export type MadeWrite = NonNullable<ReturnType<Subject['write']>>

type Head = Pick<WriteLaw, 'id' | 'says' | 'sees'>

/** Makes a law. `judge` returns or throws the fault of an input. */
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

/** A law without generated inputs: one run is all. */
export function plainWriteLaw(head: Head, judge: (trial: WriteTrial) => Fault): WriteLaw {
  const law = writeLaw(head, fc.constant(undefined), judge)
  return {
    ...law,
    check: (subject, how) => law.check(subject, { ...how, runs: 1 }),
    judges: (how) => law.judges({ ...how, runs: 1 }),
  }
}

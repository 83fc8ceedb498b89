/** Generates the write sequences of a run from the seed of the run. */
import * as fc from 'fast-check'
import { dice } from '../../../../properties/arbitraries/dice.ts'
import type { WriteReference } from '../write-reference.ts'
import { type DrawnSequence, type GenerateContext, sequenceOf } from './generate.ts'

/** The number of generated requests in a run for which one sequence of writes is generated. */
const REQUESTS_FOR_ONE = 20
/** The maximum length of the list of random numbers from which a sequence is generated. */
const MAX_THROWS = 240

export const sequencesFor = (runs: number): number => Math.ceil(runs / REQUESTS_FOR_ONE)

export interface NamedSequence extends DrawnSequence {
  /** The value of `--replay` with which the check generates the same sequence again. */
  readonly replay: string
}

export interface SequenceRange {
  readonly seed: number
  readonly count: number
}

const FORM = /^writes:(-?\d+):(\d{1,9})$/

/**
 * Parses a value of `--replay` that names a write sequence. Returns undefined if the value names a single request
 * instead.
 */
export function readSequence(text: string): { readonly seed: number; readonly index: number } | undefined {
  const [, seed, index] = FORM.exec(text) ?? []
  return seed === undefined || index === undefined ? undefined : { seed: Number(seed), index: Number(index) }
}

/** Returns the first `count` write sequences that a seed generates, in order. */
export function generatedSequences(
  writeReference: WriteReference,
  { seed, count }: SequenceRange,
  generating: GenerateContext,
): readonly NamedSequence[] {
  const all = count === 0 ? [] : fc.sample(dice(MAX_THROWS), { seed, numRuns: count })
  return all.flatMap((throws, index) => drawn(writeReference, throws, { seed, index }, generating))
}

/**
 * Returns a list with the write sequence whose seed and index a report names. The list is empty if no role may write
 * any content type.
 */
export function namedSequence(
  writeReference: WriteReference,
  { seed, index }: { readonly seed: number; readonly index: number },
  generating: GenerateContext,
): readonly NamedSequence[] {
  const [throws] = fc.sample(dice(MAX_THROWS), { seed, path: String(index), numRuns: 1 })
  return throws === undefined ? [] : drawn(writeReference, throws, { seed, index }, generating)
}

function drawn(
  writeReference: WriteReference,
  throws: readonly number[],
  { seed, index }: { readonly seed: number; readonly index: number },
  generating: GenerateContext,
): readonly NamedSequence[] {
  const replay = `writes:${seed}:${index}`
  const live = writeReference.begin()
  try {
    const sequence = sequenceOf(live, throws, replay, generating)
    return sequence === undefined ? [] : [{ ...sequence, replay }]
  } finally {
    live.end()
  }
}

/** The generated sequences of a run: which ones follows from its seed. */
import * as fc from 'fast-check'
import { dice } from '../../../../properties/arbitraries/dice.ts'
import type { Author } from '../author.ts'
import { type Drawn, type Generating, sequenceOf } from './generate.ts'

/** One sequence for so many generated requests. */
const REQUESTS_FOR_ONE = 20
/** Decisions of a sequence. */
const THROWS = 240

export const sequencesFor = (runs: number): number => Math.ceil(runs / REQUESTS_FOR_ONE)

export interface Generated extends Drawn {
  /** What `--replay` takes. */
  readonly replay: string
}

export interface Which {
  readonly seed: number
  readonly count: number
}

const FORM = /^writes:(-?\d+):(\d{1,9})$/

/** A sequence as `--replay` names it; undefined for a text that names a request. */
export function readSequence(text: string): { readonly seed: number; readonly index: number } | undefined {
  const [, seed, index] = FORM.exec(text) ?? []
  return seed === undefined || index === undefined ? undefined : { seed: Number(seed), index: Number(index) }
}

/** The sequences of a seed, in their order. */
export function generatedSequences(
  author: Author,
  { seed, count }: Which,
  generating: Generating,
): readonly Generated[] {
  const all = count === 0 ? [] : fc.sample(dice(THROWS), { seed, numRuns: count })
  return all.flatMap((throws, index) => drawn(author, throws, { seed, index }, generating))
}

/** One sequence, as a report names it. */
export function namedSequence(
  author: Author,
  { seed, index }: { readonly seed: number; readonly index: number },
  generating: Generating,
): readonly Generated[] {
  const [throws] = fc.sample(dice(THROWS), { seed, path: String(index), numRuns: 1 })
  return throws === undefined ? [] : drawn(author, throws, { seed, index }, generating)
}

function drawn(
  author: Author,
  throws: readonly number[],
  { seed, index }: { readonly seed: number; readonly index: number },
  generating: Generating,
): readonly Generated[] {
  const replay = `writes:${seed}:${index}`
  const live = author.begin()
  try {
    const sequence = sequenceOf(live, throws, replay, generating)
    return sequence === undefined ? [] : [{ ...sequence, replay }]
  } finally {
    live.end()
  }
}

/**
 * Finds the circumstances in which a cause shows. All wrong answers of the cause have such a circumstance, and few right
 * answers that follow the same rule have it.
 */
import { lazy } from '../../reference/graph/lazy.ts'
import type { Schema } from '../../reference/schema/schema.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange } from '../exchange/session.ts'
import { circumstancesOf } from './request.ts'
import { circumstancesOfAll } from './values.ts'

/** The circumstances of a wrong answer. */
export interface Circumstances {
  readonly ofRequest: ReadonlySet<string>
  /** The circumstances of the wrong value; empty if no single value is wrong. */
  readonly ofValue: ReadonlySet<string>
}

/** Whether all wrong answers or only most of them must have a circumstance. */
export type Common = 'all' | 'most'

export interface Contrast {
  /** Remembers a right answer. */
  readonly add: (exchange: Exchange) => void
  /** The circumstances that only wrong answers have; undefined if there are none. */
  readonly only: (rule: CheckedRule, wrong: readonly Circumstances[], common: Common) => Only | undefined
}

/** Circumstances that only wrong answers have. */
export interface Only {
  readonly words: readonly string[]
  /** The circumstances, with the numbers of wrong and of right answers that have them. */
  readonly says: string
}

/** The maximum number of right answers that are remembered. */
const MAX_RIGHT = 4_000

/** Of so many right answers, one belongs to the sample. */
const SAMPLED = 5

/**
 * Circumstances without which a right answer may be right by chance: an empty list has no wrong entry, and a list of one
 * entry has no wrong order. Wrong answers with such a circumstance are compared only with right answers that have it.
 */
const SIZES = ['a list with entries', 'several entries']

/** The maximum number of right answers with which the wrong answers of a cause are compared. */
const MAX_COMPARED = 2_400

type Sets = readonly ReadonlySet<string>[]

interface Right {
  readonly rules: ReadonlySet<CheckedRule>
  readonly ofRequest: () => ReadonlySet<string>
  readonly ofValues: () => ReadonlySet<string>
}

export function createContrast(schema: Schema): Contrast {
  const all: Right[] = []
  const shares = new Map<string, number>()
  /** The fraction of a sample of all right answers that have a circumstance. */
  const usual = (word: string): number => {
    const known = shares.get(word)
    if (known !== undefined) return known
    const sample = all.filter((_one, at) => at % SAMPLED === 0)
    const share = sample.filter(({ ofRequest }) => ofRequest().has(word)).length / Math.max(1, sample.length)
    shares.set(word, share)
    return share
  }
  return {
    add: (exchange) => {
      if (all.length >= MAX_RIGHT || exchange.referenced.isOfWriting) return
      const { type, referenced } = exchange
      all.push({
        rules: new Set(referenced.rules),
        ofRequest: lazy(() => new Set(circumstancesOf(exchange, schema))),
        ofValues: lazy(() =>
          type === undefined ? new Set() : circumstancesOfAll(referenced.answer.body, type, schema),
        ),
      })
    },
    only: (rule, wrong, minimum) => {
      const isOfValues = wrong.some(({ ofValue }) => ofValue.size > 0)
      const sizes = SIZES.filter((size) => wrong.every(({ ofRequest }) => ofRequest.has(size)))
      const right = all
        .filter((one) => one.rules.has(rule) && sizes.every((size) => one.ofRequest().has(size)))
        .slice(0, MAX_COMPARED)
        .map(({ ofRequest, ofValues }) =>
          isOfValues ? new Set([...ofRequest(), ...ofValues()]) : ofRequest(),
        )
      const sets = wrong.map(({ ofRequest, ofValue }) => new Set([...ofRequest, ...ofValue]))
      return onlyOf(
        tellingOf({ wrong: sets, right, usual, minimum: MINIMA[minimum] }),
        wrong.length,
        right.length,
      )
    },
  }
}

/** Circumstances that may explain wrong answers, with the number of answers that have all of them. */
interface Candidate {
  readonly words: readonly string[]
  readonly wrong: number
  readonly right: number
}

/** The minimum fraction of the wrong answers that must have a circumstance. */
const MINIMA: Readonly<Record<Common, number>> = { all: 1, most: 0.75 }
/** How many times rarer a circumstance must be among the right answers than among the wrong ones. */
const MIN_LIFT = 5
/** The maximum number of right answers with a circumstance, for each wrong answer with it. */
const MAX_EXCEPTIONS = 2
/** The same maximum for a circumstance that some wrong answers do not have, which is weaker evidence. */
const MAX_EXCEPTIONS_OF_MOST = 0.3
/** The minimum number of right answers without a circumstance. */
const MIN_OTHERS = 5
/** The maximum fraction of all right answers, of any rule, that may have a circumstance. */
const MAX_USUAL = 0.5
/** The maximum number of circumstances whose pairs are tried. */
const MAX_PAIRED = 40

/** The number of wrong answers from which a rare circumstance, or a pair of circumstances, counts as evidence. */
const MANY = 2

interface ComparedAnswers {
  readonly wrong: Sets
  readonly right: Sets
  /** The fraction of all right answers, of any rule, that have a circumstance. */
  readonly usual: (word: string) => number
  readonly minimum: number
}

/** The circumstances that only wrong answers have; without such a circumstance, the pairs that only they have. */
function tellingOf({ wrong, right, usual, minimum }: ComparedAnswers): readonly Candidate[] {
  const count = (words: readonly string[]): Candidate => {
    const has = (one: ReadonlySet<string>): boolean => words.every((word) => one.has(word))
    return { words, wrong: wrong.filter(has).length, right: right.filter(has).length }
  }
  const isCommon = (one: Candidate): boolean => one.wrong >= wrong.length * minimum
  const isTelling = (one: Candidate): boolean =>
    isCommon(one) &&
    one.right <= one.wrong * (one.wrong === wrong.length ? MAX_EXCEPTIONS : MAX_EXCEPTIONS_OF_MOST) &&
    one.right * MIN_LIFT * wrong.length <= one.wrong * right.length &&
    right.length - one.right >= MIN_OTHERS
  const usualOf = ({ words }: Candidate): number => words.reduce((all, word) => all * usual(word), 1)
  const best = (all: readonly Candidate[]): readonly Candidate[] =>
    all
      .filter(isTelling)
      .toSorted((one, other) => scoreOf(other) - scoreOf(one) || usualOf(other) - usualOf(one))
  const common = [...new Set(wrong.flatMap((one) => [...one]))]
    .filter((word) => usual(word) <= MAX_USUAL)
    .map((word) => count([word]))
    .filter(isCommon)
  const single = best(common)
  const [first] = single
  if (first !== undefined) {
    const equal = single.filter((one) => scoreOf(one) === scoreOf(first))
    return ends(equal, wrong.length)
  }
  if (wrong.length < MANY) return []
  const paired = common.slice(0, MAX_PAIRED)
  const pairs = paired.flatMap((one, at) =>
    paired.slice(at + 1).map((other) => count([...one.words, ...other.words])),
  )
  return best(pairs).slice(0, 1)
}

/**
 * The first circumstance, which is the most usual one, and another one. Among several wrong answers, the other one is
 * the rarest one, which they are least likely to have by chance.
 */
const ends = (all: readonly Candidate[], wrong: number): readonly Candidate[] => [
  ...all.slice(0, 1),
  ...(wrong < MANY ? all.slice(1, 2) : all.slice(1).slice(-1)),
]

/** Rises with the number of wrong answers that have the circumstances, and falls with the number of right ones. */
const scoreOf = ({ wrong, right }: Candidate): number => (wrong * wrong) / (wrong + right)

function onlyOf(candidates: readonly Candidate[], wrong: number, right: number): Only | undefined {
  const [first] = candidates
  if (first === undefined) return undefined
  const words = candidates.map((one) => `with ${one.words.join(' together with ')}`)
  const mine =
    wrong === 1
      ? 'the wrong answer'
      : `${first.wrong === wrong ? 'all' : `${first.wrong} of`} ${wrong} wrong answers`
  const others = first.right === 0 ? 'none' : String(first.right)
  return {
    words: candidates.flatMap((one) => one.words),
    says: `${words.join(' and ')}: ${mine}, ${others} of ${right} comparable right answers`,
  }
}

/** Chooses the circumstances that all or most wrong answers of a cause have, and that few right answers have. */
import { OF_MODEL } from './request.ts'

/** The circumstances of a cause that wrong answers have and right answers rarely have. */
export interface Only {
  readonly words: readonly string[]
  /** The fact that distinguishes the wrong entries of lists, if the circumstances are about entries alone. */
  readonly ofEntries?: string
  /** Whether all wrong answers and no right answer have the circumstances, and probably not by chance. */
  readonly isStrict: boolean
  /** The circumstances as a phrase, such as `with the path of one entry`. */
  readonly where: string
  /** The circumstances, with the numbers of wrong and of right answers that have them. */
  readonly says: string
}

type Sets = readonly ReadonlySet<string>[]

export interface ComparedAnswers {
  /** The circumstances of each wrong answer of the cause. */
  readonly wrong: Sets
  /** The circumstances of each comparable right answer. */
  readonly right: Sets
  /** Returns the fraction of all right answers that have a circumstance, regardless of the rules that they follow. */
  readonly usual: (word: string) => number
  /** The minimum fraction of the wrong answers that must have a reported circumstance. */
  readonly minimum: number
}

/**
 * One or two circumstances that may explain wrong answers, with the numbers of wrong and right answers that have all
 * of them.
 */
interface Candidate {
  readonly words: readonly string[]
  readonly wrong: number
  readonly right: number
}

/** The minimum ratio of the share of a circumstance among the wrong answers to its share among the right answers. */
const MIN_LIFT = 5
/**
 * The ratio that replaces `MIN_LIFT` for a rare circumstance of many wrong answers, which at most `MAX_FEW` right
 * answers per wrong answer have.
 */
const MIN_LIFT_OF_FEW = 3
const MAX_FEW = 0.25
const MAX_USUAL_OF_FEW = 0.2
/** The maximum number of right answers with a reported circumstance, for each wrong answer with this circumstance. */
const MAX_EXCEPTIONS = 2
/**
 * The number that replaces `MAX_EXCEPTIONS` for a circumstance that some wrong answers lack, because such a
 * circumstance is weaker evidence.
 */
const MAX_EXCEPTIONS_OF_MOST = 0.3
/** The maximum fraction of all right answers with a circumstance so special that it rarely occurs by chance. */
const MAX_USUAL_OF_SPECIAL = 0.005
/** The fraction of the wrong answers from which a circumstance counts as a circumstance of all wrong answers. */
const NEARLY_ALL = 0.95
/** The maximum fraction of the right answers with a circumstance that all of `ENOUGH` or more wrong answers have. */
const MAX_SHARE = 0.1
const ENOUGH = 8
/** The minimum number of comparable right answers that must lack a reported circumstance. */
const MIN_OTHERS = 3
/** The maximum fraction of all right answers, regardless of their rules, that may have a reported circumstance. */
const MAX_USUAL = 0.5
/** The maximum probability that all wrong answers by chance have a circumstance more usual than `MAX_USUAL`. */
const MAX_CHANCE = 0.01
/** The maximum probability that all wrong answers by chance have the circumstances that a title states. */
const MAX_CHANCE_OF_STRICT = 0.001
/** The maximum number of circumstances of which the check tries all pairs. */
const MAX_PAIRED = 40
/**
 * The number of wrong answers from which the second reported circumstance is the rarest of those with an equal score.
 * With fewer wrong answers, it is the first of those in the order of circumstances.
 */
const MANY = 2
/** The number of wrong answers from which the name of a type, or a pair of circumstances, counts as evidence. */
const SEVERAL = 4
/**
 * The minimum ratio of all right answers to the right answers with the circumstance, for a circumstance of fewer than
 * `SEVERAL` wrong answers.
 */
const MIN_RIGHT_OF_FEW = 15
/** The number that replaces `MIN_RIGHT_OF_FEW` for a single wrong answer, because a single answer is weak evidence. */
const MIN_RIGHT_OF_ONE = 25
/**
 * The minimum fraction of the wrong answers that must have a circumstance that is rare and that no right answer has.
 * This many wrong answers do not have a circumstance by chance. Other mistakes of the server may cause the remaining
 * wrong answers.
 */
const MINIMUM_OF_PART = 0.5
const MAX_USUAL_OF_PART = 0.05
const MIN_WRONG_OF_PART = 3
/**
 * The number of right answers with a circumstance from which the check looks for a pair of circumstances that fewer
 * right answers have.
 */
const MIN_REFINED = 4
/**
 * The minimum number of comparable right answers from which a pair of circumstances, or a circumstance that some wrong
 * answers lack, counts as evidence.
 */
const MIN_OF_PAIR = 20
/** The minimum ratio of the right answers with the better circumstance of a pair to those with both. */
const MIN_GAIN = 4

/** Returns the circumstances that wrong answers have and right answers rarely have; undefined if there are none. */
export function onlyOf(answers: ComparedAnswers): Only | undefined {
  const telling = tellingOf(answers)
  const [first] = telling
  if (first === undefined) return undefined
  const [wrong, right] = [answers.wrong.length, answers.right.length]
  const words = telling.map((one) => `with ${one.words.join(' together with ')}`)
  const mine =
    wrong === 1
      ? 'the wrong answer'
      : `${first.wrong === wrong ? 'all' : `${first.wrong} of`} ${wrong} wrong answers`
  const others = first.right === 0 ? 'none' : String(first.right)
  return {
    words: telling.flatMap((one) => one.words),
    isStrict:
      first.wrong === wrong &&
      first.right === 0 &&
      Math.min(...first.words.map(answers.usual)) ** wrong <= MAX_CHANCE_OF_STRICT,
    where: words.join(' and '),
    says: `${words.join(' and ')}: ${mine}, ${others} of ${right} comparable right answers`,
  }
}

/** Returns whether all wrong answers, and few right answers, have the given circumstances together. */
export function areTelling(words: readonly string[], answers: ComparedAnswers): boolean {
  const has = (one: ReadonlySet<string>): boolean => words.every((word) => one.has(word))
  const isRare = words.every((word) => !isName(word) && answers.usual(word) <= MAX_USUAL_OF_FEW)
  const counted = { words, wrong: answers.wrong.filter(has).length, right: answers.right.filter(has).length }
  return isRare && isTelling(counted, answers)
}

function tellingOf(answers: ComparedAnswers): readonly Candidate[] {
  const { wrong, right, usual } = answers
  const count = (words: readonly string[]): Candidate => {
    const has = (one: ReadonlySet<string>): boolean => words.every((word) => one.has(word))
    return { words, wrong: wrong.filter(has).length, right: right.filter(has).length }
  }
  const common = commonIn(answers).map((word) => count([word]))
  const compare = comparer(answers, common)
  const best = (all: readonly Candidate[]): readonly Candidate[] =>
    all.filter((one) => isTelling(one, answers)).toSorted(compare)
  const whole = best(common)
  const single =
    whole.length > 0
      ? whole
      : partly(answers)
          .map((word) => count([word]))
          .filter((one) => isOfPart(one, answers))
          .toSorted(compare)
  const [first] = single
  if (wrong.length < SEVERAL) return ends(single, answers).filter((one) => isProof(one, answers))
  if (first !== undefined && first.right < MIN_REFINED) return ends(single, answers)
  const paired = common
    .filter(({ words }) => !words.some((word) => isName(word) || usual(word) > MAX_USUAL))
    .toSorted((one, other) => one.right - other.right)
    .slice(0, MAX_PAIRED)
  const [pair] = best(
    paired
      .flatMap((one, at) => paired.slice(at + 1).map((other) => count([...one.words, ...other.words])))
      .filter((one) => one.wrong === wrong.length && right.length >= MIN_OF_PAIR),
  )
  if (first === undefined) return pair === undefined ? [] : [pair]
  return pair !== undefined && pair.wrong >= first.wrong && pair.right * MIN_GAIN < first.right
    ? [pair]
    : ends(single, answers)
}

const isName = (word: string): boolean => word.startsWith(OF_MODEL)

/**
 * Returns the circumstances that at least one wrong answer has; none if all wrong answers must have a reported
 * circumstance.
 */
const partly = ({ wrong, minimum }: ComparedAnswers): readonly string[] =>
  minimum === 1 ? [] : [...new Set(wrong.flatMap((one) => [...one]))]

/** Returns the circumstances that enough wrong answers have, unless they probably have them by chance. */
function commonIn({ wrong, usual, minimum }: ComparedAnswers): readonly string[] {
  const isByChance = (word: string): boolean =>
    usual(word) > MAX_USUAL && usual(word) ** wrong.length > MAX_CHANCE
  return [...new Set(wrong.flatMap((one) => [...one]))].filter(
    (word) =>
      !isByChance(word) &&
      (wrong.length >= SEVERAL || !isName(word)) &&
      wrong.filter((one) => one.has(word)).length >= wrong.length * minimum,
  )
}

/** Returns whether a rare circumstance occurs in enough wrong answers and in no right answer. */
const isOfPart = ({ words, wrong, right }: Candidate, answers: ComparedAnswers): boolean =>
  wrong >= MIN_WRONG_OF_PART &&
  wrong >= answers.wrong.length * MINIMUM_OF_PART &&
  right === 0 &&
  answers.right.length >= MIN_OF_PAIR &&
  words.length === 1 &&
  words.every((word) => !isName(word) && answers.usual(word) <= MAX_USUAL_OF_PART)

function isTelling(one: Candidate, { wrong, right, usual, minimum }: ComparedAnswers): boolean {
  const isOfAll = one.wrong >= wrong.length * NEARLY_ALL
  const isMany = isOfAll && wrong.length >= ENOUGH && one.words.length === 1
  const isSpecial = one.words.every((word) => usual(word) <= MAX_USUAL_OF_SPECIAL)
  const isRare = one.right <= one.wrong * (isOfAll || isSpecial ? MAX_EXCEPTIONS : MAX_EXCEPTIONS_OF_MOST)
  const isFew =
    isMany && one.right <= one.wrong * MAX_FEW && one.words.every((word) => usual(word) <= MAX_USUAL_OF_FEW)
  const lift = isFew ? MIN_LIFT_OF_FEW : MIN_LIFT
  return (
    one.wrong >= wrong.length * minimum &&
    (isRare || (isMany && one.right <= right.length * MAX_SHARE)) &&
    one.right * lift * wrong.length <= one.wrong * right.length &&
    right.length - one.right >= (isOfAll ? MIN_OTHERS : MIN_OF_PAIR)
  )
}

/**
 * Returns whether a circumstance of fewer than `SEVERAL` wrong answers counts as evidence: enough right answers are
 * known, and few of them have the circumstance.
 */
const isProof = (one: Candidate, { wrong, right }: ComparedAnswers): boolean =>
  right.length >=
  Math.max(MIN_OF_PAIR, one.right * (wrong.length === 1 ? MIN_RIGHT_OF_ONE : MIN_RIGHT_OF_FEW))

type Comparer = (one: Candidate, other: Candidate) => number

/**
 * Returns a function that orders circumstances. A circumstance of many wrong and few right answers comes first. Among
 * equal circumstances, the one that similar right answers lack comes first, and then the more usual one. The name of a
 * content type comes after the type's properties.
 */
function comparer({ right, usual }: ComparedAnswers, common: readonly Candidate[]): Comparer {
  const words = common.flatMap((one) => one.words)
  const distances = new Map<string, number>()
  for (const one of right) {
    const lacked = words.filter((word) => !one.has(word))
    for (const word of lacked)
      distances.set(word, Math.min(distances.get(word) ?? Number.POSITIVE_INFINITY, lacked.length))
  }
  const distance = (one: Candidate): number => Math.min(...one.words.map((word) => distances.get(word) ?? 0))
  const usualOf = (one: Candidate): number => one.words.reduce((all, word) => all * usual(word), 1)
  const isOfModel = (one: Candidate): number => Number(one.words.some(isName))
  return (one, other) =>
    scoreOf(other) - scoreOf(one) ||
    isOfModel(one) - isOfModel(other) ||
    distance(one) - distance(other) ||
    usualOf(other) - usualOf(one)
}

/**
 * Returns the first circumstance, and another circumstance with the same score. With several wrong answers, the other
 * circumstance is the rarest one, because wrong answers are least likely to have it by chance. A special form of the
 * first circumstance replaces it if fewer right answers have the form, or if the form names an attribute type.
 */
function ends(all: readonly Candidate[], { wrong, usual }: ComparedAnswers): readonly Candidate[] {
  const [first] = all
  if (first === undefined) return []
  const equal = all.filter((one) => scoreOf(one) === scoreOf(first))
  const usualOf = ({ words: [word = ''] }: Candidate): number => usual(word)
  const special =
    equal.find(
      (one) =>
        isWithin(first, one) &&
        (usualOf(one) < usualOf(first) || (wrong.length >= MANY && isOfType(one, first))),
    ) ?? first
  const others = equal.filter((one) =>
    [first, special].every((chosen) => !isWithin(chosen, one) && !isWithin(one, chosen)),
  )
  const rarest = others.toSorted((one, other) => usualOf(one) - usualOf(other))
  return [special, ...(wrong.length < MANY ? others : rarest).slice(0, 1)]
}

/**
 * Returns whether the first circumstance, such as `X for a text attribute`, limits the second one (`X`) to attributes
 * of one type.
 */
const isOfType = ({ words: [own = ''] }: Candidate, { words: [other = ''] }: Candidate): boolean =>
  own.startsWith(`${other} for `) && own.endsWith(' attribute')

/**
 * Returns whether the words of the circumstance `one` are among those of `other`, such as `a file` and `a file in a
 * zone`.
 */
function isWithin(one: Candidate, other: Candidate): boolean {
  const all = new Set(other.words.join(' ').split(' '))
  const own = one.words.join(' ').split(' ')
  return own.every((word) => all.has(word))
}

/**
 * Returns the score of circumstances, which rises with the number of wrong answers that have them, and falls with the
 * number of right answers.
 */
const scoreOf = ({ wrong, right }: Candidate): number => (wrong * wrong) / (wrong + right)

/**
 * Finds the circumstances in which a cause makes answers wrong. A circumstance is a fact about a request or an answer.
 * A reported circumstance occurs in most wrong answers of the cause, and in few right answers that follow the same
 * rule.
 */
import { lazy } from '../../reference/graph/lazy.ts'
import type { Reference } from '../exchange/reference.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange } from '../exchange/session.ts'
import type { WireRequest } from '../target/target.ts'
import { ofFilteredValues, ofSortedValues } from './columns.ts'
import { effectOf, TESTED } from './effects.ts'
import { type EntryFacts, isOfAll, onlyOfEntries } from './entries.ts'
import { circumstancesOf, OF_STATUS } from './request.ts'
import { areTelling, type ComparedAnswers, type Only, onlyOf } from './telling.ts'
import { circumstancesOfAll, OF_MEMBER } from './values.ts'

/**
 * The circumstances in which the target gave a wrong answer. Together with those of right answers, they show what the
 * wrong answers have in common.
 */
export interface Circumstances {
  readonly ofRequest: ReadonlySet<string>
  /** The circumstances of the wrong value in the answer; empty if no single value is wrong. */
  readonly ofValue: ReadonlySet<string>
  /** Whether the answer has a wrong status. The right answers with the same right status are then comparable. */
  readonly isOfStatus: boolean
  /** The parameters of the request without which the right answer would be different. */
  readonly effective: ReadonlySet<string>
  /** The facts about the entries of a filtered list; absent for other answers. */
  readonly entries?: EntryFacts
}

/** Whether all wrong answers of a cause or only most of them must have a reported circumstance. */
export type Common = 'all' | 'most'

export interface Contrast {
  /** Stores a right answer for later comparison with wrong answers. */
  readonly add: (exchange: Exchange) => void
  /** Returns the requests of the stored right answers. */
  readonly requests: () => readonly WireRequest[]
  /**
   * Returns the circumstances that wrong answers have and right answers rarely have; undefined if there are none. The
   * comparable right answers follow the rule. Without a rule, as for a failure, all right answers are comparable. With
   * `isReported`, leaves out the circumstances of the values of a member, if each value of the member is wrong.
   */
  readonly only: (
    rule: CheckedRule | null,
    wrong: readonly Circumstances[],
    common: Common,
    isReported?: boolean,
  ) => Only | undefined
  /**
   * Returns the circumstances that wrong answers have and right answers to the requests that pass the test rarely have;
   * undefined if there are none. With `isCounted`, only the circumstances that pass it count.
   */
  readonly onlyAgainst: (
    wrong: readonly Circumstances[],
    isComparable: (request: WireRequest) => boolean,
    isCounted?: (word: string) => boolean,
  ) => Only | undefined
  /** Returns whether circumstances distinguish the wrong answers of a rule from its right answers. */
  readonly distinguishes: (rule: CheckedRule, wrong: readonly Circumstances[], only: Only) => boolean
}

/** The maximum number of right answers that the contrast stores. */
const MAX_RIGHT = 4_000

/** The sampling interval: one of this many right answers belongs to the sample. */
const SAMPLED = 5

/**
 * The circumstances without which a right answer may be right by chance. For example, an empty list has no wrong
 * entry, and a list of one entry has no wrong order. The check compares wrong answers with such a circumstance only
 * with right answers that have it too.
 */
const SIZES = ['a list with entries', 'several entries']

/** The maximum number of right answers with which the check compares the wrong answers of a cause. */
const MAX_COMPARED = 2_400

/**
 * The fraction of a cause's wrong answers that a parameter must affect, so that only right answers which it affects
 * are comparable.
 */
const NEARLY_ALL = 0.9

/** The minimum fraction of a cause's wrong answers that must have a reported circumstance. */
const MINIMA: Readonly<Record<Common, number>> = { all: 1, most: 0.75 }

interface Right {
  readonly request: WireRequest
  readonly rules: ReadonlySet<CheckedRule>
  readonly ofRequest: () => ReadonlySet<string>
  readonly ofValues: () => ReadonlySet<string>
  /** Returns the parameters of the request that do not change its right answer. */
  readonly idle: () => ReadonlySet<string>
}

/** Returns a right answer with its circumstances, which are computed only when they are used for the first time. */
function rightOf(exchange: Exchange, reference: Reference): Right {
  const { request, type, referenced } = exchange
  const { graph } = reference
  return {
    request,
    rules: new Set(referenced.rules),
    ofRequest: lazy(
      () =>
        new Set([
          ...circumstancesOf(exchange, graph),
          ...ofFilteredValues(exchange, graph),
          ...ofSortedValues(exchange, graph),
        ]),
    ),
    ofValues: lazy(() =>
      type === undefined ? new Set() : circumstancesOfAll(referenced.answer.body, type, graph.schema),
    ),
    idle: lazy(() => new Set(TESTED.filter((one) => effectOf(one, exchange, reference) === 'idle'))),
  }
}

/**
 * Adds a fact about wrong entries to the circumstances of the answers. The fact replaces circumstances that some wrong
 * answers lack or some right answers have.
 */
function withEntries(
  ofAnswers: Only | undefined,
  ofEntries: ReturnType<typeof onlyOfEntries>,
): Only | undefined {
  if (ofEntries === undefined) return ofAnswers
  if (ofAnswers?.words.some((word) => word.startsWith('entries ')) === true) return ofAnswers
  return ofAnswers?.isStrict === true
    ? { ...ofAnswers, says: `${ofAnswers.says}; ${ofEntries.says}` }
    : { words: [], ofEntries: ofEntries.word, isStrict: false, where: '', says: ofEntries.says }
}

/** Returns the right answers that are comparable with wrong answers, because they follow the rule and have entries. */
function comparableTo(
  wrong: readonly Circumstances[],
  rule: CheckedRule | null,
  all: readonly Right[],
): readonly Right[] {
  const isOfAll = (word: string): boolean => wrong.every(({ ofRequest }) => ofRequest.has(word))
  const statuses = wrong.every(({ isOfStatus }) => isOfStatus) ? [...(wrong[0]?.ofRequest ?? [])] : []
  const sizes = [...SIZES, ...statuses.filter((word) => word.startsWith(OF_STATUS))].filter(isOfAll)
  const effective = TESTED.filter(
    (one) => wrong.filter((each) => each.effective.has(one)).length >= wrong.length * NEARLY_ALL,
  )
  return all
    .filter(
      (one) => (rule === null || one.rules.has(rule)) && sizes.every((size) => one.ofRequest().has(size)),
    )
    .slice(0, MAX_COMPARED)
    .filter(({ idle }) => effective.length === 0 || !effective.some((one) => idle().has(one)))
}

/**
 * Returns the wrong answers without the circumstances of their wrong values, if each value of one member is wrong. The
 * title of the cause names this member.
 */
function withoutValues(wrong: readonly Circumstances[], right: readonly Right[]): readonly Circumstances[] {
  const [first] = wrong
  const isOfMember = [...(first?.ofValue ?? [])].some(
    (word) =>
      word.startsWith(OF_MEMBER) &&
      wrong.every(({ ofValue }) => ofValue.has(word)) &&
      !right.some(({ ofValues }) => ofValues().has(word)),
  )
  return isOfMember ? wrong.map((one) => ({ ...one, ofValue: new Set<string>() })) : wrong
}

type Compared = Omit<ComparedAnswers, 'minimum'>

/**
 * Returns a function that returns the fraction of a sample of all right answers that have a given circumstance of the
 * request or of a value.
 */
function shareReader(all: readonly Right[]): (word: string, isOfValue: boolean) => number {
  const shares = new Map<string, number>()
  return (word, isOfValue) => {
    const known = shares.get(word)
    if (known !== undefined) return known
    const sample = all.filter((_one, at) => at % SAMPLED === 0)
    const having = sample.filter(
      ({ ofRequest, ofValues }) => ofRequest().has(word) || (isOfValue && ofValues().has(word)),
    )
    const share = having.length / Math.max(1, sample.length)
    shares.set(word, share)
    return share
  }
}

export function createContrast(reference: Reference): Contrast {
  const all: Right[] = []
  const usualOf = shareReader(all)
  /** Returns the circumstances of wrong answers and of right answers. */
  const comparedWith = (wrong: readonly Circumstances[], right: readonly Right[]): Compared => {
    const isOfValues = wrong.some(({ ofValue }) => ofValue.size > 0)
    const isOfValue = (word: string): boolean => wrong.some(({ ofValue }) => ofValue.has(word))
    return {
      right: right.map(({ ofRequest, ofValues }) =>
        isOfValues ? new Set([...ofRequest(), ...ofValues()]) : ofRequest(),
      ),
      wrong: wrong.map(
        ({ ofRequest, ofValue }) =>
          new Set([...ofRequest, ...[...ofValue].filter((word) => !word.startsWith(OF_MEMBER))]),
      ),
      usual: (word) => usualOf(word, isOfValue(word)),
    }
  }
  const compared = (rule: CheckedRule | null, wrong: readonly Circumstances[]): Compared =>
    comparedWith(wrong, comparableTo(wrong, rule, all))
  return {
    add: (exchange) => {
      if (all.length >= MAX_RIGHT || exchange.referenced.isOfWriting) return
      all.push(rightOf(exchange, reference))
    },
    requests: () => all.map(({ request }) => request),
    only: (rule, wrong, common, isReported = false) => {
      const right = comparableTo(wrong, rule, all)
      const counted = isReported ? withoutValues(wrong, right) : wrong
      return withEntries(
        onlyOf({ ...comparedWith(counted, right), minimum: MINIMA[common] }),
        onlyOfEntries(wrong.map(({ entries }) => entries)),
      )
    },
    onlyAgainst: (wrong, isComparable, isCounted = () => true) => {
      const compared = comparedWith(
        wrong,
        all.filter(({ request }) => isComparable(request)),
      )
      const counted = (sets: Compared['wrong']) => sets.map((words) => new Set([...words].filter(isCounted)))
      return onlyOf({
        ...{ wrong: counted(compared.wrong), right: counted(compared.right) },
        ...{ usual: compared.usual, minimum: MINIMA.all },
      })
    },
    distinguishes: (rule, wrong, { words, ofEntries }) =>
      words.length > 0
        ? areTelling(words, { ...compared(rule, wrong), minimum: 1 })
        : ofEntries !== undefined && wrong.every(({ entries }) => isOfAll(ofEntries, entries)),
  }
}

/** The wrong orders of values in a sort. `sorting.ts` makes a distortion from each of them. */
import type { ScalarType } from '../../../../reference/schema/schema.ts'
import {
  answeredText,
  compareText,
  foldCase,
  NUMBER_TYPES,
  TEXT_TYPES,
} from '../../../../reference/values.ts'
import type { Json } from '../../../../util/json.ts'
import type { CheckedRule } from '../../../exchange/rules.ts'

/** A wrong way to order two values. */
export interface WrongOrder {
  readonly kind: string
  readonly does: string
  readonly rule: CheckedRule
  readonly types?: ReadonlySet<ScalarType>
  /** Whether the order of ids is right. */
  readonly isRightForIds?: true
  /** Returns the sign of the order of two values. By default, the order of values is right. */
  readonly compare?: Comparison
  /**
   * Returns the direction of the ids of entries with equal values, from the directions of the sort keys; 0 if such
   * entries keep the order of the right answer. By default, the ids ascend.
   */
  readonly ties?: (directions: readonly Direction[]) => Direction | 0
  /**
   * Returns the linked value by which the target sorts an entry. By default, this is the first value in the sort
   * order.
   */
  readonly decides?: Decision
}

/** Chooses one of the linked values of an entry, in the order of their links and in ascending order. */
type Decision = (
  linked: readonly Json[],
  ascending: readonly Json[],
  direction: Direction,
) => Json | undefined

/** A function that returns the sign of the order of two values in a sort key with a direction. */
export type Comparison = (one: Json, other: Json, direction: Direction) => number

/** The direction of a sort: 1 for ascending and -1 for descending order. */
export type Direction = 1 | -1

export const stable = (): 0 => 0

/** Makes a comparison of two values in which null is the smallest value. */
export const nullsFirst =
  (order: (one: Json, other: Json) => number) =>
  (one: Json, other: Json): number =>
    one === null || other === null ? Number(one !== null) - Number(other !== null) : order(one, other)

/** Makes a comparison of the texts of two values in which null is the smallest value. */
const asTexts = (order: (one: string, other: string) => number): Comparison =>
  nullsFirst((one, other) => order(answeredText(one), answeredText(other)))

/** The attribute types whose texts servers often compare alike. */
const PLAIN_TEXTS: ReadonlySet<ScalarType> = new Set(['string', 'text', 'richtext', 'uid'])

const caseless: Comparison = asTexts((one, other) => compareText(foldCase(one), foldCase(other)))

/**
 * The wrong orders of texts that ignore letter case. Texts that differ only in case have the order of ids, or of the
 * right answer.
 */
const CASELESS: readonly WrongOrder[] = [TEXT_TYPES, PLAIN_TEXTS].flatMap((types): readonly WrongOrder[] => {
  const kind = types === TEXT_TYPES ? 'ignores case' : 'ignores case of plain texts'
  const order: WrongOrder = { kind, does: 'ignores case', rule: 'sort.values', types, compare: caseless }
  return [order, { ...order, kind: `${kind}, with stable ties`, ties: stable }]
})

/** The comparisons of texts by the rules of a language, each with its name and with the types of the texts. */
const COLLATIONS: readonly (readonly [
  name: string,
  types: ReadonlySet<ScalarType>,
  collator: Intl.Collator,
])[] = [
  ['rules of a language', TEXT_TYPES, new Intl.Collator('en')],
  ['rules of a language for plain texts', PLAIN_TEXTS, new Intl.Collator('en')],
  ['rules of a language and of numbers', TEXT_TYPES, new Intl.Collator('en', { numeric: true })],
  ['rules of a language without accents', TEXT_TYPES, new Intl.Collator('en', { sensitivity: 'base' })],
]

/** The wrong orders of texts by the rules of a language. Equal texts have the order of ids, or of the right answer. */
const OF_LANGUAGE: readonly WrongOrder[] = COLLATIONS.flatMap(([kind, types, collator]) => {
  const order: WrongOrder = {
    ...{ kind, types, rule: 'sort.values', does: 'sorts texts by the rules of a language' },
    compare: asTexts((one, other) => collator.compare(one, other)),
  }
  return [order, { ...order, kind: `${kind}, with stable ties`, ties: stable }]
})

export const WRONG_ORDERS: readonly WrongOrder[] = [
  ...CASELESS,
  ...OF_LANGUAGE,
  {
    ...{ kind: 'texts by UTF-16 units', rule: 'sort.values', types: TEXT_TYPES },
    does: 'sorts texts by their UTF-16 units, not by code points',
    compare: asTexts((one, other) => (one < other ? -1 : Number(one > other))),
  },
  {
    ...{ kind: 'numbers as texts', does: 'sorts numbers as texts', rule: 'sort.values', types: NUMBER_TYPES },
    compare: asTexts(compareText),
  },
  {
    ...{ kind: 'big integers as texts', does: 'sorts big integers as texts', rule: 'sort.values' },
    types: new Set(['biginteger']),
    compare: asTexts(compareText),
  },
  {
    ...{ kind: 'numbers except big integers as texts', does: 'sorts numbers as texts', rule: 'sort.values' },
    types: new Set(['integer', 'float', 'decimal']),
    compare: asTexts(compareText),
  },
  {
    ...{ kind: 'integers as texts', does: 'sorts integers as texts, but not ids', rule: 'sort.values' },
    ...{ types: new Set(['integer']), isRightForIds: true },
    compare: asTexts(compareText),
  },
  {
    ...{ kind: 'fractions as texts', does: 'sorts numbers with a fraction as texts', rule: 'sort.values' },
    types: new Set(['float', 'decimal']),
    compare: asTexts(compareText),
  },
]

/** The wrong directions of the ids of entries with equal values, each with the sorts after which they descend. */
export const WRONG_TIES: readonly (readonly [when: string, ties: NonNullable<WrongOrder['ties']>])[] = [
  ['', () => -1],
  [' after a descending first key', ([first = 1]) => first],
  [' after a descending last key', (directions) => directions.at(-1) ?? 1],
  [' if every sort key is descending', (directions) => (directions.every((one) => one === -1) ? -1 : 1)],
]

const withValue = (values: readonly Json[]): readonly Json[] => values.filter((value) => value !== null)

/** The wrong choices of the linked value, each with its name, and with a suffix if several have the same name. */
export const DECISIONS: readonly (readonly [what: string, decides: Decision, but?: string])[] = [
  ['the smallest linked value', (_linked, [first]) => first],
  ['the smallest linked value', (_linked, sorted) => withValue(sorted)[0], ', without missing values'],
  [
    'the smallest linked value',
    (_linked, sorted, direction) => (direction === 1 ? sorted : withValue(sorted))[0],
    ', without missing values if descending',
  ],
  ['the greatest linked value', (_linked, sorted) => sorted.at(-1)],
  ['the value of the first link', ([first]) => first],
  ['the value of the last link', (linked) => linked.at(-1)],
]

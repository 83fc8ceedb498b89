/** Defines misreadings of names: wrong ways to read commas, stars, dotted paths, and conditions without an operator. */
import { isLogicalOperator, isOperator, LOGICAL, OPERATORS } from '../../../reference/operators/operators.ts'
import type { CheckedRule } from '../../exchange/rules.ts'
import { isListIndex, isOptionPlace, readPart } from '../../names/mentions.ts'
import { isOf, keyOf, type Misreading, ofQuery, type Reading, UNKNOWN } from './parts.ts'

/**
 * Returns whether the key of a query part is a parameter or an item of its list, such as `fields` or `fields[0]`.
 */
export function isListOf(parameter: string, part: string): boolean {
  const [root, ...names] = readPart(part).segments
  return root === parameter && names.length < 2 && names.every(isListIndex)
}

/** Returns whether a part of the query is a text of a parameter, such as `fields=name`, and not an item of a list. */
const isTextOf = (parameter: string, part: string): boolean =>
  isListOf(parameter, part) && readPart(part).segments.length === 1

/**
 * Makes a misreading that changes the names in the texts and lists of a parameter. If `isMeant` is given, only the
 * parts for which it returns true are changed. A text or an item without names is removed.
 */
const ofNames = (
  rule: CheckedRule,
  parameter: string,
  kind: string,
  change: (names: readonly string[]) => readonly string[],
  isMeant = isListOf,
): Reading =>
  ofQuery(rule, `${kind} in ${parameter}`, (parts) =>
    parts.flatMap((part) => {
      if (!isMeant(parameter, part)) return [part]
      const names = readPart(part).value.split(',')
      const others = change(names)
      if (others.join() === names.join()) return [part]
      return others.length === 0 ? [] : [`${keyOf(part)}=${encodeURIComponent(others.join())}`]
    }),
  )

/** The parameters with lists of names, each with the rule about several names. */
const LISTS: readonly (readonly [parameter: string, several: CheckedRule])[] = [
  ['fields', 'fields.several'],
  ['populate', 'populate.form.several'],
  ['sort', 'sort.text'],
]

/**
 * The parts of a query in which a server may read a comma as a character of a name: all texts and list items, or only
 * texts.
 */
const WITH_COMMAS: readonly (readonly [kind: string, says: string, isMeant: typeof isListOf])[] = [
  ['commas do not separate', 'the text', isListOf],
  ['commas of a text do not separate', 'a text outside of a list', isTextOf],
]

const COMMAS = LISTS.flatMap(([parameter, rule]) =>
  WITH_COMMAS.map(([kind, text, isMeant]) => ({
    ...ofNames(rule, parameter, kind, (names) => (names.length > 1 ? [UNKNOWN] : names), isMeant),
    says: `Commas separate the names in \`${parameter}\`. The server reads ${text} as one name.`,
  })),
)

const BLANKS = LISTS.map(([parameter, rule]) => ({
  ...ofNames(rule, parameter, 'blanks belong to a name', (names) =>
    names.map((name) => (names.length > 1 && name !== name.trim() ? UNKNOWN : name)),
  ),
  says: `Blanks around the names in \`${parameter}\` have no effect. The server reads the blanks as a part of the name.`,
}))

/** Returns whether the key of a query part is a parameter, an option of `populate`, or an item of the list of one. */
function isListIn(parameter: string, part: string): boolean {
  const { segments } = readPart(part)
  const at = segments.lastIndexOf(parameter)
  return isOptionPlace(segments, at) && segments.slice(at + 1).every(isListIndex)
}

/** The misreadings in which the blanks around each name belong to the name, also around the only name of a text. */
const BLANKS_EVERYWHERE = LISTS.map(([parameter, rule]) => ({
  ...ofNames(
    rule,
    parameter,
    'blanks belong to each name',
    (names) => names.map((name) => (name === name.trim() ? name : `${name.trim()}${UNKNOWN}`)),
    isListIn,
  ),
  says: `Blanks around a name in \`${parameter}\` have no effect. The server reads the blanks as a part of the name.`,
}))

/** The parameters whose value may be a star, each with the rule about the star and the meaning of the star. */
const STARS: readonly (readonly [parameter: string, rule: CheckedRule, meaning: string])[] = [
  ['fields', 'fields.one', 'every scalar attribute'],
  ['populate', 'populate.form.all', 'every attribute that can be populated'],
]

const ALL = STARS.flatMap(([parameter, rule, meaning]) => [
  {
    ...ofNames(rule, parameter, 'a star is a name', (names) =>
      names.map((name) => (name.trim() === '*' ? UNKNOWN : name)),
    ),
    says: `\`*\` in \`${parameter}\` means ${meaning}. The server reads the star as a name.`,
  },
  {
    ...ofNames(rule, parameter, 'a star has no effect', (names) =>
      names.filter((name) => name.trim() !== '*'),
    ),
    says: `\`*\` in \`${parameter}\` means ${meaning}. The server ignores the star.`,
  },
])

const PATH = 'A dotted path in `populate` leads through links.'

const DOTTED: readonly Misreading[] = [
  {
    ...ofNames('populate.form.component-path', 'populate', 'a path is its first name', (names) =>
      names.map((name) => name.split('.', 1)[0] ?? ''),
    ),
    says: `${PATH} The server populates only its first name.`,
  },
  {
    ...ofNames('populate.form.component-path', 'populate', 'a path is a name', (names) =>
      names.map((name) => (name.includes('.') ? UNKNOWN : name)),
    ),
    says: `${PATH} The server reads the path as one name.`,
  },
  {
    ...ofNames('populate.form.component-path', 'populate', 'a path has two names', (names) =>
      names.map((name) => name.split('.').slice(0, 2).join('.')),
    ),
    says: `${PATH} The server reads only the first two names of the path.`,
  },
]

const isCondition = (part: string): boolean => isOf('filters', part) && readPart(part).segments.length > 1

const hasOperator = (part: string, has: (operator: string) => boolean): boolean =>
  readPart(part).segments.some((name) => isOperator(name) && has(name))

const CONDITIONS: readonly Misreading[] = [
  {
    ...ofQuery('filters.implicit', 'conditions without an operator ignored', (parts) =>
      parts.filter((part) => !isCondition(part) || hasOperator(part, (name) => !isLogicalOperator(name))),
    ),
    says: 'A condition without an operator means equality. The server ignores a condition without an operator.',
  },
  ...Object.entries({ ...OPERATORS, ...LOGICAL }).map(([operator, { rule }]) => ({
    ...ofQuery(rule, `${operator} ignored`, (parts) =>
      parts.filter((part) => !isCondition(part) || !hasOperator(part, (name) => name === operator)),
    ),
    says: `The server ignores a condition with \`${operator}\`.`,
  })),
]

/** The misreadings of names and conditions. */
export const NAMES: readonly Misreading[] = [
  ...COMMAS,
  ...BLANKS,
  ...BLANKS_EVERYWHERE,
  ...ALL,
  ...DOTTED,
  ...CONDITIONS,
]

/**
 * Defines misreadings of nested keys: the target reads only some levels of brackets, some list indexes, or some
 * options of a populate.
 */
import { type CheckedRule, sentenceOf } from '../../exchange/rules.ts'
import { isListIndex, readPart } from '../../names/mentions.ts'
import { FREE_INDEX } from './filters/conditions.ts'
import { keyFrom, type Misreading, ofParts, ofQuery, UNKNOWN, withKey } from './parts.ts'

/** The numbers of levels of brackets after which a library or server may stop reading a key. */
const LEVELS = [1, 2, 3, 4, 5, 6, 8, 10]
/** The index above which some libraries read a list as an object, and the index above which an index has two digits. */
const INDEXES = [20, 9]

/** Returns a query part with changed names in its key. Returns the same part if the names do not change. */
const renamed = (part: string, change: (names: readonly string[]) => readonly string[]): string => {
  const names = readPart(part).segments
  const others = change(names)
  return others.length === names.length && others.every((name, at) => name === names[at])
    ? part
    : withKey(part, others)
}

const DEPTHS: readonly Misreading[] = LEVELS.flatMap((count) => [
  {
    ...ofParts('query.brackets', `brackets after level ${count} are a name`, (part) =>
      renamed(part, (names) => (names.length <= count + 1 ? names : [...names.slice(0, count + 1), UNKNOWN])),
    ),
    says: `All brackets of a key are read. The server reads ${countOf(count)}, and reads all further brackets as one name.`,
  },
  {
    ...ofParts('query.brackets', `brackets after level ${count} are cut`, (part) =>
      renamed(part, (names) => names.slice(0, count + 1)),
    ),
    says: `All brackets of a key are read. The server reads ${countOf(count)}, and ignores all further brackets.`,
  },
  {
    ...ofQuery('query.brackets', `keys of more than ${count} levels ignored`, (parts) =>
      parts.filter((part) => readPart(part).segments.length <= count + 1),
    ),
    says: `All brackets of a key are read. The server ignores a key with more than ${countOf(count)}.`,
  },
])

function countOf(count: number): string {
  return count === 1 ? 'one pair' : `${count} pairs`
}

const LARGE_INDEXES: readonly Misreading[] = INDEXES.map((limit) => ({
  ...ofParts('query.brackets', `an index above ${limit} is a name`, (part) =>
    renamed(part, (names) =>
      names.map((name) => (/^\d+$/.test(name) && Number(name) > limit ? UNKNOWN : name)),
    ),
  ),
  says: `A list may have an index above ${limit}. The server reads a list with a higher index as an object.`,
}))

/** The options of a populated attribute that a target may ignore, each with the rule about the option. */
const OPTIONS: readonly (readonly [option: string, rule: CheckedRule])[] = [
  ['fields', 'populate.form.fields'],
  ['sort', 'populate.form.sort'],
  ['filters', 'populate.form.filters'],
  ['populate', 'populate.form.nested'],
  ['on', 'populate.on'],
  ['count', 'populate.count'],
]

/**
 * The places of an option, such as anywhere in `populate`, only below `on`, or only inside a nested populate. If
 * several places explain the same wrong answers, the check reports the first of them.
 */
const SCOPES: readonly (readonly [scope: string, isMeant: (isBelowOn: boolean, depth: number) => boolean])[] =
  [
    ['inside a nested populate, below `on`', (isBelowOn, depth) => isBelowOn && depth > 0],
    ['inside populate', () => true],
    ['inside populate, not below `on`', (isBelowOn) => !isBelowOn],
    ['below `on`', (isBelowOn) => isBelowOn],
    ['directly below `on`', (isBelowOn, depth) => isBelowOn && depth === 0],
    ['inside a nested populate', (_isBelowOn, depth) => depth > 0],
    ['inside a nested populate, not below `on`', (isBelowOn, depth) => depth > 0 && !isBelowOn],
  ]
type Scope = (typeof SCOPES)[number]

/** Returns the position of an option in the names of a key of `populate`; -1 if the key has no such option. */
function placeOf(option: string, [, isMeant]: Scope, [parameter, ...names]: readonly string[]): number {
  if (parameter !== 'populate') return -1
  let isBelowOn = false
  let depth = 0
  for (let at = 0; at + 1 < names.length && !isListIndex(names[at] ?? ''); at += 2) {
    const found = names[at + 1]
    if (found === option && isMeant(isBelowOn, depth)) return at + 2
    if (found === 'on') isBelowOn = true
    else if (found === 'populate') depth++
    else return -1
  }
  return -1
}

/** Returns a misreading: the target populates an attribute without one of the options that the request names. */
const withoutOption = ([option, rule]: (typeof OPTIONS)[number], scope: Scope): Misreading => ({
  ...ofQuery(rule, `${option} ${scope[0]} ignored`, (parts) => {
    const prefixes = parts.map((part) => {
      const { segments } = readPart(part)
      const at = placeOf(option, scope, segments)
      return at < 0 ? undefined : segments.slice(0, at)
    })
    if (prefixes.every((prefix) => prefix === undefined)) return parts
    const kept = parts.filter((_part, at) => prefixes[at] === undefined)
    const bare = new Set(prefixes.flatMap((prefix) => (prefix === undefined ? [] : [keyFrom(prefix)])))
    const isNamed = (key: string): boolean =>
      [...bare, ...kept.map((part) => keyFrom(readPart(part).segments))].some((one) =>
        one.startsWith(`${key}[`),
      )
    return [
      ...kept,
      ...[...bare].filter((key) => !isNamed(key)).map((key) => `${encodeURIComponent(key)}=true`),
    ]
  }),
  says: `An option of a populated attribute has no effect: \`${option}\` ${scope[0]}.`,
})

/**
 * Returns a misreading: the target ignores the whole key with an option, including the name of the populated
 * attribute.
 */
const withoutKeys = ([option, rule]: (typeof OPTIONS)[number], scope: Scope): Misreading => ({
  ...ofQuery(rule, `keys with ${option} ${scope[0]} ignored`, (parts) =>
    parts.filter((part) => placeOf(option, scope, readPart(part).segments) < 0),
  ),
  says: `${sentenceOf(rule)} The server ignores a parameter with \`${option}\` ${scope[0]}.`,
})

/** Returns the names of a root filter with the condition of a filter inside `populate`; undefined for another key. */
function asRootFilter([parameter, ...names]: readonly string[]): readonly string[] | undefined {
  const path: string[] = []
  for (let at = 0; parameter === 'populate' && at + 1 < names.length; at += 2) {
    path.push(names[at] ?? '')
    if (names[at + 1] === 'filters')
      return ['filters', '$and', String(FREE_INDEX), ...path, ...names.slice(at + 2)]
    if (names[at + 1] !== 'populate') return undefined
  }
  return undefined
}

/** A misreading: a filter inside `populate` also selects the entries that have the populated attribute. */
const RESTRICTING: Misreading = {
  ...ofQuery('populate.filters.top', 'a filter in populate restricts the root', (parts) => [
    ...parts,
    ...parts.flatMap((part) => {
      const names = asRootFilter(readPart(part).segments)
      return names === undefined ? [] : [withKey(part, names)]
    }),
  ]),
  says: `${sentenceOf('populate.filters.top')} The server omits the entries without a linked entry that passes the filter.`,
  isUnchecked: true,
}

/** The misreadings of nested keys. */
export const NESTING: readonly Misreading[] = [
  RESTRICTING,
  ...DEPTHS,
  ...LARGE_INDEXES,
  ...OPTIONS.flatMap((option) => SCOPES.map((scope) => withoutOption(option, scope))),
  ...OPTIONS.flatMap((option) => SCOPES.map((scope) => withoutKeys(option, scope))),
]

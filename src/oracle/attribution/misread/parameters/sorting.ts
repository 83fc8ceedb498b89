/** Defines misreadings of `sort`, such as an ignored descending order. */
import { type CheckedRule, sentenceOf } from '../../../exchange/rules.ts'
import { isListIndex, readPart } from '../../../names/mentions.ts'
import { sortLevel } from '../lists.ts'
import { isOf, keyOf, type Misreading, ofQuery, recoded, withKey } from '../parts.ts'

/** The places of a sort whose descending order a server may ignore. */
const PLACES: readonly (readonly [
  where: string,
  rule: CheckedRule,
  has: (names: readonly string[]) => boolean,
])[] = [
  ['a sort', 'sort.order', ([root]) => root === 'sort'],
  [
    'a sort inside `populate`',
    'populate.sort.list',
    ([root, ...names]) => root === 'populate' && names.includes('sort'),
  ],
  [
    'a sort as an object',
    'sort.object',
    ([root, ...names]) => root === 'sort' && names.some((name) => !isListIndex(name)),
  ],
  [
    'a sort as an object of one level',
    'sort.object',
    ([root, name, ...more]) =>
      root === 'sort' && name !== undefined && !isListIndex(name) && more.length === 0,
  ],
  ['a sort as a list', 'sort.text', ([root, name = '-']) => root === 'sort' && isListIndex(name)],
]

const ascending = (value: string): string => value.replace(/(^|:)\s*desc(?=\s*(?:,|$))/gi, '$1asc')

const ASCENDING: readonly Misreading[] = PLACES.map(([where, rule, has]) => ({
  ...ofQuery(rule, `descending order in ${where} ignored`, (parts) =>
    parts.map((part) => (has(readPart(part).segments) ? recoded(part, ascending) : part)),
  ),
  says: `${sentenceOf(rule)} The server reads a descending order in ${where} as ascending.`,
}))

/** Returns sort keys in which the descending orders that pass a test are ascending. */
const ascendingIf =
  (isMeant: (order: string) => boolean) =>
  (value: string): string =>
    value
      .split(',')
      .map((key) => {
        const at = key.lastIndexOf(':') + 1
        return isMeant(key.slice(at).trim()) ? `${key.slice(0, at)}asc` : key
      })
      .join()

/** The forms of `desc` with capital letters that a server may not know, each with its words. */
const CAPITALS: readonly (readonly [what: string, isMeant: (order: string) => boolean])[] = [
  [
    'a descending order with capital letters, such as `DESC`,',
    (order) => order !== 'desc' && order.toLowerCase() === 'desc',
  ],
  ['the order `DESC` in capital letters', (order) => order === 'DESC'],
]

/** The misreadings in which a descending order with capital letters is ascending, everywhere or in one form of a sort. */
const EXACT_DESC: readonly Misreading[] = [[undefined, 'sort.order', () => true] as const, ...PLACES].flatMap(
  ([where, rule, has]) =>
    CAPITALS.map(([what, isMeant]) => ({
      ...ofQuery(rule, `${what} ignored${where === undefined ? '' : ` in ${where}`}`, (parts) =>
        parts.map((part) =>
          sortLevel(part) !== undefined && has(readPart(part).segments)
            ? recoded(part, ascendingIf(isMeant))
            : part,
        ),
      ),
      says: `${sentenceOf(rule)} ${where === undefined ? 'The' : `In ${where}, the`} server reads ${what} as ascending.`,
    })),
)

/** A misreading: in a text with several keys, the order of the first key is the order of all keys. */
const FIRST_ORDER: Misreading = {
  ...ofQuery('sort.order', 'the order of the first key in a text counts', (parts) =>
    parts.map((part) =>
      isOf('sort', part)
        ? recoded(part, (value) => {
            const [first = '', ...others] = value.split(',')
            const order = first.split(':')[1]
            const keys = [
              first,
              ...others.map((key) => `${key.split(':', 1)[0]}${order === undefined ? '' : `:${order}`}`),
            ]
            return keys.join()
          })
        : part,
    ),
  ),
  says: `${sentenceOf('sort.order')} The server applies the order of the first key to all keys of a text.`,
}

/** A misreading: the items of a list have the order of the query, not of their indexes. */
const QUERY_ORDER: Misreading = {
  ...ofQuery('query.brackets', 'sort keys in the order of the query', (parts) => {
    let count = 0
    return parts.map((part) => {
      const { segments } = readPart(part)
      const isItem = segments[0] === 'sort' && /^\d+$/.test(segments[1] ?? '')
      if (!isItem) return part
      const index = String(count++)
      return `${keyOf(part).replace(/(\[|%5B)\d+/i, `$1${index}`)}${part.slice(keyOf(part).length)}`
    })
  }),
  says: 'The index of a list item decides its position. The server reads the items of `sort` in the order of the query.',
}

/** Returns the parts of one `sort`, and the sort keys in each text of the parts, in reverse order. */
function reversed(parts: readonly string[]): readonly string[] {
  const read = parts.toReversed().map((part) => {
    const { segments } = readPart(part)
    const at = segments.lastIndexOf('sort') + 1
    return { part, before: segments.slice(0, at), names: segments.slice(at) }
  })
  const last = Math.max(...read.map(({ names: [index = ''] }) => Number(index) || 0))
  return read.map(({ part, before, names }) => {
    const [index = '', ...inner] = names
    const key = isListIndex(index) && index !== '' ? [String(last - Number(index)), ...inner] : names
    const other = withKey(part, [...before, ...key])
    return names.every(isListIndex) ? recoded(other, (text) => text.split(',').toReversed().join()) : other
  })
}

/** The places of a sort whose keys a server may apply in reverse order, each with its words. */
const REVERSED: readonly (readonly [where: string, has: (level: string) => boolean])[] = [
  ['', () => true],
  [' at the root of the query', (level) => level === 'sort'],
  [' inside `populate`', (level) => level !== 'sort'],
]

/** The misreadings in which the last sort key is the most important key. A stable sort by each key in turn does so. */
const REVERSED_KEYS: readonly Misreading[] = REVERSED.map(([where, has]) => ({
  ...ofQuery('sort.text', `the last sort key is the most important${where}`, (parts) => {
    const levels = new Map<string, readonly string[]>()
    for (const part of parts) {
      const level = sortLevel(part)
      if (level !== undefined && has(level)) levels.set(level, [...(levels.get(level) ?? []), part])
    }
    const others = new Map<string, string[]>()
    for (const [level, all] of levels) others.set(level, [...reversed(all)])
    return parts.map((part) => others.get(sortLevel(part) ?? '')?.shift() ?? part)
  }),
  says: `${sentenceOf('sort.text')} In a sort${where}, the server takes the last key as the most important one.`,
}))

/**
 * The misreadings in which only the first or the last key of a sort inside `populate` counts. The misreadings of several
 * values of a parameter are about a sort at the root of the query.
 */
const ONE_KEY: readonly Misreading[] = (['first', 'last'] as const).map((which) => ({
  ...ofQuery('populate.sort.list', `only the ${which} sort key inside populate`, (parts) => {
    const at = which === 'first' ? 0 : -1
    const levels = parts.map(sortLevel)
    return parts.flatMap((part, index) => {
      const level = levels[index]
      if (level === undefined || level === 'sort') return [part]
      const chosen = which === 'first' ? levels.indexOf(level) : levels.lastIndexOf(level)
      if (chosen !== index) return []
      const isText = readPart(part).segments.slice(level.split('.').length).every(isListIndex)
      return [isText ? recoded(part, (text) => text.split(',').at(at) ?? '') : part]
    })
  }),
  says: `${sentenceOf('populate.sort.list')} Inside \`populate\`, the server reads only the ${which} sort key.`,
}))

/** The misreadings of sorts. */
export const SORTING: readonly Misreading[] = [
  ...ASCENDING,
  ...EXACT_DESC,
  FIRST_ORDER,
  QUERY_ORDER,
  ...REVERSED_KEYS,
  ...ONE_KEY,
]

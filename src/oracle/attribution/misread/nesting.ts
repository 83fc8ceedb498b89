/** Defines misreadings of nested keys: the target reads only some levels of brackets, or only some list indexes. */
import { sentenceOf } from '../../exchange/rules.ts'
import { readPart } from '../../names/mentions.ts'
import { FREE_INDEX } from './filters/conditions.ts'
import { OPTIONS_IGNORED } from './options.ts'
import { type Misreading, ofParts, ofQuery, UNKNOWN, withKey } from './parts.ts'

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
export const NESTING: readonly Misreading[] = [RESTRICTING, ...DEPTHS, ...LARGE_INDEXES, ...OPTIONS_IGNORED]

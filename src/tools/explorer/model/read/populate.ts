/**
 * Reads the parameter `populate` as a list of branches. A branch is a populated attribute with its options. Every
 * short form of `populate`, such as `populate=author,tags`, becomes branches.
 */
import type {
  PopulateClause,
  PopulateEntry,
  PopulateOption,
  PopulateSyntax,
} from '../../../../reference/parse/syntax.ts'
import { booleanText } from '../../../../reference/parse/url.ts'
import { type Branch, EMPTY_LEVEL, type Kind, type Populate, type QueryLevel } from '../query.ts'
import { unsaid } from '../unsaid.ts'
import { readFilters } from './filters.ts'
import { readFields, readSort, wholeName } from './names.ts'

/** Reads the `populate` at the root of a query, in which commas separate names and dots join names to paths. */
export function readRootPopulate(
  populate: PopulateSyntax,
  leads: (names: readonly string[]) => boolean,
): Populate {
  if (populate.kind !== 'paths') return readPopulate(populate, 'populate')
  const paths = populate.clauses.flatMap((clause) => clause.paths)
  const firsts = paths.map(([first]) => first)
  if (paths.length === 0) return unsaid('populate', 'no attribute name')
  if (new Set(firsts).size < firsts.length)
    return unsaid('populate', 'two paths that begin with the same name')
  if (paths.some((path) => path.length > 1 && !leads(path.slice(0, -1))))
    return unsaid('populate', 'a dotted path that does not follow only relations and components')
  return some(paths.map((path) => chain(path, 'populate')))
}

/** Converts a dotted path such as `author.avatar` to a branch within a branch. */
function chain(path: readonly string[], where: string): Branch {
  const [last = '', ...above] = [...path].reverse()
  return above.reduce(
    (inner, name) => branch(name, { ...EMPTY_LEVEL, populate: some([inner]) }, where),
    branch(last, EMPTY_LEVEL, where),
  )
}

const branch = (name: string, level: QueryLevel, where: string): Branch => ({
  attribute: name === '*' ? unsaid(where, '* in a list of names') : wholeName(name),
  level,
  on: null,
  count: false,
})

/** Reads `populate` recursively; the parser's nesting limit bounds the depth. */
function readPopulate(populate: PopulateSyntax, where: string): Populate {
  switch (populate.kind) {
    case 'none':
    case 'all':
      return { kind: populate.kind }
    case 'paths':
      return some(populate.clauses.map((clause) => branch(plainName(clause, where), EMPTY_LEVEL, where)))
    case 'attributes':
      return some(populate.entries.map((entry) => branchIn(entry, `${where}[${entry.key}]`)))
    case 'malformed':
      return unsaid(where, 'a list with an item that is not a text')
    case 'overflow':
      return unsaid(where, `a list of ${populate.count} names, more than brackets can express`)
  }
}

/**
 * Returns the text of a nested `populate` if it is a single attribute name. Commas, dots and blanks have no special
 * meaning there.
 */
const plainName = ({ text }: PopulateClause, where: string): string =>
  /[\s,.*]/.test(text) || text === '' ? unsaid(where, 'a text that is not a single attribute name') : text

const some = (branches: readonly Branch[]): Populate =>
  branches.length === 0 ? { kind: 'none' } : { kind: 'some', branches }

function branchIn({ key, value }: PopulateEntry, where: string): Branch {
  const plain = branch(key, EMPTY_LEVEL, where)
  switch (value.kind) {
    case 'flag':
      return value.on ? plain : unsaid(where, 'false')
    case 'options':
      return withOptions(plain, value.options.entries, where)
    case 'star':
    case 'names':
      return unsaid(where, 'a text other than true and false')
    case 'null':
      return unsaid(where, 'no value')
    case 'list':
    case 'overflow':
      return unsaid(where, 'a list')
  }
}

function withOptions(plain: Branch, options: readonly PopulateOption[], where: string): Branch {
  if (options.length === 0) return unsaid(where, 'nothing in it')
  let level: QueryLevel = plain.level
  let { on, count } = plain
  for (const option of options) {
    const place = `${where}[${option.key === 'other' ? option.name : option.key}]`
    switch (option.key) {
      case 'fields':
        level = { ...level, fields: readFields(option.fields, place) }
        break
      case 'filters':
        level = { ...level, filters: readFilters(option.filters, place) }
        break
      case 'sort':
        level = { ...level, sort: readSort(option.sort, place) }
        break
      case 'populate':
        if (option.populate.kind === 'none') return unsaid(place, 'nothing behind it')
        level = { ...level, populate: readPopulate(option.populate, place) }
        break
      case 'count':
        count = booleanText(option.value) === true || unsaid(place, 'not true')
        break
      case 'on':
        on = (option.kinds ?? unsaid(place, 'on without types in brackets')).map((entry) =>
          kindIn(entry, place),
        )
        break
      case 'other':
        return unsaid(place, 'not a parameter of populate')
    }
  }
  return { ...plain, level, on, count }
}

function kindIn(entry: PopulateEntry, where: string): Kind {
  const { attribute, level, on, count } = branchIn(entry, `${where}[${entry.key}]`)
  if (on !== null || count)
    return unsaid(`${where}[${entry.key}]`, 'the option on or count below a type of on')
  return { uid: attribute, level }
}

/**
 * Determines the order of rows with equal sort keys. For lists, only older releases leave this order to the database,
 * which returns the rows in the order of reading.
 */
import { comparisonOf, isTestOperator, OPERATORS } from '../../operators/operators.ts'
import { TRUE } from '../../operators/record.ts'
import type { FieldsSyntax, QuerySyntax } from '../../parse/syntax.ts'
import { isGiven } from '../../parse/url.ts'
import { restricts } from '../../plan/fields.ts'
import type {
  Condition,
  PlanContext,
  Populated,
  QueryPlan,
  RowFilter,
  SortStep,
  Target,
  Test,
} from '../../plan/plan.ts'
import { ADDED_NAMES } from '../../schema/added.ts'
import type { Attribute, Column, ContentType, PopulatableAttribute, ScalarType } from '../../schema/schema.ts'
import type { IdRanges } from '../databases/database.ts'
import { knowsPublishedVersion } from '../names.ts'

/** The facts about a query by which the database chooses a way to read rows. */
interface ListQuery {
  readonly syntax: QuerySyntax
  readonly type: ContentType
  readonly target: Target
  readonly locale: readonly string[] | null
  readonly rows: RowFilter
  readonly where: Condition
  readonly sort: readonly SortStep[]
  readonly populate: readonly Populated[]
}

/**
 * Returns the order in which the database reads the rows of a query: by id, which is the order of the table, or by
 * the index over documents, locales and publication. The database reads the index over documents if a condition can
 * use it, or if it contains every column of the query.
 */
export function scanOrder(query: ListQuery, { has, database: { ties } }: PlanContext): QueryPlan['ties'] {
  const { target, sort } = query
  if (sort.some(({ through }) => through.length > 0)) return 'id'
  switch (target.kind) {
    case 'document': {
      const { unsorted, sorted, byIds } = ties.document
      const order = sort.length > 0 ? sorted : unsorted
      return order === 'id' || (byIds === 'id' && testsOfId(query).some(isExact)) ? 'id' : 'documentId'
    }
    case 'single':
      if (ties.singles === 'id') return 'id'
      if (isByDocument(sort)) return 'documentId'
      return sort.length > 0 && ties.document.sorted === 'id' ? 'id' : orderOfRows(query, has)
    case 'list':
      return has('unsorted-list-by-id') ? orderOfRows(query, has) : 'id'
  }
}

/** Returns the tests on the id in the conditions of a query that every matching row must pass. */
const testsOfId = ({ where }: ListQuery): readonly Test[] =>
  neededTests(where).filter(({ column }) => column === 'id')

/**
 * Returns whether the only key of a sort is `documentId` in ascending order, which is the order of the index over
 * documents.
 */
const isByDocument = ([key, ...more]: readonly SortStep[]): boolean =>
  key?.column === 'documentId' && !key.descending && more.length === 0

function orderOfRows(query: ListQuery, has: PlanContext['has']): QueryPlan['ties'] {
  const { syntax, type, where } = query
  const ofId = testsOfId(query)
  if (ofId.some(isExact)) return 'id'
  if (type.draftAndPublish && syntax.hasPublishedVersion === 'true' && knowsPublishedVersion({ has }))
    return 'documentId'
  if (ofId.some(isRange)) return 'id'
  const root = rootOf(where)
  if (root.links.length > 0) return isReadThroughIndex(query, root) ? 'documentId' : 'id'
  return idRanges(query, root) ?? (isLookedUp(where) || isCovered(query, root) ? 'documentId' : 'id')
}

/** Returns whether a row passes a test only if its value equals an operand, as for `$eq` and `$in`. */
function isExact({ operator }: Test): boolean {
  if (!isTestOperator(operator)) return false
  const record = OPERATORS[operator]
  const isTyped = record.takes === 'value' || record.takes === 'list'
  return isTyped && record.compares === 'identity' && !record.negative
}
const isRange = ({ operator }: Test): boolean => comparisonOf(operator) === 'order'

/** Returns the tests in a condition that every matching row must pass. */
const neededTests = (where: Condition): readonly Test[] =>
  where.kind === 'test' ? [where] : where.kind === 'all' ? where.of.flatMap(neededTests) : []

/**
 * Returns the ranges of ids that SQLite reads one after the other for a group of alternative conditions on the id.
 * SQLite joins a group of equalities to one list of ids. SQLite reads the whole table or the index over documents if
 * the ranges with only one bound are too many (measured on 5.23.6).
 */
function idRanges(query: ListQuery, root: Root): IdRanges | undefined {
  const { where, type } = query
  const ranges = alternativesIn(where)
    .map((group) => group.map(neededTests))
    .find((all) => all.every((one) => one.some(isOfIds)))
  if (ranges === undefined || ranges.length < 2 || ranges.every((one) => one.some(isEquality)))
    return undefined
  const limit = type.draftAndPublish && isCovered(query, root) ? 2 : 3
  if (ranges.filter(hasOneBound).length > limit) return undefined
  return {
    count: ranges.length,
    rangeOf: (node) => {
      const at = ranges.findIndex((one) => one.every(({ test }) => test(node) === TRUE))
      return at < 0 ? ranges.length : at
    },
  }
}

/** Returns the members of each group of alternatives that every matching row must pass. */
function alternativesIn(where: Condition): readonly (readonly Condition[])[] {
  if (where.kind === 'any') return [where.of]
  return where.kind === 'all' ? where.of.flatMap(alternativesIn) : []
}

/** Returns whether a test selects ids that the database can look up: equal ids, or a range of ids. */
const isOfIds = (test: Test): boolean => test.column === 'id' && (isExact(test) || isRange(test))

const isEquality = (test: Test): boolean => isOfIds(test) && isExact(test) && takesOne(test)

/** Returns whether the tests contain a single bound of the id. */
function hasOneBound(tests: readonly Test[]): boolean {
  const [only, ...more] = tests.filter(isOfIds)
  return only !== undefined && more.length === 0 && isRange(only) && takesOne(only)
}

/** Returns whether the operator of a test has one operand. */
const takesOne = ({ operator }: Test): boolean =>
  isTestOperator(operator) && OPERATORS[operator].takes === 'value'

/**
 * Returns whether a condition restricts the documentId of every row, so that the database can look up the documentId
 * in an index.
 */
function isLookedUp(where: Condition): boolean {
  switch (where.kind) {
    case 'test':
      return where.column === 'documentId' && (isExact(where) || isRange(where))
    case 'all':
      return where.of.some(isLookedUp)
    case 'any':
      return (
        where.of.length > 0 && where.of.every((one) => one.kind === 'test' && isExact(one) && isLookedUp(one))
      )
    case 'not':
    case 'some':
      return false
  }
}

/** The tests in a condition on the row itself, and the attributes whose linked rows the condition tests. */
interface Root {
  readonly tests: readonly Test[]
  readonly links: readonly PopulatableAttribute[]
}

function rootOf(where: Condition): Root {
  switch (where.kind) {
    case 'test':
      return { tests: [where], links: [] }
    case 'some':
      return { tests: [], links: [where.link.attribute] }
    case 'not':
      return rootOf(where.of)
    case 'all':
    case 'any': {
      const parts = where.of.map(rootOf)
      return { tests: parts.flatMap(({ tests }) => tests), links: parts.flatMap(({ links }) => links) }
    }
  }
}

/**
 * Returns whether the database reads the index over documents for a query with a join. In a join, the database
 * mostly finds rows by the join column. For a sorted list, the server reads the rows of a subquery by their ids
 * (measured on 5.23.6). Otherwise, the database scans the index if a link uses documentIds. The database also scans
 * the index if the query restricts the rows and the index is smaller than the table.
 */
function isReadThroughIndex(query: ListQuery, { tests, links }: Root): boolean {
  const { syntax, type, target, locale, rows, where, sort } = query
  if (locale?.length === 1 || (type.draftAndPublish && rows.status === 'draft')) return false
  if (isSearched(syntax) || links.some(isInRow) || restricts(syntax.fields)) return false
  const isIndexed = tests.every(({ column }) => isInIndex(column))
  const isNarrowed = type.draftAndPublish || tests.some(({ column }) => column !== 'id')
  const isScanned = links.some(isLinkedByDocument) || (isNarrowed && isWiderThanIndex(type))
  const isSubquery = target.kind === 'list' && sort.length > 0
  return isLookedUp(where) || (!isSubquery && isScanned && isIndexed)
}

const INDEXED: readonly string[] = ['id', 'documentId', 'locale', 'publishedAt']
const isInIndex = (column: Column): boolean =>
  INDEXED.includes(typeof column === 'string' ? column : column.name)

/**
 * Returns whether the database reads only the index over documents, because the index contains every column of the
 * query and is smaller than the table.
 */
const isCovered = ({ syntax, type, populate }: ListQuery, { tests }: Root): boolean =>
  isNarrow(syntax.fields) &&
  isWiderThanIndex(type) &&
  !isSearched(syntax) &&
  tests.every(({ column }) => isInIndex(column)) &&
  syntax.sort.keys.every(({ path }) => path.every((name) => INDEXED.includes(name))) &&
  !populate.some(({ attribute }) => isInRow(attribute))

/**
 * The widths, in integers, that SQLite estimates for columns of the types `varchar(255)` and `text`. SQLite counts a
 * column of any other type as one integer.
 */
const TEXTS: Readonly<Partial<Record<ScalarType, number>>> = {
  ...{ string: 64, enumeration: 64, email: 64, password: 64, uid: 64 },
  ...{ text: 5, richtext: 5 },
}

/**
 * Returns the estimate of SQLite for the width of the columns of an attribute, in integers. A morph link in the row
 * also has a column for the name of its type.
 */
function widthOf(attribute: Attribute): number {
  if (attribute.kind === 'morphTo') return attribute.many ? 0 : 65
  if (attribute.kind !== 'scalar' || ADDED_NAMES.has(attribute.name)) return 0
  return TEXTS[attribute.type] ?? 1
}

/**
 * The width of a table row from which the estimated size of the table exceeds the size of the index over documents.
 * SQLite rounds its estimate for the size of the index.
 */
const WIDER = 10

const isWiderThanIndex = ({ attributes }: ContentType): boolean =>
  [...attributes.values()].reduce((width, attribute) => width + widthOf(attribute), 0) >= WIDER

const isSearched = ({ search }: QuerySyntax): boolean => isGiven(search) && search !== ''

const isNarrow = (fields: FieldsSyntax): boolean =>
  (fields.kind === 'names' || fields.kind === 'gaps') && fields.names.every((name) => INDEXED.includes(name))

/** Returns whether an attribute is `localizations`, whose link the database stores by documentId. */
const isLinkedByDocument = (attribute: PopulatableAttribute): boolean =>
  attribute.kind === 'relation' && attribute.via === 'localizations'

/**
 * Returns whether an attribute is `createdBy` or `updatedBy`, whose link is a column of the row and not a row in a link
 * table.
 */
const isInRow = (attribute: PopulatableAttribute): boolean =>
  attribute.kind === 'relation' && attribute.via === 'creator'

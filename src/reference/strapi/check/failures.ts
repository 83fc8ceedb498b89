/**
 * Refusals of requests that a real server answers with 500 without details. Under the profile `documented`, a request
 * with one of these faults answers 400. Under a profile with the departure for this fault, the request answers 500.
 * `fixtures/QUIRKS.md` lists the evidence for each departure.
 */
import { crash, type Refusal } from '../../refusal.ts'
import type { RuleId } from '../../rules.ts'
import type { Departure } from '../changes.ts'

type RefusalOf = (rule: RuleId, message: string) => Refusal

const failsBy =
  (departure: Departure | 'database'): RefusalOf =>
  (rule, message) =>
    crash(departure, rule, message)

/**
 * The refusal of a query that the database of the profile cannot run (recordings filter-relations-007, more-repeats,
 * more-search-nul).
 */
export const ofDatabase = failsBy('database')

/**
 * The refusal of a value of the wrong type in `populate` or `sort`; status 500 before release 5.50.2 (recordings
 * populate-061, populate-094).
 */
export const ofValueType = failsBy('bad-populate-type-400')

/**
 * The refusal of malformed `fields`, `filters`, numbers and zone options; status 500 before release 5.46.0
 * (recordings fields-010, filters-248).
 */
export const ofShape = failsBy('shape-errors-400')

/**
 * The refusal of a sort direction that does not exist; status 500 before release 5.50.1 (recordings nested-016,
 * sort-007).
 */
export const ofDirection = failsBy('order-direction-400')

/**
 * The refusal of a filter operand that is not a number, for a numeric attribute (recordings filter-types-048,
 * filter-types-049).
 */
export const ofNumber = failsBy('number-cast-500')

/** The refusal of `$between` with anything but a list of two values (recordings filter-types-303, filters-204). */
export const ofPair = failsBy('between-arity-500')

/** The refusal of a list as the value of `filters` (recordings filters-245, filters-246). */
export const ofFilterList = failsBy('root-filter-array-500')

/**
 * The refusal of a group operator (`$and`, `$or`) without conditions, or below a scalar attribute (recordings
 * filters-217, filters-229).
 */
export const ofGroup = failsBy('group-not-array-500')

/** The refusal of a list of conditions that the database cannot test (cases quirks.list-of-conditions.*). */
export const ofConditions = failsBy('list-of-conditions')

/** The refusal of an operator where `filters` expects an attribute (recordings filters-257, filters-258). */
export const ofRootOperator = failsBy('root-operator-500')

/**
 * The refusal of an attribute or an object where `filters` expects a value or an operator (recordings filters-250,
 * qs-093).
 */
export const ofSibling = failsBy('sibling-key-500')

/** The refusal of several operators on the same relation in `filters` (case quirks.relation-operator-mix-500). */
export const ofRelationOperators = failsBy('relation-operator-mix-500')

/**
 * The refusal of an operator directly below a relation, with an object of conditions as its operand (recording
 * filter-relations-152).
 */
export const ofRelationOperand = failsBy('relation-not-object-500')

/**
 * The refusal of a list inside a list of operands. To a list inside a list, the real server answers 500 only for
 * numeric attributes and ids (cases quirks.malformed.list.number, quirks.malformed.list.id-last).
 */
export const ofNestedList = failsBy('nested-list-text')

/**
 * The refusal of the inverse side of a morph relation in `filters` or `sort` (recordings filter-relations-163,
 * permissions-372).
 */
export const ofMorph = failsBy('morph-filter-unchecked')

/** The refusal of `documentId` for a component, because components have no documentId (recording components-016). */
export const ofComponentId = failsBy('component-documentid-500')

/** The refusal of an empty `fields=` (recording fields-033). */
export const ofEmptyFields = failsBy('fields-empty-500')

/** The refusal of a name in `fields` that every JavaScript object inherits (recording fields-054). */
export const ofInheritedName = failsBy('proto-names-500')

/** The refusal of a populated attribute without a value (recordings components-092, zone-007). */
export const ofNoValue = failsBy('populate-null-500')

/**
 * The refusal of a sort path that continues after a scalar attribute, or that starts with a dot (recordings sort-083,
 * sort-086).
 */
export const ofScalarPath = failsBy('sort-scalar-path-500')

/** The refusal of a sort of populated entries by an attribute of a relation (recordings nested-092, nested-093). */
export const ofNestedSort = failsBy('nested-deep-sort-500')

/** The refusal of a list or an object as the value of `_q` (recording search-051). */
export const ofSearch = failsBy('search-nonstring-500')

/**
 * The refusal of a pagination offset that is too large for an exact integer (cases quirks.huge-offset,
 * quirks.huge-offset-2).
 */
export const ofOffset = failsBy('huge-offset')

/**
 * Faults to which a real server responds with 500 without details. The check refuses these requests with 400, as the
 * documentation says; if the profile has the departure, the answer is 500 instead. `fixtures/QUIRKS.md` lists the
 * evidence for each.
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
 * The database of the profile cannot run the query. Recordings: filter-relations-007, more-repeats, more-search-nul.
 */
export const ofDatabase = failsBy('database')

/** A value of the wrong type in `populate` or `sort`, before 5.50.2. Recordings: populate-061, populate-094. */
export const ofValueType = failsBy('bad-populate-type-400')

/** Malformed `fields`, `filters`, numbers and zone options, before 5.46.0. Recordings: fields-010, filters-248. */
export const ofShape = failsBy('shape-errors-400')

/** A sort direction that does not exist, before 5.50.1. Recordings: nested-016, sort-007. */
export const ofDirection = failsBy('order-direction-400')

/**
 * An operand that is not a number, for an attribute that is a number. Recordings: filter-types-048, filter-types-049.
 */
export const ofNumber = failsBy('number-cast-500')

/** `$between` with anything but a list of two values. Recordings: filter-types-303, filters-204. */
export const ofPair = failsBy('between-arity-500')

/** The fault of a list as the value of `filters`. Recordings: filters-245, filters-246. */
export const ofFilterList = failsBy('root-filter-array-500')

/**
 * A group operator (`$and`, `$or`) without conditions, or below a scalar attribute. Recordings: filters-217,
 * filters-229.
 */
export const ofGroup = failsBy('group-not-array-500')

/** An operator where an attribute is expected. Recordings: filters-257, filters-258. */
export const ofRootOperator = failsBy('root-operator-500')

/** An attribute or an object where a value or an operator is expected. Recordings: filters-250, qs-093. */
export const ofSibling = failsBy('sibling-key-500')

/** Several operators on the same relation. Case: quirks.relation-operator-mix-500. */
export const ofRelationOperators = failsBy('relation-operator-mix-500')

/**
 * An operator directly below a relation, with an object of conditions as its operand. Recording: filter-relations-152.
 */
export const ofRelationOperand = failsBy('relation-not-object-500')

/**
 * A list inside a list of values; the real server answers 500 only for numbers and ids. Cases:
 * quirks.malformed.list.number, quirks.malformed.list.id-last.
 */
export const ofNestedList = failsBy('nested-list-text')

/** The inverse side of a morph relation in `filters` or `sort`. Recordings: filter-relations-163, permissions-372. */
export const ofMorph = failsBy('morph-filter-unchecked')

/** The documentId of a component, which has none. Recording: components-016. */
export const ofComponentId = failsBy('component-documentid-500')

/** An empty `fields=`. Recording: fields-033. */
export const ofEmptyFields = failsBy('fields-empty-500')

/** A name that every JavaScript object inherits. Recording: fields-054. */
export const ofInheritedName = failsBy('proto-names-500')

/** A populated attribute without a value. Recordings: components-092, zone-007. */
export const ofNoValue = failsBy('populate-null-500')

/** A sort path that continues after a scalar attribute, or that starts with a dot. Recordings: sort-083, sort-086. */
export const ofScalarPath = failsBy('sort-scalar-path-500')

/** A sort of populated entries by an attribute of a relation. Recordings: nested-092, nested-093. */
export const ofNestedSort = failsBy('nested-deep-sort-500')

/** A list or an object as the value of `_q`. Recording: search-051. */
export const ofSearch = failsBy('search-nonstring-500')

/** An offset that is too large for an exact integer. Cases: quirks.huge-offset, quirks.huge-offset-2. */
export const ofOffset = failsBy('huge-offset')

/**
 * Implements departures of the real server in the evaluation of a plan. A plan stores these departures in members
 * called `asReal`, and the functions of this file apply them. If a function of this file returns a function, the
 * evaluation calls the former once for each branch, and the latter for each row.
 */
import type { Node } from '../graph/graph.ts'
import type {
  Branch,
  LateFault,
  PagePlan,
  Populated,
  QueryPlan,
  Rewrite,
  RowFilter,
  Selection,
  Step,
} from '../plan/plan.ts'

/**
 * Returns the number of entries to skip before the page. For a huge `start`, the real server skips another number of
 * entries (case quirks.huge-offset).
 */
export const skipOf = ({ start, asReal }: PagePlan): number => asReal?.skip ?? start

/**
 * Returns the pagination fault at which the real server fails only after it has read the entries; null if there is no
 * such fault.
 */
export const failureOfPage = ({ page: { asReal } }: QueryPlan): LateFault | null => asReal?.fails ?? null

/**
 * Returns the total of a list in the answer. Before 5.30.1, the total of a list with `locale=*` is 0 (recordings
 * locale-005, locale-024).
 */
export const totalOf = ({ page: { asReal } }: QueryPlan, total: number): number =>
  asReal?.countsNone === true ? 0 : total

const NO_REWRITES: readonly Rewrite[] = []

/**
 * Returns the functions that convert values as the database of the profile does, for example bigintegers to floats as
 * SQLite does.
 */
export const rewritesOf = ({ asReal }: Selection): readonly Rewrite[] => asReal?.rewrites ?? NO_REWRITES

/**
 * Returns the name of the member in which an answer shows the position of an entry in its list; null if the answer
 * does not show the position.
 */
export const positionIn = ({ asReal }: Selection): string | null => asReal?.positionAs ?? null

/**
 * Returns the fault at which the real server fails only if there is an entry to populate; null if there is no such
 * fault.
 */
export const failureOf = ({ asReal }: Branch): LateFault | null => asReal?.fails ?? null

type Exclusion = (node: Node, page: ReadonlySet<Node>) => boolean
const NONE: Exclusion = () => false
const ON_PAGE: Exclusion = (node, page) => page.has(node)

/**
 * Returns the test whether a branch omits a linked entry because the entry is on the page itself (recordings
 * locale-038, locale-089, locale-107).
 */
export const exclusionOf = ({ asReal }: Branch): Exclusion => (asReal?.excludesPage === true ? ON_PAGE : NONE)

type ChoiceCounter = (node: Node) => number
const ONE: ChoiceCounter = () => 1

/**
 * Returns a function that returns how often the database counts a linked entry. The database counts an entry once for
 * each joined row (case quirks.count-joined-rows).
 */
export const choicesOf = (
  { count }: Populated,
  { asReal }: Branch,
  counter: () => ChoiceCounter,
): ChoiceCounter => (count && asReal?.countsJoins === true ? counter() : ONE)

/** Returns the number that the option `count` shows: the number of joined rows, or of shown entries. */
export const countOf = ({ asReal }: Branch, joined: number, shown: number): number =>
  asReal?.countsJoins === true ? joined : shown

/**
 * Returns the name of the member in which an entry names its type; null for no such member. Before 5.45.0, entries of
 * a to-one morph relation have no member `__type`.
 */
export const tagOf = ({ tag, asReal }: Populated): Populated['tag'] =>
  asReal?.before?.untagged === true ? null : tag

/** Returns whether a populated attribute is empty because the real server loses its links. */
export const losesLinks = ({ asReal }: Populated): boolean => asReal?.alwaysEmpty === true

/**
 * Returns the rows that decide whether the answer omits an attribute whose links all lead to hidden types; null if the
 * answer never omits it.
 */
export const rowsOfHidden = ({ asReal }: Populated): RowFilter | null =>
  asReal === null || asReal.alwaysEmpty ? null : asReal.absentIfHidden

/**
 * Makes the link step from a node to all its linked nodes. For `related` of a file, the linked nodes include those
 * that use the file in a private attribute (case quirks.related-private).
 */
export const stepToLinks = ({ attribute, asReal }: Populated, rows: RowFilter): Step => ({
  attribute,
  rows,
  onlyFirst: false,
  asReal:
    asReal === null
      ? null
      : {
          includesSelf: asReal.wholeDocument === true,
          seesPrivate: asReal.seesPrivate,
          seesComponents: asReal.seesComponents === true,
        },
})

export const seesPrivate = ({ asReal }: Step): boolean => asReal?.seesPrivate === true
export const seesComponents = ({ asReal }: Step): boolean => asReal?.seesComponents === true
export const includesSelf = ({ asReal }: Step): boolean => asReal?.includesSelf === true

/**
 * Returns the fault of an empty to-one morph relation, at which releases before 5.23.2 answer 500; null if the
 * release does not fail. A link to a type that the answer does not show counts as a link.
 */
export function faultOfUnset(
  node: Node,
  plan: Populated,
  shown: number,
  follow: (node: Node) => readonly Node[],
): LateFault | null {
  const fails = plan.asReal?.before?.failsIfUnset ?? null
  if (fails === null || shown > 0) return null
  const { fault, open } = fails
  const isSet = ({ uid }: Node): boolean => !plan.branches.has(uid) && (open === null || open.has(uid))
  return losesLinks(plan) || !follow(node).some(isSet) ? fault : null
}

/**
 * Returns whether the answer omits a populated attribute. Releases before 5.4.0 treat a morph relation like a list.
 * Therefore, these releases omit every to-one morph relation, and every empty morph relation.
 */
export const isAbsent = ({ asReal, attribute }: Populated, shown: number): boolean =>
  asReal?.before?.empty === 'absent' && (shown === 0 || (attribute.kind !== 'zone' && !attribute.many))

/**
 * Returns whether the answer shows null in place of an empty list, as in releases before 5.51.1 (recordings
 * populate-001, media-051, permissions-394).
 */
export const isNull = ({ asReal }: Populated, shown: number): boolean =>
  shown === 0 && asReal?.before?.empty === 'null'

/** Returns whether the real server may fail at an entry without a link in the populated attribute. */
export const failsIfUnset = ({ asReal }: Populated): boolean =>
  (asReal?.before?.failsIfUnset ?? null) !== null

/** Returns whether the linked entries that a branch shows depend on the page, or may cause a fault. */
export const dependsOnPage = ({ asReal }: Branch): boolean =>
  asReal !== null && (asReal.excludesPage || asReal.fails !== null)

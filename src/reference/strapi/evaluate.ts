/**
 * Departures of the real server while it reads rows. A plan holds them in members called `asReal`, and only this file
 * reads those members. The evaluation asks once for each branch, and calls for each row the functions that it got.
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

/** The number of entries before the page. An enormous `start` skips others than it says. Case: quirks.huge-offset. */
export const skipOf = ({ start, asReal }: PagePlan): number => asReal?.skip ?? start

/** A fault of the page that the real server only notices after it has read the entries; null if there is none. */
export const failureOfPage = ({ page: { asReal } }: QueryPlan): LateFault | null => asReal?.fails ?? null

/** The total that the answer states: before 5.30.1 that of `locale=*` was 0. Recordings: locale-005, locale-024. */
export const totalOf = ({ page: { asReal } }: QueryPlan, total: number): number =>
  asReal?.countsNone === true ? 0 : total

const NO_REWRITES: readonly Rewrite[] = []

/** The values that the database of the profile changes, such as numbers that SQLite returns as floats. */
export const rewritesOf = ({ asReal }: Selection): readonly Rewrite[] => asReal?.rewrites ?? NO_REWRITES

/** The attribute that shows the position of the entry in its list; null if none does. */
export const positionIn = ({ asReal }: Selection): string | null => asReal?.positionAs ?? null

/** A fault that the real server only notices when there is an entry to populate; null if there is none. */
export const failureOf = ({ asReal }: Branch): LateFault | null => asReal?.fails ?? null

type Exclusion = (node: Node, page: ReadonlySet<Node>) => boolean
const NONE: Exclusion = () => false
const ON_PAGE: Exclusion = (node, page) => page.has(node)

/** Whether a branch leaves out an entry because it is on the page. Recordings: locale-038, locale-089, locale-107. */
export const exclusionOf = ({ asReal }: Branch): Exclusion => (asReal?.excludesPage === true ? ON_PAGE : NONE)

type ChoiceCounter = (node: Node) => number
const ONE: ChoiceCounter = () => 1

/** How often the database counts an entry: once for each row that it joins. Case: quirks.count-joined-rows. */
export const choicesOf = (
  { count }: Populated,
  { asReal }: Branch,
  counter: () => ChoiceCounter,
): ChoiceCounter => (count && asReal?.countsJoins === true ? counter() : ONE)

/** The number that `count` states: of the joined rows, or of the shown entries. */
export const countOf = ({ asReal }: Branch, joined: number, shown: number): number =>
  asReal?.countsJoins === true ? joined : shown

/** The member that names the type of an entry. Before 5.45.0 a to-one morph relation had none. */
export const tagOf = ({ tag, asReal }: Populated): Populated['tag'] =>
  asReal?.before?.untagged === true ? null : tag

/** Whether the attribute shows no entry because the real server loses its links. */
export const losesLinks = ({ asReal }: Populated): boolean => asReal?.alwaysEmpty === true

/** The rows among which an attribute is absent if it links to hidden types alone; null if it is never absent. */
export const rowsOfHidden = ({ asReal }: Populated): RowFilter | null =>
  asReal === null || asReal.alwaysEmpty ? null : asReal.absentIfHidden

/** The step from a node to all its links. `related` of a file has private ones too. Case: quirks.related-private. */
export const stepToLinks = ({ attribute, asReal }: Populated, rows: RowFilter): Step => ({
  attribute,
  rows,
  onlyFirst: false,
  asReal:
    asReal === null ? null : { includesSelf: asReal.wholeDocument === true, seesPrivate: asReal.seesPrivate },
})

export const seesPrivate = ({ asReal }: Step): boolean => asReal?.seesPrivate === true
export const includesSelf = ({ asReal }: Step): boolean => asReal?.includesSelf === true

/**
 * The fault of a to-one morph relation without a link, which was a 500 before 5.23.2; null if there is none. A link to a
 * type that is not shown counts as a link.
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
 * Whether an attribute is absent. Before 5.4.0 the real server looked at a morph relation as at a list: an empty one was
 * absent, and one that leads to one entry always.
 */
export const isAbsent = ({ asReal, attribute }: Populated, shown: number): boolean =>
  asReal?.before?.empty === 'absent' && (shown === 0 || (attribute.kind !== 'zone' && !attribute.many))

/** Whether an empty list is null, as it was before 5.51.1. Recordings: populate-001, media-051, permissions-394. */
export const isNull = ({ asReal }: Populated, shown: number): boolean =>
  shown === 0 && asReal?.before?.empty === 'null'

/** Whether the attribute may fail at an entry without a link. */
export const failsIfUnset = ({ asReal }: Populated): boolean =>
  (asReal?.before?.failsIfUnset ?? null) !== null

/** Whether the entries of a branch depend on the page, or may fail. */
export const dependsOnPage = ({ asReal }: Branch): boolean =>
  asReal !== null && (asReal.excludesPage || asReal.fails !== null)

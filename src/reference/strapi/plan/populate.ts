/** Implements departures in the meaning of `populate`. */
import { mayFollow } from '../../access.ts'
import { listBeside } from '../../names/beside.ts'
import { attributesOf, followedClauses, namesOf } from '../../names/paths.ts'
import { isWord } from '../../names/words.ts'
import type {
  PopulateClause,
  PopulateEntry,
  PopulateOption,
  PopulateSyntax,
  PopulateValue,
} from '../../parse/syntax.ts'
import { booleanText, type Raw } from '../../parse/url.ts'
import type { Branch, PlanContext, Populated, Selection } from '../../plan/plan.ts'
import type { PlaceContext } from '../../plan/step.ts'
import type { Attribute, Model, MorphAttribute, Uid } from '../../schema/schema.ts'
import type { HasDepartures } from '../changes.ts'
import { placeOfMorph } from './branch.ts'

type PathsSyntax = Extract<PopulateSyntax, { kind: 'paths' }>
type OnOption = Extract<PopulateOption, { key: 'on' }>
/** A populate level in the object form: the members of the object, and the populate list at the same level. */
interface ObjectLevel {
  readonly list: PathsSyntax
  readonly entries: readonly PopulateEntry[]
}

const NO_LIST: PathsSyntax = { kind: 'paths', clauses: [], form: 'list' }

/**
 * Splits a populate level that mixes a list and an object. The guide shows an example of a level with both a list and
 * an object. A literal reading of the guide accepts the list and the object, but the real server ignores the list
 * (cases quirks.list-beside-object).
 */
export const separated = (entries: readonly PopulateEntry[], { has }: HasDepartures): ObjectLevel =>
  (has('list-beside-object') ? listBeside(entries) : undefined) ?? { list: NO_LIST, entries }

/** Returns the dotted populate paths that take effect. */
export const countedClauses = (
  syntax: PathsSyntax,
  root: Model,
  context: PlanContext,
): readonly PopulateClause[] =>
  followedClauses(syntax, context.has).filter((clause) => {
    const names = namesOf(clause.text)
    const attributes = attributesOf(names, root, context.schema)
    return isWholeOpen(attributes, context) && !leadsThroughMorph(attributes, names, context)
  })

/**
 * Returns whether a populate path takes effect. The real server ignores a path if the role may not follow all of its
 * names. In a comma list, the server checks only the text up to the first comma (recordings permissions-101,
 * permissions-338).
 */
const isWholeOpen = (attributes: readonly Attribute[], { role, has }: PlanContext): boolean =>
  !has('dotted-leaf-drops-path') || attributes.every((attribute) => mayFollow(role, attribute))

/**
 * Returns whether a dot follows a morph relation in a populate text. The real server takes the text after the dot for
 * options without `on`, and ignores the whole text (case quirks.populate-empty-names.morph).
 */
const leadsThroughMorph = (
  attributes: readonly Attribute[],
  names: readonly string[],
  { has }: HasDepartures,
): boolean =>
  has('morph-options-dropped') && attributes.slice(0, names.length - 1).some(({ kind }) => kind === 'morphTo')

/**
 * Returns the dotted paths in a populate text. The real server removes the dots at the start of the whole text, but
 * keeps all other empty names, and the spaces beside dots. After an empty name or a name with spaces, the server
 * ignores the rest of the path (cases quirks.populate-empty-names.*).
 */
export const pathsIn = ({ text, paths }: PopulateClause, { has }: HasDepartures): PopulateClause['paths'] =>
  has('populate-empty-names') ? namesOf(text).join('.').split(',').map(verbatim) : paths

const verbatim = (path: string): readonly string[] => path.trim().split('.')

/**
 * Returns whether the value of a populated attribute means `true`. The real server also reads `*` and words of the
 * query language as `true`, and before 5.2.0 any text (recordings populate-033, populate-159, components-005).
 */
export const standsForTrue = (value: PopulateValue, context: HasDepartures): boolean =>
  value.kind === 'star' ||
  isWord(value, context) ||
  (value.kind === 'names' &&
    typeof value.raw === 'string' &&
    value.raw !== '' &&
    context.has('nested-populate-value-validated'))

/** Returns whether `[on][kind]=` with an empty text shows the type, as in releases before 5.2.0 (measured on 5.1.1). */
export const showsEmptyKind = (value: PopulateValue, { has }: HasDepartures): boolean =>
  value.kind === 'names' && value.raw === '' && has('nested-populate-value-validated')

/**
 * Returns whether a morph relation ignores the values `t` and `1`, because the real server accepts only `true` (case
 * quirks.morph-true-only).
 */
export const ignoresShortTrue = (
  { kind }: MorphAttribute,
  text: Raw | undefined,
  { has }: HasDepartures,
): boolean => kind === 'morphTo' && text !== 'true' && has('morph-true-only')

/** Returns whether the query requests the count of a morph relation or a zone. */
export const asksForCount = (
  attribute: MorphAttribute,
  count: Raw | undefined,
  context: HasDepartures,
): boolean => booleanText(count) === true && !ignoresShortTrue(attribute, count, context)

/**
 * Returns whether the answer contains the number that `count` requests. The real server does not count the entries of
 * dynamic zones (recordings: locale-043, nested-page-012), and before 5.53.0 not those of morph relations.
 */
export const countsLinks = ({ kind }: MorphAttribute, { has }: HasDepartures): boolean =>
  kind === 'morphTo' ? !has('morph-populate-count') : !has('count-ignored')

/**
 * Returns whether the answer omits a `morphTo` relation that the query populates with these options. The real server
 * omits a morph relation if the role may find none of the types under `on`. The real server also omits a morph relation
 * whose options neither list types under `on` nor request a count. Releases before 5.53.0 omit no morph relation for
 * these reasons (recordings permissions-276, permissions-281, permissions-306).
 */
export function isLeftOut(
  { kind }: MorphAttribute,
  kinds: ReadonlyMap<Uid, Branch> | undefined,
  on: OnOption | undefined,
  isCounted: boolean,
  { has }: HasDepartures,
): boolean {
  if (kind !== 'morphTo' || has('morph-populate-star-and-permission')) return false
  const isDropped = kinds === undefined && (!isCounted || on !== undefined) && has('morph-options-dropped')
  return isDropped || kinds?.size === 0
}

/**
 * Returns the context for planning the entries of a morph relation or zone with options. The planning context
 * includes drafts if the answer shows the number of all links.
 */
export const placeOfCount = (
  attribute: MorphAttribute,
  isCounted: boolean,
  place: PlaceContext,
): PlaceContext => (countsAllLinks(attribute, isCounted, place) ? placeOfMorph(place) : place)

/**
 * Returns whether `count` includes all links of an attribute, even links to drafts. The real server counts the links
 * of a morph relation without reading the linked entries.
 */
const countsAllLinks = ({ kind }: MorphAttribute, isCounted: boolean, { has }: HasDepartures): boolean =>
  isCounted && kind === 'morphTo' && has('morph-draft-leak')

/**
 * Restricts a morph relation or zone to the types that the answer shows. The parameter `documented` is the plan with
 * the types that `on` lists. The parameter `all` is the plan with all types, as without `on`.
 */
export function shownKinds(
  documented: Populated,
  all: Populated,
  attribute: MorphAttribute,
  kinds: ReadonlyMap<Uid, Branch> | undefined,
  on: OnOption | undefined,
  context: HasDepartures,
): Populated {
  const { has } = context
  if (countsAllLinks(attribute, documented.count, context)) {
    const listed = [...all.branches].filter(([uid]) => kinds === undefined || kinds.has(uid))
    return { ...documented, branches: new Map(listed) }
  }
  const isZone = attribute.kind === 'zone'
  // In releases before 5.53.0, `on` of a to-one morph relation does not exclude other types, and `count` has no
  // effect on morph relations.
  if (!isZone && !attribute.many && kinds !== undefined && has('morph-populate-star-and-permission'))
    return { ...all, branches: new Map([...all.branches, ...kinds]) }
  if (!isZone || documented.branches === all.branches || !has('zone-unlisted-bare')) return documented
  return { ...documented, branches: new Map([...unlistedBare(all.branches, on), ...documented.branches]) }
}

/**
 * Returns the branches for components of a zone that `on` does not list. A literal reading of the guide shows an
 * unlisted component with only its id and type (cases quirks.zone-unlisted-bare).
 */
function unlistedBare(
  branches: ReadonlyMap<Uid, Branch>,
  on: OnOption | undefined,
): readonly (readonly [Uid, Branch])[] {
  const listed = new Set(on?.kinds?.map(({ key }) => key))
  const unlisted = [...branches.values()].filter(({ select }) => !listed.has(select.model.uid))
  return unlisted.map(({ select: { model }, ...cut }) => {
    const bare: Selection = { model, scalars: [], populate: [], asReal: null, asRead: 'bare' }
    return [model.uid, { ...cut, select: bare }]
  })
}

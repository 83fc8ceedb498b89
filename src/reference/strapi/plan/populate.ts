/** How the real server reads `populate`. */
import { mayFollow } from '../../access.ts'
import { listBeside } from '../../names/beside.ts'
import { attributesOf, followedClauses } from '../../names/paths.ts'
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
import type { Model, MorphAttribute, Uid } from '../../schema/schema.ts'
import type { HasDepartures } from '../changes.ts'
import { placeOfMorph } from './branch.ts'

type PathsSyntax = Extract<PopulateSyntax, { kind: 'paths' }>
type OnOption = Extract<PopulateOption, { key: 'on' }>
/** The object form of a level: its entries, and a list at the same level. */
interface ObjectLevel {
  readonly list: PathsSyntax
  readonly entries: readonly PopulateEntry[]
}

const NO_LIST: PathsSyntax = { kind: 'paths', clauses: [], form: 'list' }

/**
 * Splits a level that mixes a list and an object. The guide shows both at one level, and a reading of the guide
 * accepts them; the real server does not. Cases: quirks.list-beside-object.
 */
export const separated = (entries: readonly PopulateEntry[], { has }: HasDepartures): ObjectLevel =>
  (has('list-beside-object') ? listBeside(entries) : undefined) ?? { list: NO_LIST, entries }

/** The dotted paths that count. */
export const countedClauses = (
  syntax: PathsSyntax,
  root: Model,
  context: PlanContext,
): readonly PopulateClause[] =>
  followedClauses(syntax, context.has).filter((clause) => isWholeOpen(clause, root, context))

/**
 * Whether a path counts although the role may not follow all of it. The real server drops the whole path then. A comma
 * list is checked as far as its first comma. Recordings: permissions-101, permissions-338.
 */
const isWholeOpen = ({ text }: PopulateClause, root: Model, { role, schema, has }: PlanContext): boolean =>
  !has('dotted-leaf-drops-path') ||
  attributesOf(text.split('.'), root, schema).every((attribute) => mayFollow(role, attribute))

/**
 * Whether a value stands for `true`. Besides `*`, the real server accepts words of the language, and before 5.2.0 any
 * text. Recordings: populate-033, populate-159, components-005.
 */
export const standsForTrue = (value: PopulateValue, context: HasDepartures): boolean =>
  value.kind === 'star' ||
  isWord(value, context) ||
  (value.kind === 'names' &&
    typeof value.raw === 'string' &&
    value.raw !== '' &&
    context.has('nested-populate-value-validated'))

/** Whether the attribute ignores `t` and `1`. A morph relation of the real server only knows `true`. Case: quirks.morph-true-only. */
export const ignoresShortTrue = (
  { kind }: MorphAttribute,
  text: Raw | undefined,
  { has }: HasDepartures,
): boolean => kind === 'morphTo' && text !== 'true' && has('morph-true-only')

/** Whether `count` of a morph relation or a zone asks for a number. */
export const asksForCount = (
  attribute: MorphAttribute,
  count: Raw | undefined,
  context: HasDepartures,
): boolean => booleanText(count) === true && !ignoresShortTrue(attribute, count, context)

/**
 * Whether that number is answered. The real server counts no zones (recordings: locale-043, nested-page-012), and before
 * 5.53.0 no morph relations.
 */
export const countsLinks = ({ kind }: MorphAttribute, { has }: HasDepartures): boolean =>
  kind === 'morphTo' ? !has('morph-populate-count') : !has('count-ignored')

/**
 * Whether the attribute is left out because of its options: a morph relation without a visible kind under `on`. The real
 * server also leaves out one with other options alone. Before 5.53.0 it left out neither. Recordings: permissions-276,
 * permissions-281, permissions-306.
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

/** The place of the entries of a morph relation or a zone with options. */
export const placeOfCount = (
  attribute: MorphAttribute,
  isCounted: boolean,
  place: PlaceContext,
): PlaceContext => (countsAllLinks(attribute, isCounted, place) ? placeOfMorph(place) : place)

/** The real server counts the links of a morph relation without a look at the entries that they lead to. */
const countsAllLinks = ({ kind }: MorphAttribute, isCounted: boolean, { has }: HasDepartures): boolean =>
  isCounted && kind === 'morphTo' && has('morph-draft-leak')

/** The kinds that are shown of a morph relation or a zone. `documented`: as `on` lists them; `all`: as without `on`. */
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
  // Before 5.53.0 the `on` of a to-one morph relation did not leave out other kinds, and nothing was counted.
  if (!isZone && !attribute.many && kinds !== undefined && has('morph-populate-star-and-permission'))
    return { ...all, branches: new Map([...all.branches, ...kinds]) }
  if (!isZone || documented.branches === all.branches || !has('zone-unlisted-bare')) return documented
  return { ...documented, branches: new Map([...unlistedBare(all.branches, on), ...documented.branches]) }
}

/**
 * Components of a zone that `on` does not list. A reading of the guide shows them with their id and kind alone. Cases:
 * quirks.zone-unlisted-bare.
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

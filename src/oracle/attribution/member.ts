/** Attributes a missing, superfluous or wrong member (JSON key) of an entry to rules. */

import type { RuleId } from '../../reference/rules.ts'
import type { Model } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import type { Spot } from './spot.ts'
import { type Suspect, type SuspectContext, suspects } from './suspect.ts'

type MemberSpot = Extract<Spot, { kind: 'member' }>

export function memberSuspects(spot: MemberSpot, context: SuspectContext): readonly Suspect[] {
  const { expected, found, foundEntry, entry } = spot
  if (isOtherFormat(spot, context)) return suspects(['format.v4'], 'shape')
  const moved = movedMember(spot)
  if (moved !== undefined) return [moved]
  if ('attributes' in foundEntry && !('attributes' in entry)) return suspects(FLAT, 'shape')
  if (found === undefined) return suspects(missing(spot, context), 'missing')
  if (expected === undefined) return unexpected(spot, context)
  return suspects(wrongValue(spot, context), 'value')
}

/** The names of the members that wrap an entry in the Strapi 4 response format. */
const WRAPPERS = ['data', 'attributes']

/**
 * Returns whether the request asks for the format of Strapi 4, and the answer lacks a wrapper of this format or has a
 * superfluous one.
 */
function isOtherFormat(
  { name, expected, found }: MemberSpot,
  { exchange: { referenced } }: SuspectContext,
): boolean {
  if (!referenced.rules.includes('format.v4')) return false
  if (WRAPPERS.includes(name)) return expected === undefined || found === undefined
  const isWrapped = (json: Json | undefined): boolean => isObject(json) && WRAPPERS.some((one) => one in json)
  return expected !== undefined && found !== undefined && isWrapped(expected) !== isWrapped(found)
}

/**
 * Returns the suspect for a member that the target shows inside `attributes` instead of beside them, or the other way
 * round.
 */
function movedMember({ name, expected, found, foundEntry, entry }: MemberSpot): Suspect | undefined {
  const [ours, theirs] = [entry, foundEntry].map((one) => member(one, 'attributes'))
  if (!isObject(ours) || !isObject(theirs)) return undefined
  const isInside = found === undefined && member(theirs, name) !== undefined
  const isOutside = expected === undefined && member(ours, name) !== undefined
  if (!isInside && !isOutside) return undefined
  return {
    rule: 'format.v4',
    kind: isInside ? `${name} inside` : 'attributes outside',
    says: isInside
      ? `In the format of Strapi 4, \`id\` and \`documentId\` stand beside \`attributes\`. The server puts \`${name}\` inside.`
      : `In the format of Strapi 4, \`attributes\` has the attributes of an entry. The server puts some beside it.`,
  }
}

const FLAT: readonly RuleId[] = ['entry.flat', 'version.flat', 'version.flattened-only']

/**
 * The names of the members that contain the type of an entry, such as `__component`, each with the rule that adds the
 * member.
 */
const TAGS: ReadonlyMap<string, RuleId> = new Map([
  ['__component', 'component.discriminator'],
  ['__type', 'populate.morph'],
])

/** Returns the rules by which the reference added the wrong member to its answer. */
const rulesThere = ({ part, name }: MemberSpot, { exchange }: SuspectContext): readonly RuleId[] =>
  exchange.referenced.rulesAt(`${part}.${name}`)

const rulesAbove = ({ part }: MemberSpot, { exchange }: SuspectContext): readonly RuleId[] =>
  exchange.referenced.rulesAt(part)

function missing(spot: MemberSpot, context: SuspectContext): readonly RuleId[] {
  const { name, expected } = spot
  const tag = TAGS.get(name)
  if (tag !== undefined) return [tag]
  const above = rulesAbove(spot, context)
  const there = rulesThere(spot, context)
  const own = there.filter((rule) => OWN.has(rule))
  // The rule about the `documentId` of files is narrower than the rule about all populated files.
  if (there.includes('media.documentId')) return ['media.documentId', ...there]
  const ofPlace = isRightAbove(spot, context) ? OF_PLACE.filter((rule) => above.includes(rule)) : []
  if (ofPlace.length > 0) {
    const selecting = above.filter((rule) => rule === 'populate.form.fields')
    return [...ofPlace, ...selecting, ...own, ...there]
  }
  if (own.length > 0) return own
  if (name === 'id' || name === 'documentId')
    return [...above.filter((rule) => rule === 'fields.keeps-ids'), ...there]
  const narrow = [
    ...(expected === null ? nullRules(there) : []),
    ...there.filter((rule) => SPECIFIC.has(rule)),
  ]
  const populating = above.filter((rule) => POPULATING.some((start) => rule.startsWith(start)))
  if (!isScalarRule(there)) return [...narrow, ...populating, ...there]
  const chosen = above.filter((rule) => SELECTING.some((start) => rule.startsWith(start)))
  const selecting = populating.filter((rule) => rule === 'populate.form.fields')
  return [...narrow, ...there, ...chosen, ...selecting]
}

/**
 * Returns whether the target shows a member of `MEMBERS` in every entry of `data`, so that only a populated entry lacks
 * the member.
 */
function isRightAbove({ name, part }: MemberSpot, { exchange: { outcome } }: SuspectContext): boolean {
  if (part === 'data' || !MEMBERS.has(name) || outcome.kind === 'failed') return false
  const data = isObject(outcome.answer.body) ? member(outcome.answer.body, 'data') : undefined
  return (isList(data) ? data : [data]).every((entry) => isObject(entry) && member(entry, name) !== undefined)
}

const MEMBERS: ReadonlySet<string> = new Set([
  'id',
  'documentId',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'locale',
])

/** The rules about all entries of a populated attribute. */
const OF_PLACE: readonly RuleId[] = [
  'populate.localizations',
  'populate.creators',
  'populate.kind.relation',
  'populate.kind.media',
]

/** The rules about one member, such as `createdAt`, of every entry or component. */
const OWN: ReadonlySet<RuleId> = new Set([
  'entry.created-at',
  'entry.updated-at',
  'entry.published-at',
  'entry.locale',
  'component.id',
])

/** The prefixes of the rules that select the scalar attributes of an entry. */
const SELECTING = ['fields.', 'entry.default-scalars', 'component.fields', 'component.bare']
/** The prefixes of the rules about the notations and the depth of `populate`. */
const POPULATING = ['populate.form.', 'populate.all', 'populate.depth']

/** The rules that apply to few attributes, so that these rules are strong suspects. */
const SPECIFIC: ReadonlySet<RuleId> = new Set([
  'populate.on',
  'populate.count',
  'populate.localizations',
  'populate.creators',
])

const isScalarRule = (there: readonly RuleId[]): boolean => !there.includes('populate.adds')

/** Returns those of the given rules that make the value of an empty scalar or an empty link null. */
const nullRules = (there: readonly RuleId[]): readonly RuleId[] =>
  there.filter((rule) => rule === 'entry.answers-null' || rule === 'populate.to-one')

/**
 * The suspect for a private attribute in an answer. A request that names a private attribute follows another rule and
 * gets an error.
 */
const PRIVATE_SHOWN: Suspect = {
  rule: 'entry.attributes',
  kind: 'private attribute shown',
  says: 'Private attributes are absent from entries and components. The server shows them.',
}

const isPrivate = ({ name, model }: MemberSpot): boolean => model?.attributes.get(name)?.private === true

/** Returns the suspects for a superfluous member of an entry, which are the rules that exclude this member. */
function unexpected(spot: MemberSpot, context: SuspectContext): readonly Suspect[] {
  const own = ownRules(spot)
  if (own.length > 0) return suspects(own, 'extra')
  if (isPrivate(spot)) return [PRIVATE_SHOWN]
  const rules = excluding(spot, context)
  // The type of a morph relation's entry is not always known, but the explanation of its absent attributes is.
  return rules.includes('fields.private') ? [PRIVATE_SHOWN] : suspects(rules, 'extra')
}

/**
 * Returns the rules about a superfluous member with a special name, such as `__component` or `documentId`. The list is
 * empty for any other name, and for the `locale` of a localized type.
 */
function ownRules({ name, model }: MemberSpot): readonly RuleId[] {
  const tag = TAGS.get(name)
  if (tag !== undefined) return [tag]
  if (name === 'attributes') return FLAT
  if (name === 'documentId') return ['component.document-id']
  return name === 'locale' && isUntranslated(model) ? ['entry.locale'] : []
}

/** Returns the rules that exclude a member from the answer to the request. */
function excluding({ name, model, path }: MemberSpot, context: SuspectContext): readonly RuleId[] {
  const { explainer, exchange } = context
  const { rules } = explainer.why(exchange.request, `${path}.${name}`)
  return rules.length > 0
    ? rules
    : [model?.modelType === 'component' ? 'component.fields' : 'entry.attributes']
}

const isUntranslated = (model: Model | undefined): boolean =>
  model === undefined || model.modelType === 'component' || !model.localized

function wrongValue(spot: MemberSpot, context: SuspectContext): readonly RuleId[] {
  const { expected, found, name } = spot
  const tag = TAGS.get(name)
  if (tag !== undefined) return [tag]
  const there = rulesThere(spot, context)
  const own = there.filter((rule) => OWN.has(rule))
  if (own.length > 0) return own
  const ofFile = name === 'formats' ? wrongOfFile(spot, context) : []
  if (ofFile.length > 0) return ofFile
  const unwrapped = there.filter((rule) => rule === 'entry.unwrapped')
  if (isObject(found) && 'data' in found && unwrapped.length > 0) return unwrapped
  const shapes = there.filter((rule) => SHAPES.some((start) => rule.startsWith(start)))
  if (isOne(expected) !== isOne(found) && shapes.length > 0) return [...shapes, ...there]
  if (expected === null) return [...nullRules(there), ...there]
  // The answers of reference and target both contain the member. Therefore, the rules that add the member cannot be
  // broken.
  return [
    ...there.filter(isOfValue),
    ...there.filter((rule) => !isOfValue(rule) && rule !== 'entry.answers-null' && rule !== 'populate.adds'),
  ]
}

/** Returns the rules of members such as `url` that are wrong both in a media file and in one of its image formats. */
function wrongOfFile({ expected, found, entry, foundEntry, part }: MemberSpot, { exchange }: SuspectContext) {
  if (!isObject(expected) || !isObject(found)) return []
  const names = Object.entries(expected).flatMap(([size, ours]) => {
    const theirs = member(found, size)
    if (!isObject(ours) || !isObject(theirs)) return []
    return Object.keys(ours).filter((name) => member(ours, name) !== member(theirs, name))
  })
  const wrong = [...new Set(names)].filter((name) => member(entry, name) !== member(foundEntry, name))
  return wrong.flatMap((name) =>
    exchange.referenced.rulesAt(`${part}.${name}`).filter((rule) => rule.startsWith('media.')),
  )
}

/**
 * Returns whether a rule is about the type or the content of a member. Such a rule is about entries, files or
 * components, except `entry.attributes` and `entry.answers-null`.
 */
const isOfValue = (rule: RuleId): boolean =>
  rule !== 'entry.attributes' &&
  rule !== 'entry.answers-null' &&
  (rule.startsWith('entry.') || rule.startsWith('media.') || rule.startsWith('component.'))

/** The prefixes of the rules that decide whether an answer shows a link as a list or as one entry. */
const SHAPES = ['populate.to-one', 'populate.count', 'populate.kind.']

const isOne = (json: Json | undefined): boolean => !isList(json)

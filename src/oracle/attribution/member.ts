/** A member of an entry that is another than expected: the rules of its place, or of its absence. */

import type { RuleId } from '../../reference/rules.ts'
import type { Model } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json } from '../../util/json.ts'
import type { Spot } from './spot.ts'
import { type Suspect, type SuspectContext, suspects } from './suspect.ts'

type MemberSpot = Extract<Spot, { kind: 'member' }>

export function memberSuspects(spot: MemberSpot, asking: SuspectContext): readonly Suspect[] {
  const { expected, found, foundEntry, entry } = spot
  if ('attributes' in foundEntry && !('attributes' in entry)) return suspects(FLAT, 'shape')
  if (found === undefined) return suspects(missing(spot, asking), 'missing')
  if (expected === undefined) return suspects(unexpected(spot, asking), 'extra')
  return suspects(otherwise(spot, asking), 'value')
}

const FLAT: readonly RuleId[] = ['entry.flat', 'version.flat', 'version.flattened-only']

/** Members that say of which kind an entry is. */
const TAGS: ReadonlyMap<string, RuleId> = new Map([
  ['__component', 'component.discriminator'],
  ['__type', 'populate.morph'],
])

/** What puts it there. */
const rulesThere = ({ part, name }: MemberSpot, { exchange }: SuspectContext): readonly RuleId[] =>
  exchange.referenced.rulesAt(`${part}.${name}`)

const rulesAbove = ({ part }: MemberSpot, { exchange }: SuspectContext): readonly RuleId[] =>
  exchange.referenced.rulesAt(part)

function missing(spot: MemberSpot, asking: SuspectContext): readonly RuleId[] {
  const { name, expected } = spot
  const tag = TAGS.get(name)
  if (tag !== undefined) return [tag]
  const above = rulesAbove(spot, asking)
  const there = rulesThere(spot, asking)
  if (name === 'id' || name === 'documentId')
    return [...above.filter((rule) => rule === 'fields.keeps-ids'), ...there]
  const narrow = [...(expected === null ? nullRules(there) : []), ...there.filter((rule) => NARROW.has(rule))]
  const asked = above.filter((rule) => ASKED.some((start) => rule.startsWith(start)))
  if (!isScalarRule(there)) return [...narrow, ...asked, ...there]
  const chosen = above.filter((rule) => CHOSEN.some((start) => rule.startsWith(start)))
  return [...narrow, ...there, ...chosen, ...asked]
}

/** How an entry's scalars are chosen. */
const CHOSEN = ['fields.', 'entry.default-scalars', 'component.fields', 'component.bare']
/** How what it links to is asked for. */
const ASKED = ['populate.form.', 'populate.all', 'populate.depth']

/** What is said of few places says much. */
const NARROW: ReadonlySet<RuleId> = new Set([
  'populate.on',
  'populate.count',
  'populate.localizations',
  'populate.creators',
])

const isScalarRule = (there: readonly RuleId[]): boolean => !there.includes('populate.adds')

/** That nothing is there is said of a scalar, and of what is linked. */
const nullRules = (there: readonly RuleId[]): readonly RuleId[] =>
  there.filter((rule) => rule === 'entry.answers-null' || rule === 'populate.to-one')

/** What keeps it out. */
function unexpected(spot: MemberSpot, asking: SuspectContext): readonly RuleId[] {
  const { name, model, path } = spot
  const tag = TAGS.get(name)
  if (tag !== undefined) return [tag]
  if (name === 'attributes') return FLAT
  if (name === 'documentId') return ['component.document-id']
  if (name === 'locale' && isUntranslated(model)) return ['entry.locale']
  const { explainer, exchange } = asking
  const { rules } = explainer.why(exchange.request, `${path}.${name}`)
  return rules.length > 0
    ? rules
    : [model?.modelType === 'component' ? 'component.fields' : 'entry.attributes']
}

const isUntranslated = (model: Model | undefined): boolean =>
  model === undefined || model.modelType === 'component' || !model.localized

function otherwise(spot: MemberSpot, asking: SuspectContext): readonly RuleId[] {
  const { expected, found } = spot
  const there = rulesThere(spot, asking)
  const unwrapped = there.filter((rule) => rule === 'entry.unwrapped')
  if (isObject(found) && 'data' in found && unwrapped.length > 0) return unwrapped
  if (isOne(expected) !== isOne(found))
    return [...there.filter((rule) => SHAPES.some((start) => rule.startsWith(start))), ...there]
  if (expected === null) return [...nullRules(there), ...there]
  // That it is there at all is not what is wrong.
  return [
    ...there.filter(isOfValue),
    ...there.filter((rule) => !isOfValue(rule) && rule !== 'entry.answers-null' && rule !== 'populate.adds'),
  ]
}

/** Rules of the value itself: what its type says, and what stands there. */
const isOfValue = (rule: RuleId): boolean =>
  rule !== 'entry.attributes' &&
  rule !== 'entry.answers-null' &&
  (rule.startsWith('entry.') || rule.startsWith('media.') || rule.startsWith('component.'))

/** Of what is linked the rules that say whether it is a list. */
const SHAPES = ['populate.to-one', 'populate.count', 'populate.kind.']

const isOne = (json: Json | undefined): boolean => !isList(json)

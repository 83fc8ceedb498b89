/** Zones and morph relations: what is linked is of several kinds, and `on` speaks of each. */
import { booleanText } from '../parse/populate.ts'
import type { PopulateOptions, PopulateValue } from '../parse/syntax.ts'
import { isMap, type RawMap } from '../parse/url.ts'
import { invalidKey, validation } from '../refusal.ts'
import type { PopulatableAttribute, Uid } from '../schema/schema.ts'
import type { Level, PlaceContext } from './context.ts'
import { morphTypes, openMorph, plain, plainDeep } from './linked.ts'
import { fragments, planCount } from './options.ts'
import { noValue } from './places.ts'
import type { Branch, Populated } from './plan.ts'

type MorphAttribute = Extract<PopulatableAttribute, { kind: 'zone' | 'morphTo' }>

export function onMorph(
  attribute: MorphAttribute,
  value: Exclude<PopulateValue, { kind: 'overflow' }>,
  place: Level,
  context: PlaceContext,
): Populated | undefined {
  switch (value.kind) {
    case 'flag':
      if (!value.on) return undefined
      if (attribute.kind === 'morphTo' && value.text !== 'true' && context.has('morph-true-only'))
        return undefined
      if (attribute.kind === 'zone') context.cite('populate.form.zone')
      return plain(attribute, attribute.kind === 'morphTo' ? openMorph(context) : context, place.model)
    case 'options':
      return onMorphOptions(attribute, value.options, place, context)
    case 'null':
      context.report('convert.populate', noValue(place))
      return undefined
    case 'star':
    case 'names':
    case 'list': {
      const raw = value.kind === 'star' ? '*' : value.raw
      if (raw === '') context.report('convert.populate', noValue(place))
      const isForgotten = attribute.kind === 'morphTo' && context.has('morph-options-dropped')
      return raw === '' || isForgotten ? undefined : noFragments(attribute, raw, place, context)
    }
  }
}

/** Anything but `true`, `on`, `populate=*` or `count`. */
function noFragments(
  attribute: MorphAttribute,
  found: Parameters<typeof JSON.stringify>[0],
  place: Level,
  context: PlaceContext,
): undefined {
  const owner = place.model
  const name = owner.modelType === 'contentType' ? owner.singularName : 'undefined'
  const message =
    `Invalid nested populate for ${name}.${attribute.name} (${owner.uid}). ` +
    `Expected a fragment ("on") or "count" but found ${JSON.stringify(found)}`
  context.report('convert.populate', validation('populate.zone-options', message))
  return undefined
}

function onMorphOptions(
  attribute: MorphAttribute,
  options: PopulateOptions,
  place: Level,
  context: PlaceContext,
): Populated | undefined {
  const { report, param, has } = context
  const nested = options.entries.find((option) => option.key === 'populate')
  if (nested !== undefined && nested.raw !== null && nested.raw !== '*') {
    report('populate.names', invalidKey('populate', { rule: 'populate.zone-nested', path: place.raw, param }))
  }
  const on = options.entries.find((option) => option.key === 'on')
  const isUsed = on !== undefined && on.raw !== null && on.raw !== ''
  const branches = isUsed ? fragments(on, attribute.kind === 'zone', place, context) : undefined
  const others = options.entries.filter((option) => !['populate', 'on', 'count'].includes(option.key))
  const overruled = isUsed && attribute.kind === 'zone' && has('zone-options-ignored')
  const counted = options.entries.find((option) => option.key === 'count')
  const isTrueOnly = attribute.kind === 'morphTo' && has('morph-true-only')
  const counts =
    counted !== undefined && (isTrueOnly ? counted.value === 'true' : booleanText(counted.value) === true)
  if (attribute.kind === 'morphTo' && !isUsed && !counts && has('morph-options-dropped')) return undefined
  if (attribute.kind === 'morphTo' && branches?.size === 0) return undefined
  if (others.length > 0 && !overruled)
    return noFragments(attribute, optionsLeft(attribute, options.raw, branches, context), place, context)
  const base =
    nested?.raw === '*' && !isUsed
      ? plainDeep(attribute, context, place.model)
      : plain(attribute, context, place.model)
  if (counted !== undefined && (attribute.kind === 'morphTo' || !has('count-ignored')))
    planCount(counted.value, place, context)
  const isCount = counts && (attribute.kind === 'morphTo' || !has('count-ignored'))
  if (isCount) context.cite('populate.count')
  if (isCount && attribute.kind === 'morphTo' && has('morph-draft-leak'))
    return countedLinks(attribute, branches, place, context)
  return {
    ...base,
    count: isCount,
    branches: on?.raw === '' ? new Map() : (branches ?? base.branches),
  }
}

/** What a message repeats of a morph relation's options: the kinds that the role may see, and a count as understood. */
function optionsLeft(
  attribute: MorphAttribute,
  raw: RawMap,
  branches: ReadonlyMap<Uid, Branch> | undefined,
  context: PlaceContext,
): unknown {
  if (attribute.kind === 'zone') return raw
  const on = isMap(raw.on)
    ? Object.entries(raw.on).filter(([uid]) => branches?.has(uid))
    : morphTypes(context).map((uid) => [uid, true])
  return { ...raw, ...(raw.count === 'true' ? { count: true } : {}), on: Object.fromEntries(on) }
}

/** The real server counts the links of a morph relation without looking at what they lead to. */
function countedLinks(
  attribute: MorphAttribute,
  listed: ReadonlyMap<Uid, Branch> | undefined,
  place: Level,
  context: PlaceContext,
): Populated {
  const base = plain(attribute, openMorph(context), place.model)
  const branches = [...base.branches].filter(([uid]) => listed === undefined || listed.has(uid))
  return { ...base, count: true, branches: new Map(branches) }
}

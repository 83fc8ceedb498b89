/** Finds the rules of writing that apply to an attribute, depending on the form of the written value. */

import type { Attribute, Model, Uid } from '../../../reference/schema/schema.ts'
import { isList, isObject, type Json, member, memberOf, parseJson } from '../../../util/json.ts'
import type { modelsOf, WritableAttribute } from '../../../writing/index.ts'
import type { WriteRuleId } from '../../../writing/rules.ts'
import type { Difference } from '../../compare/difference.ts'
import type { WireRequest } from '../../target/target.ts'
import { hasId, listOf } from './misread/kit.ts'

/** Returns the rules that apply to the written value of a relation, the most specific rule first. */
function linkRules(
  attribute: Extract<Attribute, { kind: 'relation' | 'media' | 'morphTo' }>,
  value: Json | undefined,
): readonly WriteRuleId[] {
  const one: readonly WriteRuleId[] = attribute.many ? [] : ['write.relation.one']
  return [...ofForm(value), ...one, 'write.relation.taken', 'write.relation.status', 'write.relation.forms']
}

function ofForm(value: Json | undefined): readonly WriteRuleId[] {
  // The value null is a separate form of a relation, which removes the links.
  if (value === null) return ['write.relation.forms']
  if (!isObject(value)) return ['write.relation.set']
  if (Object.hasOwn(value, 'set')) return ['write.relation.set']
  const [connected, disconnected] = [listOf(member(value, 'connect')), listOf(member(value, 'disconnect'))]
  const isPlaced = connected.some((item) => isObject(item) && Object.hasOwn(item, 'position'))
  return [
    ...(isPlaced ? (['write.relation.position'] as const) : []),
    ...(disconnected.length > 0 ? (['write.relation.disconnect'] as const) : []),
    ...(connected.length > 0 ? (['write.relation.connect'] as const) : []),
    ...(connected.length + disconnected.length === 0 ? (['write.relation.set'] as const) : []),
  ]
}

/**
 * Returns the rules that apply to the value of an attribute in `data`, depending on its form. The parameter `inside` is
 * the path within the written value.
 */
export function attributeRules(
  attribute: Attribute,
  data: Json | undefined,
  inside: readonly string[] = [],
): readonly WriteRuleId[] {
  const value = isObject(data) ? member(data, attribute.name) : undefined
  switch (attribute.kind) {
    case 'scalar':
      return [
        ...(SCALAR_RULES[attribute.type] ?? []),
        ...(attribute.type === 'uid' ? (['write.values.unique'] as const) : []),
        'write.values',
      ]
    case 'media':
      return ['write.files', ...linkRules(attribute, value)]
    case 'relation':
      return linkRules(attribute, value)
    case 'morphTo':
      return [attribute.many ? 'write.morph' : 'write.morph.one', ...linkRules(attribute, value)]
    case 'morphBy':
      return [...ofForm(value), 'write.morph.one', 'write.morph']
    case 'component':
      return componentRules(value, inside)
    case 'zone':
      return ['write.zone.listed', ...componentRules(value, inside), 'write.zone']
  }
}

/** A value of a scalar attribute in the `data` of a write, at any depth of its components. */
export interface WrittenScalar {
  /** The path of the value in `data`, with a slash between two steps. */
  readonly path: string
  readonly type: string
  readonly limits: WritableAttribute
  readonly value: Json
}

/** The maximum nesting of components whose values are considered. */
const MOST_LEVELS = 5

const openPart = (json: Json, uid: Uid, steps: readonly string[]) => ({ json, uid, steps })

/** Returns the values of scalar attributes in the `data` of a write, and in its components. */
export function scalarsIn(
  data: Json | undefined,
  uid: Uid | undefined,
  models: ReturnType<typeof modelsOf>,
): readonly WrittenScalar[] {
  const scalars: WrittenScalar[] = []
  const open = [openPart(data ?? null, uid ?? '', [])]
  for (let at = open.shift(); at !== undefined; at = open.shift()) {
    const { json, steps } = at
    const model = models.get(at.uid)
    if (!isObject(json) || model === undefined || steps.length > MOST_LEVELS * 2) continue
    for (const [name, value] of Object.entries(json)) {
      const limits = model.attributes.get(name)
      const own = limits?.attribute
      const path = [...steps, name]
      if (limits !== undefined && own?.kind === 'scalar')
        scalars.push({ path: path.join('/'), type: own.type, limits, value })
      if (own?.kind !== 'component' && own?.kind !== 'zone') continue
      for (const [index, item] of listOf(value).entries())
        open.push(
          openPart(
            item,
            own.kind === 'component' ? own.component : String(memberOf(item, '__component')),
            isList(value) ? [...path, String(index)] : path,
          ),
        )
    }
  }
  return scalars
}

export const SCALAR_RULES: Readonly<Record<string, readonly WriteRuleId[]>> = {
  json: ['write.values.json'],
  password: ['write.values.password'],
  date: ['write.values.date'],
  time: ['write.values.date'],
  datetime: ['write.values.date'],
  timestamp: ['write.values.date'],
}

/** Returns the rules that apply to written components. A component with an id refers to an existing component. */
function componentRules(value: Json | undefined, inside: readonly string[]): readonly WriteRuleId[] {
  const items = isList(value) ? value : [value]
  const isKept = items.some((item) => item !== undefined && hasId(item))
  return isKept
    ? ['write.component.kept', 'write.component.id', 'write.component.new']
    : isUnset(value, inside)
      ? ['write.values.defaults', 'write.component.new']
      : ['write.component.new', 'write.values.defaults']
}

/** Returns whether a written component lacks the member at the path `inside`. */
const isUnset = (value: Json | undefined, inside: readonly string[]): boolean =>
  inside.reduce<Json | undefined>(
    (json, name) => (isList(json) ? json[Number(name)] : memberOf(json, name)),
    value,
  ) === undefined

/**
 * Returns whether the target shows the expected value in another form: another type, letter case or length, or null
 * for an empty value.
 */
export function isRecast({ expected, found }: Difference): boolean {
  if (typeof expected === 'number' && typeof found === 'number') return false
  if (found === null && (expected === '' || expected === 0 || expected === false)) return true
  const [ours = '', theirs = ''] = [expected, found].map(
    (value) => (typeof value === 'string' ? value.trim().toLowerCase() : JSON.stringify(value ?? '')) ?? '',
  )
  return ours !== '' && theirs !== '' && (ours.startsWith(theirs) || theirs.startsWith(ours))
}

/**
 * Returns the rules about the values of the body that the reference casts to another type, such as `"7"` for an
 * integer.
 */
export function castRules(
  model: Model | undefined,
  data: Json | undefined,
  stored: Json | undefined,
): readonly WriteRuleId[] {
  if (!isObject(data) || !isObject(stored)) return []
  return Object.entries(data).flatMap(([name, value]) => {
    const attribute = model?.attributes.get(name)
    const isCast = attribute?.kind === 'scalar' && typeof value !== typeof (member(stored, name) ?? value)
    return isCast ? [...(SCALAR_RULES[attribute.type] ?? []), 'write.values' as const] : []
  })
}

/**
 * Returns the rules about unusual features of a write: its content type, members beside `data`, or a `status` without
 * effect.
 */
export function formRules(
  { url, headers, body = '' }: WireRequest,
  hasDrafts: boolean,
): readonly WriteRuleId[] {
  const { 'content-type': type = PLAIN_JSON } = headers
  if (type !== PLAIN_JSON) return [type.includes('json') ? 'write.body.json' : 'write.body.form']
  if (!hasDrafts && url.includes('status=')) return ['write.publish.status']
  const json = parseJson(body)
  return isObject(json) && Object.keys(json).some((name) => name !== 'data') ? ['write.body.data'] : []
}

const PLAIN_JSON = 'application/json'

/**
 * Returns the first rule in `likely` that the reference followed or that is in `ALWAYS`. If there is none, returns all
 * rules that the reference followed, general rules last.
 */
export function mostSpecific(
  likely: readonly WriteRuleId[],
  followed: readonly WriteRuleId[],
): readonly WriteRuleId[] {
  const first = likely.find((rule) => followed.includes(rule) || ALWAYS.includes(rule))
  return first !== undefined ? [first] : [...followed].sort((a, b) => rank(a) - rank(b))
}

/** The rules that apply to every written row, although the reference cites them only for a new row. */
const ALWAYS: readonly WriteRuleId[] = ['write.stamps', 'write.ids', 'write.answer']

/**
 * The general rules, which all creates, all updates or all writes follow, in their order at the end of the suspects.
 */
const GENERAL: readonly WriteRuleId[] = [
  'write.create',
  'write.update',
  'write.single',
  'write.publish.draft',
  'write.publish.row',
  'write.values',
  'write.stamps',
  'write.ids',
  'write.answer',
  'write.query',
  'write.body.data',
  'write.body.json',
  'write.whole',
]
const rank = (rule: WriteRuleId): number => GENERAL.indexOf(rule)

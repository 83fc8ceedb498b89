/** The rules of writing that apply to a link, by the form in which the link was written. */

import type { Attribute } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import type { WriteRuleId } from '../../writing/rules.ts'

/** The rules of a form, the most specific first. */
export function linkRules(
  attribute: Extract<Attribute, { kind: 'relation' | 'media' | 'morphTo' }>,
  value: Json | undefined,
): readonly WriteRuleId[] {
  const one: readonly WriteRuleId[] = attribute.many ? [] : ['write.relation.one']
  return [...ofForm(value), ...one, 'write.relation.taken', 'write.relation.status', 'write.relation.forms']
}

function ofForm(value: Json | undefined): readonly WriteRuleId[] {
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

const listOf = (json: Json | undefined): readonly Json[] =>
  isList(json) ? json : json === undefined || json === null ? [] : [json]

/** The vocabulary of generated requests: names of a schema, keywords of the query language, and unusual values. */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import { OPERATOR_NAMES, TEXTS } from '../../../properties/arbitraries/values.ts'
import type { Model, Schema } from '../../../src/reference/schema/schema.ts'
import { attributesOf, leadsTo } from '../../../src/semantics/model.ts'

export const OPERATOR_WORDS: readonly string[] = [...OPERATOR_NAMES, '$EQ', '$', '$nothing']
export const OPTION_WORDS: readonly string[] = [
  'populate',
  'filters',
  'fields',
  'sort',
  'on',
  'count',
  'pagination',
  'status',
  'locale',
]
export const ROOT_WORDS: readonly string[] = [
  'filters',
  'populate',
  'sort',
  'fields',
  'pagination',
  'page',
  'pageSize',
  'start',
  'limit',
  '_q',
  'status',
  'locale',
  'publicationFilter',
  'hasPublishedVersion',
  'lookup',
  'count',
  'ordering',
  'other',
]
const ODD_KEYS: readonly string[] = [
  '',
  '0',
  '1',
  '100',
  '101',
  '-1',
  '1e3',
  '00',
  '*',
  'true',
  'false',
  'nothing',
  'constructor',
  '__proto__',
  'hasOwnProperty',
  'toString',
  'length',
  'a.b',
  'a,b',
  'id',
  'documentId',
  'createdAt',
  'publishedAt',
  'createdBy',
  'localizations',
  'withCount',
  '%00',
  '%5B',
  '[',
  '%ud83c',
  'é',
]
const NUMBERS: readonly string[] = [
  '0',
  '-0',
  '1',
  '-1',
  '2',
  '25',
  '100',
  '101',
  '1.5',
  '1e3',
  '1e21',
  '1e400',
  '-1e400',
  '9007199254740993',
  '0x10',
  '0b1',
  'NaN',
  'Infinity',
  '+1',
  '.5',
  '5.',
]
const INSTANTS: readonly string[] = [
  '2024-02-29',
  '2024-02-30',
  '0000-00-00',
  '9999-12-31T23:59:59.999Z',
  '-271821-04-20',
  '+275760-09-13T00:00:00.001Z',
  '2024-01-15T10:11:12.345678901234Z',
  '2024-01-15T10:11:12+99:99',
  '10:20',
  '24:00:00',
  '23:59:59.9999999',
  '1705313472345',
  '8640000000000001',
]
const JSONS: readonly string[] = [
  'null',
  'true',
  '"a"',
  '[]',
  '{}',
  '{"a":1}',
  '[[[1]]]',
  '{"a":{"a":{"a":null}}}',
  '{"__proto__":1}',
  '1e999',
  '"\\ud83c"',
  '[1,',
  '{"a":',
]
const PLAIN: readonly string[] = [
  '*',
  'asc',
  'desc',
  'id',
  'id:desc',
  'a:b:c',
  ',',
  '.',
  ':',
  ',,,',
  '...',
  'true',
  'false',
  't',
  'f',
  'draft',
  'published',
  'en',
  'fr',
  'has-published-version',
  'modified',
  '%',
  '%%',
  '%zz',
  '%00',
  '%ff%fe',
  '%ed%a0%80',
  '%f0%9f%8d%95',
  '\0',
  '\ud83c',
  '\u202e',
  '\r\n',
  '[object Object]',
]

/** Returns a random text that may be part of a request at any place. */
export function oddText(roll: Roll): string {
  return roll.pick(roll.pick([PLAIN, NUMBERS, INSTANTS, JSONS, TEXTS]))
}

export const oddKey = (roll: Roll): string => roll.pick(ODD_KEYS)

/** Returns the name of a random attribute of the model, or an unknown name. */
export function nameIn(model: Model | undefined, roll: Roll): string {
  const names = model === undefined ? [] : attributesOf(model).map(({ name }) => name)
  return names.length === 0 || roll.chance(8) ? oddKey(roll) : roll.pick(names)
}

/** Returns the names of a random path through the schema from a model. */
export function walk(from: Model, schema: Schema, length: number, roll: Roll): string[] {
  const names: string[] = []
  let model: Model | undefined = from
  for (let at = 0; at < length; at++) {
    const last = at === length - 1
    const ways = last ? [] : linksOf(model)
    const name = ways.length > 0 && !roll.chance(4) ? roll.pick(ways) : nameIn(model, roll)
    names.push(name)
    model = behind(model, name, schema, roll)
  }
  return names
}

const linksOf = (model: Model | undefined): readonly string[] =>
  model === undefined
    ? []
    : attributesOf(model)
        .filter(({ kind }) => kind !== 'scalar')
        .map(({ name }) => name)

/** Returns the model to which an attribute leads; a random one of them if the attribute leads to several models. */
export function behind(
  model: Model | undefined,
  name: string,
  schema: Schema,
  roll: Roll,
): Model | undefined {
  const attribute = model?.attributes.get(name)
  if (attribute === undefined) return undefined
  if (attribute.kind === 'zone')
    return attribute.components.length === 0
      ? undefined
      : schema.components.get(roll.pick(attribute.components))
  if (attribute.kind === 'morphTo') return schema.contentTypes.get(roll.pick([...schema.contentTypes.keys()]))
  return leadsTo(attribute, schema)
}

/** Generates requests in which keywords of the query language and names of a schema are at wrong places. */
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import type { Model } from '../../../src/reference/schema/schema.ts'
import { anyGround, type Ground } from '../../search/fuzz/grammar.ts'
import {
  behind,
  nameIn,
  OPERATOR_WORDS,
  OPTION_WORDS,
  oddKey,
  oddText,
  walk,
} from '../../search/fuzz/words.ts'

const ROOTS = ['filters', 'populate', 'sort', 'fields', 'pagination', 'locale', 'status', '_q'] as const
const POSITIONS = ['0', '0', '1', '2', '100', '101', ''] as const
const STRANGERS = ['nothing', 'on', 'count', 'true', '0', '*'] as const

/** Returns a request with one to three parameters; each has a chain of random keys and a random value. */
export function crossedRequest(graph: Ground['graph'], roll: Roll): ApiRequest {
  const { ground, token } = anyGround(graph, roll)
  const { type, scene } = ground
  const parts = Array.from({ length: 1 + roll.upTo(roll.chance(30) ? 2 : 0) }, () => part(ground))
  const name = type.kind === 'singleType' ? type.singularName : type.pluralName
  const isDocument = type.kind === 'collectionType' && scene.documentIds.length > 0 && roll.chance(10)
  const path = isDocument ? `${name}/${roll.pick(scene.documentIds)}` : name
  const url = `${graph.settings.prefix}/${path}?${parts.join('&')}`
  return token === undefined ? { url } : { url, headers: { authorization: `Bearer ${token}` } }
}

/**
 * Returns a parameter such as `root[key][key]=value`. Sometimes a second parameter begins with the same keys and ends
 * with other keys.
 */
function part(ground: Ground): string {
  const { roll } = ground
  const root = roll.pick(ROOTS)
  const keys = chain(ground)
  const first = `${root}${bracketed(keys)}${ending(ground)}`
  if (!roll.chance(20)) return first
  const kept = keys.slice(0, roll.upTo(keys.length))
  return `${first}&${root}${bracketed([...kept, word(ground, ground.type)])}${ending(ground)}`
}

const bracketed = (keys: readonly string[]): string => keys.map((key) => `[${key}]`).join('')

/**
 * Returns up to five keys. Some keys are names that the schema has after the previous key, and some are at a wrong
 * place.
 */
function chain(ground: Ground): readonly string[] {
  const { roll, graph } = ground
  const keys: string[] = []
  let model: Model | undefined = ground.type
  const length = roll.upTo(5)
  while (keys.length < length) {
    const key = word(ground, model)
    keys.push(key)
    model = behind(model, key, graph.schema, roll) ?? (roll.chance(50) ? model : undefined)
  }
  return keys
}

function word({ roll }: Ground, model: Model | undefined): string {
  if (roll.chance(45)) return nameIn(model, roll)
  return roll.pick(roll.pick([OPERATOR_WORDS, OPERATOR_WORDS, OPTION_WORDS, POSITIONS, STRANGERS]))
}

function ending({ roll, type, graph }: Ground): string {
  if (roll.chance(8)) return ''
  const names = walk(type, graph.schema, 1 + roll.upTo(2), roll)
  return `=${roll.pick(['', '*', 'true', names.join('.'), names.join(','), oddText(roll), oddKey(roll)])}`
}

/** Generates hostile bodies from valid ones: changed, cut, deep, wide and long. */

import type { Roll } from '../../../../properties/arbitraries/dice.ts'
import { isList, isObject, type Json, parseJson } from '../../../../src/util/json.ts'
import { hostileName, hostileText } from './texts.ts'

/** A function that makes the text of a valid body hostile. */
export type Spoil = (text: string, roll: Roll) => string

/** The depths of nesting in hostile bodies: small, near the depth limit of the check, and far beyond the limit. */
const DEPTHS = [10, 400, 700, 1_000, 1_990, 2_000, 2_001, 5_000, 100_000, 1_000_000] as const
const COUNTS = [300, 1_000, 5_000] as const
const BEYOND = [100_000, 1_000_001] as const
const LENGTHS = [1_000, 20_000, 20_001, 100_000] as const

export const SPOILS = {
  /** Replaces some values. */
  values: changing((value, roll) => (roll.chance(50) ? hostileValue(roll) : swapped(value, roll))),
  /** Replaces most texts. */
  texts: changing((value, roll) => (typeof value === 'string' ? hostileText(roll) : value), 80),
  /** Inserts one to three copies of a hostile member into an object. */
  members: (text, roll) => {
    const name = `${JSON.stringify(hostileName(roll))}:${JSON.stringify(hostileText(roll))},`
    const places = [...text.matchAll(/\{/g)].map(({ index }) => index + 1)
    if (places.length === 0 || text.includes('{}')) return text
    return spliced(text, roll.pick(places), name.repeat(1 + roll.upTo(2)))
  },
  torn: (text, roll) => {
    const at = roll.upTo(text.length)
    const piece = roll.pick(['', ',', '"', '[', '}', '\\', '\0', '1e999', '\ud800', hostileText(roll)])
    return `${text.slice(0, at)}${piece}${text.slice(at + roll.upTo(5))}`
  },
  deep: (text, roll) => within(text, nested(roll), roll),
  wide: (text, roll) => within(text, wide(roll), roll),
  long: (text, roll) =>
    within(text, JSON.stringify('x'.repeat(roll.chance(3) ? 2_000_000 : roll.pick(LENGTHS))), roll),
  plain: (_text, roll) => Array.from({ length: 1 + roll.upTo(3) }, () => hostileText(roll)).join('\n'),
  empty: (_text, roll) => roll.pick(['', 'null', '[]', '{}', '0', '""', '{"data":null}', '{"error":null}']),
} as const satisfies Record<string, Spoil>

const spliced = (text: string, at: number, piece: string): string =>
  `${text.slice(0, at)}${piece}${text.slice(at)}`

/** Replaces the whole text, or one of its values, by a piece of JSON. */
function within(text: string, piece: string, roll: Roll): string {
  if (roll.chance(30)) return piece
  const places = [...text.matchAll(/:("[^"\\]*"|-?\d+|null|true|false)/g)]
  if (places.length === 0) return piece
  const { index, 0: found } = roll.pick(places)
  return `${text.slice(0, index + 1)}${piece}${text.slice(index + found.length)}`
}

function nested(roll: Roll): string {
  const depth = roll.pick(DEPTHS)
  const [open, close] = roll.pick([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"data":', '}]'],
    ['{"id":1,"attributes":', '}'],
  ] as const)
  const inner = roll.pick(['1', '"x"', '[1,2,3]', Array.from({ length: 2_000 }, () => '0').join(',')])
  const whole = `${open.repeat(depth)}${open.startsWith('[') ? inner : '1'}${close.repeat(depth)}`
  return roll.chance(10) ? open.repeat(depth) : whole
}

function wide(roll: Roll): string {
  const count = roll.chance(3) ? roll.pick(BEYOND) : roll.pick(COUNTS)
  const item = roll.pick(['0', '[]', '{}', '"a"', '{"id":1,"documentId":"a"}'])
  if (roll.chance(50)) return `[${`${item},`.repeat(count - 1)}${item}]`
  return `{${Array.from({ length: Math.min(count, 20_000) }, (_, at) => `"k${at}":${item}`).join(',')}}`
}

/**
 * Returns a function that changes each scalar value in a JSON text with a probability of `percent`. Without `percent`,
 * the function chooses 2, 10 or 40 percent at random for each text.
 */
function changing(change: (value: Json, roll: Roll) => Json, percent?: number): Spoil {
  return (text, roll) => {
    const json = parseJson(text)
    if (json === undefined) return text
    const often = percent ?? roll.pick([2, 10, 40])
    const walk = (value: Json): Json => {
      if (isList(value)) return value.map(walk)
      if (!isObject(value)) return roll.chance(often) ? change(value, roll) : value
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
    }
    return JSON.stringify(walk(json))
  }
}

/** Returns a value of another type, or a slightly different value. */
function swapped(value: Json, roll: Roll): Json {
  if (typeof value === 'number') return roll.pick([value + 1, -value, String(value), 1e308, 0.1])
  if (typeof value === 'string')
    return roll.pick([value.slice(1), `${value}\u200b`, Number(value) || 0, [value]])
  return roll.pick([null, true, 0, '', 'null'])
}

function hostileValue(roll: Roll): Json {
  return roll.pick<() => Json>([
    () => hostileText(roll),
    () => ({ [hostileName(roll)]: hostileText(roll) }),
    () => [hostileText(roll), { id: 1, documentId: hostileText(roll) }],
    () => [[[[]]]],
    () => ({}),
    () => 2 ** 53 + 2,
  ])()
}

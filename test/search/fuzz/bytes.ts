/**
 * Generates requests from arbitrary bytes: requests whose URLs and headers are cut, mixed or encoded, and values
 * that are no request.
 */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import { oddText } from './words.ts'

const BITS = [
  '?',
  '&',
  '=',
  '[',
  ']',
  '[]',
  '%',
  '%25',
  '%5B',
  '%5d',
  '%00',
  '%80',
  '%c0%af',
  '%ed%a0%80',
  '%F4%90%80%80',
  '%zz',
  '%u0041',
  '#',
  '/',
  '//',
  '/../',
  '/./',
  ';',
  '\\',
  '\0',
  '\x7f',
  '\x80',
  '\r\n',
  '\t',
  ' ',
  '+',
  '\ud83c',
  '\udf55',
  '🍕',
  '\uffff',
  '\u2028',
  'http://x/',
  'file:///',
  ':',
  '@',
] as const

const SEPARATORS = [
  '&',
  '=',
  '[',
  ']',
  '[]',
  '/',
  '%',
  '.',
  ',',
  '?',
  '#',
  '&&=',
  '[a]',
  '%5B',
  '\0',
  '+',
] as const

/** Returns a request with some changed bytes in its URL, and sometimes in its method or in a header. */
export function torn(request: ApiRequest, roll: Roll): ApiRequest {
  const count = 1 + roll.upTo(4)
  let { url } = request
  for (let at = 0; at < count; at++) url = tornText(url, roll)
  const headers = { ...request.headers }
  if (roll.chance(15)) {
    const name = roll.pick([...HEADER_NAMES, ...Object.keys(headers)])
    const given = Object.hasOwn(headers, name) ? headers[name] : undefined
    headers[name] = tornText(given ?? roll.pick(HEADER_VALUES), roll)
  }
  const method = roll.chance(5) ? { method: tornText(request.method ?? 'GET', roll) } : {}
  return { ...request, ...method, url, headers }
}

const HEADER_NAMES = [
  'authorization',
  'origin',
  'host',
  'strapi-response-format',
  'strapi-encode-source-maps',
  'access-control-request-method',
  'access-control-request-headers',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
] as const
const HEADER_VALUES = ['Bearer ', 'v4', 'true', 'null', '', 'a'.repeat(10_000), ' '.repeat(10_000)] as const

function tornText(text: string, roll: Roll): string {
  const at = roll.upTo(text.length)
  const to = at + roll.upTo(roll.chance(80) ? 6 : text.length - at)
  const before = text.slice(0, at)
  const after = text.slice(at)
  switch (roll.upTo(8)) {
    case 0:
      return before + text.slice(to)
    case 1:
      return before + roll.pick(BITS) + after
    case 2:
      return before + text.slice(at, to) + after
    case 3:
      return before + encoded(text.slice(at, to), roll) + text.slice(to)
    case 4:
      return before + String.fromCharCode(roll.upTo(0xffff)) + after
    case 5:
      return before + String.fromCharCode(roll.upTo(0x7f)) + text.slice(at + 1)
    case 6:
      return before + oddText(roll) + after
    case 7:
      return roll.chance(20)
        ? before + roll.pick(SEPARATORS).repeat(roll.upTo(16_000)) + after
        : before + after
    default:
      return after + before
  }
}

/** Percent-encodes a text, sometimes twice or only in part. */
function encoded(text: string, roll: Roll): string {
  const bytes = [...new TextEncoder().encode(text)]
  const written = bytes.map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
  if (roll.chance(20)) return written.replaceAll('%', '%25')
  return roll.chance(20) ? written.slice(0, -1) : written
}

/** Returns a value that an untyped caller may pass as a request: any plain data. */
export function anyThing(request: ApiRequest, roll: Roll): unknown {
  if (roll.chance(20)) return anyValue(roll, 3)
  const thing: Record<string, unknown> = { ...request }
  const count = 1 + roll.upTo(2)
  for (let at = 0; at < count; at++)
    thing[roll.pick(['method', 'url', 'headers', 'body', '__proto__'])] = anyValue(roll, 3)
  if (roll.chance(30)) thing.headers = { ...request.headers, [roll.pick(HEADER_NAMES)]: anyValue(roll, 2) }
  return thing
}

function anyValue(roll: Roll, depth: number): unknown {
  const inside = (): unknown => (depth > 0 ? anyValue(roll, depth - 1) : null)
  return roll.pick<() => unknown>([
    () => undefined,
    () => null,
    () => roll.upTo(3) - 1,
    () => Number.NaN,
    () => roll.chance(50),
    () => BigInt(roll.upTo(9)),
    () => Symbol('odd'),
    () => oddText(roll),
    () => '/api/articles',
    () => () => 'GET',
    () => new Date(0),
    () => new Map([['origin', inside()]]),
    () => Array.from({ length: roll.upTo(3) }, inside),
    () => Object.assign(Object.create(null), { origin: inside() }),
    () => ({ [roll.pick(HEADER_NAMES)]: inside(), [Symbol('odd')]: inside() }),
    () => new Uint8Array(roll.upTo(4)),
    () => new URL('http://localhost/api/articles'),
    () => Object(oddText(roll)),
  ])()
}

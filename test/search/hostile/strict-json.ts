/** A simple strict JSON parser by recursive descent: it returns the value, or throws if anything is unusual. */
import type { Json } from '../../../src/util/json.ts'

/** The error for a file that must not be loaded. */
export class OddJson extends Error {
  override readonly name = 'OddJson'
}

/**
 * Parses bytes as JSON. Throws if the bytes are not UTF-8, repeat a name in an object, or contain an integer that
 * would lose digits.
 */
export function strictJson(bytes: Buffer): Json {
  const written = bytes.toString('utf8')
  if (!Buffer.from(written).equals(bytes)) throw new OddJson('no UTF-8')
  const tokens = [
    ...written.replace(/^\ufeff/, '').matchAll(/"(?:\\.|[^"\\])*"|[[\]{},:]|[^\s[\]{},:"]+|"/gs),
  ].map(([token]) => token)
  let at = 0
  const take = (expected?: string): string => {
    const token = tokens[at++]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new OddJson(`at ${at}: ${token}`)
    return token
  }
  const list = (): Json => {
    const items: Json[] = []
    if (tokens[at] === ']') at++
    else {
      do items.push(value())
      while (take(tokens[at] === ']' ? ']' : ',') === ',')
    }
    return items
  }
  const object = (): Json => {
    const members: [string, Json][] = []
    const isEmpty = tokens[at] === '}'
    if (isEmpty) at++
    while (!isEmpty) {
      const name = String(JSON.parse(take()))
      take(':')
      members.push([name, value()])
      if (take(tokens[at] === '}' ? '}' : ',') === '}') break
    }
    if (new Set(members.map(([name]) => name)).size < members.length) throw new OddJson('a name twice')
    return Object.fromEntries(members)
  }
  const value = (): Json => {
    const token = take()
    if (token === '[') return list()
    return token === '{' ? object() : scalar(token)
  }
  const whole = value()
  if (at < tokens.length) throw new OddJson('more than one value')
  return whole
}

function scalar(token: string): Json {
  const value: Json = JSON.parse(token)
  if (typeof value !== 'number') return value
  const isSame = !/^-?\d+$/.test(token) || BigInt(token) === BigInt(value) || String(value) === token
  if (!Number.isFinite(value) || !isSame) throw new OddJson(`${token} is not kept`)
  return value
}

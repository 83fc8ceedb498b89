/**
 * Searches for the most expensive request by hill climbing: it mutates a request and keeps mutations that cost more.
 */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import { MAX_TARGET_BYTES } from '../../../src/reference/request.ts'
import { asDecoded } from '../../../src/util/url/percent.ts'
import { decisions } from './chance.ts'
import { anyGround, blown, type Ground, oddPart } from './grammar.ts'
import type { Stage } from './stage.ts'

/** The measure of cost of a request, which the search maximises. */
export type Worth = (stage: Stage, request: ApiRequest) => number

/** Returns the steps of the answer divided by the bytes of the URL. */
export const stepsPerByte: Worth = (stage, request) => stage.ask(request).steps / bytesOf(request)

/**
 * Returns the CPU microseconds of an answer, divided by the bytes of the URL. The fastest of three slow answers
 * counts.
 */
export const timePerByte: Worth = (stage, request) => {
  const once = (): number => {
    const before = process.cpuUsage()
    stage.ask(request)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const first = once()
  // Only a request that takes at least 300 microseconds is repeated.
  return (first < 300 ? first : Math.min(first, once(), once())) / bytesOf(request)
}

/** Returns the total number of steps, as a measure of cost. */
export const allSteps: Worth = (stage, request) => stage.ask(request).steps

/** Returns the total CPU time in microseconds, as a measure of cost. */
export const allTime: Worth = (stage, request) => timePerByte(stage, request) * bytesOf(request)

/**
 * Returns the CPU nanoseconds per unit of counted work. Counted work is 2,000 plus the steps, the bytes of the URL
 * and the characters of the answer.
 */
export const uncounted: Worth = (stage, request) => {
  const { steps, response } = stage.ask(request)
  const counted = 2_000 + steps + bytesOf(request) + response.body.length
  return (1_000 * allTime(stage, request)) / counted
}

const bytesOf = ({ url }: ApiRequest): number => Buffer.byteLength(url)

export interface Dearest {
  readonly request: ApiRequest
  readonly worth: number
}

/**
 * Climbs from many random requests. A climb ends after a fixed number of successive mutations that do not increase the
 * cost.
 */
export function climb(stage: Stage, worth: Worth, seed: number, isOver: () => boolean): Dearest {
  const roll = decisions(seed)
  let best: Dearest = { request: { url: '' }, worth: 0 }
  while (!isOver()) {
    const found = oneClimb(stage, worth, roll, isOver)
    if (found.worth > best.worth) best = found
  }
  return best
}

const PATIENCE = 60

function oneClimb(stage: Stage, worth: Worth, roll: Roll, isOver: () => boolean): Dearest {
  const { ground, token } = anyGround(stage.graph, roll)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const { type } = ground
  const path = `${stage.graph.settings.prefix}/${type.kind === 'singleType' ? type.singularName : type.pluralName}`
  const asked = (parts: readonly string[]): ApiRequest => ({ url: `${path}?${parts.join('&')}`, headers })
  let parts: readonly string[] = []
  let best = 0
  for (let idle = 0; idle < PATIENCE && !isOver(); idle++) {
    const changed = change(parts, ground)
    const request = asked(changed)
    if (bytesOf(request) > MAX_TARGET_BYTES) continue
    const found = worth(stage, request)
    if (found <= best) continue
    best = found
    parts = changed
    idle = 0
  }
  return { request: asked(parts), worth: best }
}

/** Changes a query at random: adds, removes, replaces, lengthens or shortens one part, or enlarges the whole query. */
function change(parts: readonly string[], ground: Ground): readonly string[] {
  const { roll } = ground
  const at = roll.upTo(parts.length)
  switch (parts.length === 0 ? 0 : roll.upTo(5)) {
    case 0:
    case 1:
      return [...parts, readable(ground)]
    case 2:
      return parts.toSpliced(at, 1)
    case 3:
      return parts.toSpliced(at, 1, readable(ground))
    case 4:
      return parts.map((part, index) => (index === at ? longer(part, roll) : part))
    default:
      return roll.chance(30)
        ? blown(parts, roll).split('&')
        : parts.map((part, index) => (index === at ? shorter(part, roll) : part))
  }
}

/**
 * Returns a generated part of a query, with as little percent-encoding as possible, so that later mutations can repeat
 * pieces of the part.
 */
function readable(ground: Ground): string {
  const decoded = asDecoded(oddPart(ground))
  return /[&#?]/.test(decoded) ? encodeURI(decoded).replaceAll('&', '%26') : decoded
}

/** Returns a part of a query in which a piece between dots, commas or brackets is repeated. */
function longer(part: string, roll: Roll): string {
  const pieces = part.split(/(?=[.,[=])/)
  const from = roll.upTo(pieces.length - 1)
  const count = 1 + roll.upTo(3)
  const piece = pieces.slice(from, from + count).join('')
  const times = roll.chance(50) ? 1 : 1 + roll.upTo(Math.floor(14_000 / Math.max(piece.length, 1)))
  return [...pieces.slice(0, from + count), piece.repeat(times), ...pieces.slice(from + count)].join('')
}

function shorter(part: string, roll: Roll): string {
  const pieces = part.split(/(?=[.,[=])/)
  return pieces.toSpliced(roll.upTo(pieces.length - 1), 1 + roll.upTo(2)).join('')
}

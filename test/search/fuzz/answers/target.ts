/**
 * A checked server (target) that answers some requests correctly, and sends hostile answers to other, random
 * requests.
 */

import type { Roll } from '../../../../properties/arbitraries/dice.ts'
import { type Outcome, serverTarget, type Target } from '../../../../src/oracle/index.ts'
import type { ApiRequest, ApiResponse, ContentApi } from '../../../../src/reference/api.ts'
import { decisions, numbers } from '../chance.ts'
import { SPOILS } from './bodies.ts'
import { hostileName, hostileText } from './texts.ts'

/**
 * The behaviour of a hostile server: the kinds of spoilt answers, their share, and whether an equal request gets an
 * equal answer.
 */
export interface Character {
  readonly kinds: readonly AnswerKind[]
  /** The percentage of requests whose answers the server spoils. */
  readonly spoiled: number
  readonly isMoody: boolean
  readonly name: string
  /** A prefix of all documentIds of the target. */
  readonly idsBegin: string
}

const BODIES = ['values', 'texts', 'members', 'torn', 'deep', 'wide', 'long', 'plain', 'empty'] as const
const OTHERS = ['status', 'headers', 'nonsense', 'throws', 'late'] as const
export type AnswerKind = (typeof BODIES)[number] | (typeof OTHERS)[number]

export const anyCharacter = (roll: Roll): Character => ({
  kinds: [roll.pick([...BODIES, ...OTHERS]), ...roll.some([...BODIES, ...OTHERS], 3)],
  spoiled: roll.pick([0, 3, 10, 30, 60, 100]),
  isMoody: roll.chance(30),
  name: roll.chance(20) ? hostileText(roll) : 'server',
  idsBegin: roll.chance(30) ? roll.pick([hostileText(roll), 'x'.repeat(20_000)]) : '',
})

/** Creates the hostile server, and counts the requests that it receives. */
export function anyTarget(
  api: ContentApi,
  seed: number,
  character: Character,
): Target & { readonly asked: () => number } {
  let asked = 0
  const stream = decisions(seed)
  const right = calling(api, character.idsBegin)
  const rollFor = ({ url }: ApiRequest): Roll => (character.isMoody ? stream : decisions(seed + hashOf(url)))
  const answer = (request: ApiRequest, kind: AnswerKind, roll: Roll): unknown =>
    spoiled(right(request), kind, roll)
  return {
    name: character.name,
    asked: () => asked,
    ask: async (request) => {
      asked++
      const roll = rollFor(request)
      const kind = roll.chance(character.spoiled) ? roll.pick(character.kinds) : undefined
      if (kind === 'late') return LATE
      const server = (given: ApiRequest): unknown =>
        kind === undefined ? right(given) : answer(given, kind, roll)
      // `Reflect` passes arguments without their types, as a JavaScript caller would. The target never waits, so the
      // timeout does not matter.
      const target: Target = Reflect.apply(serverTarget, undefined, [server, { timeout: 60_000 }])
      return target.ask(request)
    },
    close: async () => undefined,
  }
}

const LATE: Outcome = { kind: 'failed', why: 'timeout', message: 'no answer within 5000 ms' }

function hashOf(text: string): number {
  let hash = 0
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0
  return numbers(hash)() >>> 1
}

function spoiled(response: ApiResponse, kind: AnswerKind, roll: Roll): unknown {
  switch (kind) {
    case 'status':
      return { ...response, status: roll.pick([99, 999, 0, -1, 1.5, 200, 404, 500, 1e308, NaN, '200', null]) }
    case 'headers':
      return { ...response, headers: hostileHeaders(roll) }
    case 'nonsense':
      return nonsense(response, roll)
    case 'throws':
      throw thrown(roll)
    case 'late':
      return response
    default:
      return { ...response, body: SPOILS[kind](response.body, roll) }
  }
}

/**
 * Wraps the API so that each documentId in its answers begins with a prefix, and removes the prefix from request
 * URLs.
 */
function calling(api: ContentApi, before: string): ContentApi['answer'] {
  const written = JSON.stringify(before).slice(1, -1)
  const asked = encodeURIComponent(Buffer.from(before).toString())
  return (request) => {
    const url = before === '' ? request.url : request.url.replaceAll(asked, '')
    const response = api.answer({ ...request, url })
    return { ...response, body: response.body.replaceAll(/"documentId":"/g, (found) => `${found}${written}`) }
  }
}

function hostileHeaders(roll: Roll): unknown {
  return roll.pick<() => unknown>([
    () => null,
    () => 'content-type',
    () => [],
    () => ({ 'content-type': hostileText(roll) }),
    () => ({ 'Content-Type': null, allow: ['GET'], [hostileName(roll)]: hostileText(roll) }),
    () => ({ 'content-type': 'x'.repeat(100_000), allow: 'GET,'.repeat(20_000) }),
    () => ({ 'access-control-allow-origin': hostileText(roll) }),
    () => Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`x-${at}`, hostileText(roll)])),
    () => new Headers({ 'content-type': 'text/html' }),
    () => ({ toString: 1, 'content-type': { toString: null } }),
  ])()
}

function nonsense(response: ApiResponse, roll: Roll): unknown {
  return roll.pick<() => unknown>([
    () => undefined,
    () => null,
    () => hostileText(roll),
    () => ({}),
    () => ({ ...response, body: { data: [] } }),
    () => ({ ...response, body: undefined }),
    () => Promise.reject(thrown(roll)),
    () => ({
      get status(): number {
        throw thrown(roll)
      },
    }),
    () => ({
      ...response,
      headers: {
        get allow(): string {
          throw thrown(roll)
        },
      },
    }),
  ])()
}

function thrown(roll: Roll): unknown {
  return roll.pick<() => unknown>([
    () => new Error(hostileText(roll)),
    () => new Error(hostileText(roll), { cause: hostileText(roll) }),
    () => hostileText(roll),
    () => undefined,
    () => Object.create(null),
    () => Symbol('qzx'),
    () => ({ toString: () => hostileText(roll) }),
    () => ({
      toString: () => {
        throw new Error('qzx')
      },
    }),
    () => Object.assign(new Error('x'), { message: { qzx: 1 } }),
  ])()
}

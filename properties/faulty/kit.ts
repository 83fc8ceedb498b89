/**
 * Helpers that make a faulty server from a correct server. The faulty server reads a changed query, or returns a
 * changed body.
 */
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'

type AnswerRead = (request: ApiRequest) => ApiResponse

/** A faulty server, with a sentence that describes its fault. */
export interface ServerFault {
  readonly says: string
  readonly around: (answer: AnswerRead) => AnswerRead
}

/** A query parameter: its decoded name, and its value. */
export type Pair = readonly [name: string, value: string | undefined]

export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const encoded = ([name, value]: Pair): string =>
  value === undefined ? encodeURIComponent(name) : `${encodeURIComponent(name)}=${encodeURIComponent(value)}`

function pairsOf(url: string): readonly Pair[] {
  const [, search = ''] = url.split('?')
  return search
    .split('&')
    .filter((part) => part !== '' && !/[^\x21-\x7e]/.test(part))
    .map((part): Pair => {
      const at = part.indexOf('=')
      return at < 0 ? [decoded(part), undefined] : [decoded(part.slice(0, at)), decoded(part.slice(at + 1))]
    })
}

/**
 * Returns a faulty server that reads changed query parameters. If the correct server refuses a request, the faulty
 * server also refuses the request.
 */
export const reads = (says: string, change: (pairs: readonly Pair[]) => readonly Pair[]): ServerFault => ({
  says,
  around: (answer) => (request) => {
    const sound = answer(request)
    const [path = ''] = request.url.split('?')
    if (sound.status !== 200) return sound
    const sent = pairsOf(request.url)
    const read = change(sent)
    if (JSON.stringify(read) === JSON.stringify(sent)) return sound
    const other = answer({ ...request, url: `${path}?${read.map(encoded).join('&')}` })
    return other.status === 200 ? other : sound
  },
})

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Returns a faulty server that changes the body of answers with some status; by default, of answers with data. */
export const shows = (
  says: string,
  change: (body: JsonObject, request: ApiRequest) => Json,
  isFor: (status: number) => boolean = (status) => status === 200,
): ServerFault => ({
  says,
  around: (answer) => (request) => {
    const sound = answer(request)
    if (!isFor(sound.status) || sound.body === '') return sound
    const json = parsed(sound.body)
    return isObject(json) ? { ...sound, body: JSON.stringify(change(json, request)) } : sound
  },
})

export const renamed = (from: RegExp, to: string) => (pairs: readonly Pair[]) =>
  pairs.map(([name, value]): Pair => [name.replaceAll(from, to), value])
export const operator = (from: string, to: string): ServerFault =>
  reads(
    `The server wrongly evaluates \`${from}\` as \`${to}\`.`,
    renamed(new RegExp(`\\[\\${from}\\]`, 'g'), `[${to}]`),
  )
export const dropped = (
  says: string,
  isDropped: (name: string, pairs: readonly Pair[]) => boolean,
): ServerFault => reads(says, (pairs) => pairs.filter(([name]) => !isDropped(name, pairs)))

/**
 * Returns JSON in which `change` has changed every object with an `id`. The function `change` also gets the depth of
 * each object.
 */
export function each(json: Json, change: (entry: JsonObject, depth: number) => Json, depth = 0): Json {
  if (isList(json)) return json.map((one) => each(one, change, depth))
  if (!isObject(json)) return json
  const below = Object.entries(json).map(([name, value]) => [name, each(value, change, depth + 1)] as const)
  const entry = Object.fromEntries(below)
  return entry.id === undefined ? entry : change(entry, depth)
}
export const entries = (says: string, change: (entry: JsonObject, depth: number) => Json): ServerFault =>
  shows(says, (body) => ({ ...body, data: each(body.data ?? null, change) }))
export const values = (says: string, change: (value: Json, name: string) => Json): ServerFault =>
  entries(says, (entry) =>
    Object.fromEntries(Object.entries(entry).map(([name, value]) => [name, change(value, name)])),
  )
const withMeta = (body: JsonObject, change: (pagination: JsonObject) => JsonObject): JsonObject => {
  const { meta } = body
  if (!isObject(meta) || !isObject(meta.pagination)) return body
  return { ...body, meta: { ...meta, pagination: change(meta.pagination) } }
}
export const counted = (
  says: string,
  change: (pagination: JsonObject, data: Json) => JsonObject,
): ServerFault => shows(says, (body) => withMeta(body, (pagination) => change(pagination, body.data ?? null)))
const isPart = (value: Json): boolean => isObject(value) && value.id !== undefined
export const hasParts = (value: Json): value is readonly Json[] =>
  isList(value) && value.length > 1 && value.every(isPart)
export const topName = (name: string): string => name.split('[')[0] ?? ''
export const without = (object: JsonObject, ...names: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)))

/**
 * Changes the replies of an experiment, to test whether the law could have failed. If a law notices no changed reply,
 * the experiment proves nothing about the server.
 */
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import type { Reply } from '../laws/law.ts'

/** A function that returns a changed reply; undefined if the reply contains nothing that the function can change. */
type Sabotage = (reply: Reply) => Reply | undefined

/** Returns a reply with other JSON. The reply serializes this JSON only when a law reads the body. */
const withJson = (reply: Reply, json: JsonObject): Reply => ({
  ...reply,
  json,
  get body() {
    return JSON.stringify(json)
  },
})

/** Makes a change of replies that changes the list of entries, and adds the change of the length to the total. */
const onList =
  (change: (list: readonly Json[]) => readonly Json[]): Sabotage =>
  (reply) => {
    const { json } = reply
    if (!isObject(json) || !isList(json.data) || json.data.length === 0) return undefined
    const data = change(json.data)
    return withJson(reply, { ...json, data, ...withTotal(json.meta, data.length - json.data.length) })
  }

function withTotal(meta: Json | undefined, more: number): JsonObject {
  const pagination = isObject(meta) ? meta.pagination : undefined
  if (!isObject(meta) || !isObject(pagination) || typeof pagination.total !== 'number') return {}
  return { meta: { ...meta, pagination: { ...pagination, total: pagination.total + more } } }
}

/** Makes a change of replies that applies `change` to the whole value of `data`. */
const onData =
  (change: (json: Json) => Json): Sabotage =>
  (reply) => {
    const { json } = reply
    const hasData = isObject(json) && (isList(json.data) ? json.data.length > 0 : isObject(json.data))
    return hasData ? withJson(reply, { ...json, data: change(json.data ?? null) }) : undefined
  }

const each = (json: Json, change: (json: Json) => Json): Json => {
  if (isList(json)) return json.map(change)
  if (!isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, change(value)]))
}

function otherScalars(json: Json): Json {
  if (typeof json === 'string') return `${json}~`
  if (typeof json === 'number') return json + 1
  if (typeof json === 'boolean') return !json
  return json === null ? 'nothing' : each(json, otherScalars)
}

/** Removes the first element from each list inside an entry. */
const shorter = (json: Json): Json =>
  isObject(json)
    ? Object.fromEntries(
        Object.entries(json).map(([key, value]) => [key, isList(value) ? value.slice(1) : shorter(value)]),
      )
    : each(json, shorter)

const turned = (json: Json): Json => {
  const inner = each(json, turned)
  return isList(inner) ? inner.toReversed() : inner
}

const withStrangers = (json: Json): Json =>
  isObject(json)
    ? { ...Object.fromEntries(Object.entries(json).slice(1)), stranger: 1 }
    : each(json, withStrangers)

/** The changes of replies that change entries. */
const ON_ENTRIES: readonly Sabotage[] = [
  onList((list) => list.slice(1)),
  onList((list) => list.slice(0, -1)),
  onList((list) => [...list, ...list.slice(-1)]),
  onList((list) => list.toReversed()),
  onData(otherScalars),
  onData(shorter),
  onData(turned),
  onData(withStrangers),
]

/** The change that adds a member to the error in a reply. */
const onError: Sabotage = (reply) => {
  const { json } = reply
  if (!isObject(json) || !isObject(json.error)) return undefined
  return withJson(reply, { ...json, error: { ...json.error, stranger: 1 } })
}

/** All changes of replies: the changes of entries, of whole replies and of errors. */
const ON_ANSWERS: readonly Sabotage[] = [
  ...ON_ENTRIES,
  (reply) => ({ ...reply, status: 500, json: undefined, body: '<html>' }),
  (reply) => withJson({ ...reply, status: 200 }, { data: [], meta: {} }),
  (reply) => ({ ...reply, headers: {} }),
  onError,
]

/** Returns the replies that result from each change of the entries of a reply. */
export const changesOf = (reply: Reply): readonly Reply[] =>
  ON_ENTRIES.flatMap((change) => change(reply) ?? [])

/** Returns whether `judge` finds a fault after at least one change of one reply. */
export function couldFail(
  judge: (replies: readonly Reply[]) => string | undefined,
  replies: readonly Reply[],
  areAnswers: boolean,
): boolean {
  const changes = areAnswers ? ON_ANSWERS : ON_ENTRIES
  return replies.some((reply, at) =>
    changes.some((change) => {
      const changed = change(reply)
      return changed !== undefined && isNoticed(judge, replies.with(at, changed))
    }),
  )
}

function isNoticed(
  judge: (replies: readonly Reply[]) => string | undefined,
  replies: readonly Reply[],
): boolean {
  try {
    return judge(replies) !== undefined
  } catch {
    return true
  }
}

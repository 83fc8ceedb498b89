/** What servers of other profiles answer to the same request: one switch at a time, and each database as a whole. */

import { type ApiOptions, type ApiRequest, type ApiResponse, createContentApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { CHANGE_IDS, type Departure, isChangeId } from '../reference/strapi/changes.ts'
import { textOfDeparture } from '../reference/strapi/departure.ts'
import { departures, type ProfileOptions, profile, REAL_PROFILES } from '../reference/strapi/profile.ts'
import { QUIRK_IDS, revealsOf } from '../reference/strapi/quirks.ts'
import { isList, isObject, type Json, parseJson } from '../util/json.ts'
import { cut } from './condition-text.ts'
import type { Otherwise } from './explanation.ts'

export function otherwiseAnswered(
  request: ApiRequest,
  graph: Graph,
  options: ApiOptions,
): readonly Otherwise[] {
  const here = createContentApi(graph, options).answer(request)
  const has = departures(profile(options.profile))
  const compared = (departure: Departure | null, changed: string | ProfileOptions, says: string) =>
    differing(
      here,
      createContentApi(graph, { ...options, profile: changed }).answer(request),
      departure,
      says,
    )
  // By which a reader finds out what the role may not see is never shown.
  const switches: readonly Departure[] = [
    ...QUIRK_IDS.filter((id) => revealsOf(id).length === 0),
    ...CHANGE_IDS,
  ]
  return [
    ...REAL_PROFILES.flatMap(({ name }) => compared(null, { base: name, reveal: false }, name)),
    ...switches.flatMap((id) => compared(id, turned(options.profile, id, !has(id)), saysOf(id, !has(id)))),
  ]
}

function turned(given: ApiOptions['profile'], id: Departure, isOn: boolean): string | ProfileOptions {
  if (typeof given !== 'object') return `${given ?? 'documented'},${isOn ? '+' : '-'}${id}`
  const { on = [], off = [] } = given
  return isOn ? { ...given, on: [...on, id] } : { ...given, off: [...off, id] }
}

function saysOf(id: Departure, isOn: boolean): string {
  const { on, off } = textOfDeparture(id)
  if (isChangeId(id)) return isOn ? `before: ${on}` : `since then: ${off}`
  return isOn ? on : off
}

function differing(
  here: ApiResponse,
  there: ApiResponse,
  departure: Departure | null,
  says: string,
): readonly Otherwise[] {
  if (here.status === there.status && here.body === there.body) return []
  const found = firstDifference(parseJson(here.body) ?? here.body, parseJson(there.body) ?? there.body)
  return [{ departure, says, status: there.status, ...found }]
}

interface Difference {
  readonly at: string
  readonly here: string
  readonly there: string
}

/** The first place in reading order where two bodies differ; without recursion, for bodies may be deep. */
function firstDifference(left: Json, right: Json): Difference {
  const waiting: { readonly at: string; readonly a: Json | undefined; readonly b: Json | undefined }[] = [
    { at: '', a: left, b: right },
  ]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, a, b } = next
    const members = membersOf(a, b)
    if (members === null) {
      if (a !== b) return { at: at === '' ? 'the whole body' : at, here: textOf(a), there: textOf(b) }
      continue
    }
    for (const { name, a: one, b: other } of [...members].reverse())
      waiting.push({ at: at === '' ? name : `${at}.${name}`, a: one, b: other })
  }
  return { at: 'the order of its members', here: '', there: '' }
}

interface Member {
  readonly name: string
  readonly a: Json | undefined
  readonly b: Json | undefined
}

/** The members of two objects or two lists; null where there is nothing to go into. */
function membersOf(a: Json | undefined, b: Json | undefined): readonly Member[] | null {
  if (isList(a) && isList(b)) {
    const length = Math.max(a.length, b.length)
    return Array.from({ length }, (_, at) => ({ name: String(at), a: a[at], b: b[at] }))
  }
  if (!isObject(a) || !isObject(b)) return null
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return names.map((name) => ({ name, a: a[name], b: b[name] }))
}

const textOf = (json: Json | undefined): string =>
  json === undefined ? 'nothing' : cut(JSON.stringify(json))

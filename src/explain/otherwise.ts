/**
 * Compares an answer with the answers of other profiles. First, the comparison tries the profile of each database.
 * Then the comparison switches one departure of the profile at a time.
 */

import { type ApiOptions, type ApiRequest, type ApiResponse, createReferenceApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { budgetFor } from '../reference/read.ts'
import { readable } from '../reference/request.ts'
import { CHANGE_IDS, type Departure } from '../reference/strapi/changes.ts'
import { textOfDeparture } from '../reference/strapi/departure.ts'
import { departures, type ProfileOptions, profile, REAL_PROFILES } from '../reference/strapi/profile.ts'
import { QUIRK_IDS, revealsOf } from '../reference/strapi/quirks.ts'
import { isList, isObject, type Json, parseJson } from '../util/json.ts'
import { cut } from './condition-text.ts'
import type { Otherwise } from './explanation.ts'

/** Another profile, whose answer to a request is compared with the answer under the explainer's profile. */
interface Compared {
  readonly departure: Departure | null
  readonly changed: string | ProfileOptions
  readonly says: string
}

/** The number of characters of an answer that count as one step, for writing, parsing and comparing the answer. */
const CHARACTERS_OF_STEP = 2
/** The number of steps that count for each character of a request, for parsing, checking and planning. */
const STEPS_OF_CHARACTER = 10

/**
 * Returns the number of steps for reading a request and writing its answer. The evaluator itself does not count the
 * steps for reading and writing.
 */
export const stepsAround = (url: string, body: string): number =>
  STEPS_OF_CHARACTER * url.length + Math.ceil(body.length / CHARACTERS_OF_STEP)

/**
 * Returns the answers of other profiles that differ from the answer of this profile. The generator pauses after each
 * profile, so that a server can answer other requests in between. All compared profiles share the budget of steps of
 * one answer. With a separate budget of steps for each profile, an expensive request would cost more than a hundred
 * times as much.
 */
export function* otherwiseInTurns(
  request: ApiRequest,
  graph: Graph,
  options: ApiOptions,
): Generator<undefined, readonly Otherwise[], undefined> {
  const budget = options.budget ?? budgetFor(graph)
  const runs = new ProfileRuns(request, graph, options, budget)
  const here = runs.answer(options.profile)
  const found: Otherwise[] = []
  for (const { departure, changed, says } of comparedWith(options.profile)) {
    yield
    const there = runs.answer(changed)
    if (here === undefined || there === undefined) found.push({ departure, says, status: null, budget })
    else found.push(...differing(here, there, departure, says))
  }
  return found
}

/** Works like `otherwiseInTurns`, but returns all answers at once. */
export function otherwiseAnswered(
  request: ApiRequest,
  graph: Graph,
  options: ApiOptions,
): readonly Otherwise[] {
  const turns = otherwiseInTurns(request, graph, options)
  let turn = turns.next()
  while (turn.done !== true) turn = turns.next()
  return turn.value
}

/** Answers one request with one profile after another, until the shared budget of steps is used up. */
class ProfileRuns {
  private readonly request: ApiRequest
  private readonly graph: Graph
  private readonly options: ApiOptions
  private readonly url: string
  private left: number

  constructor(request: ApiRequest, graph: Graph, options: ApiOptions, budget: number) {
    this.request = request
    this.graph = graph
    this.options = options
    this.url = readable(request).url
    this.left = budget
  }

  /** Returns the answer under a profile; undefined if the answer takes more steps than remain in the budget. */
  answer(by: ApiOptions['profile']): ApiResponse | undefined {
    if (this.left <= 0) return undefined
    let taken = 0
    const spent = (steps: number): void => {
      taken += steps
      this.options.spent?.(steps)
    }
    const own = { ...this.options, ...(by === undefined ? {} : { profile: by }), budget: this.left, spent }
    // Disables the cache, because this API answers only one request. Steps for building an index would not count in
    // the steps of this request.
    const answer = createReferenceApi(this.graph, { ...own, keep: { bytes: 0 } }).answer(this.request)
    const isCutShort = taken > this.left
    taken += stepsAround(this.url, answer.body)
    this.left = isCutShort ? 0 : this.left - taken
    return isCutShort ? undefined : answer
  }
}

/**
 * Returns the profiles to compare: first one profile for each database, and then the given profile with one
 * departure switched at a time.
 */
function comparedWith(given: ApiOptions['profile']): readonly Compared[] {
  const has = departures(profile(given))
  // Leaves out quirks that reveal data to a role that may not see the data.
  const switches: readonly Departure[] = [
    ...QUIRK_IDS.filter((id) => revealsOf(id).length === 0),
    ...CHANGE_IDS,
  ]
  return [
    ...REAL_PROFILES.map(({ name }) => ({
      departure: null,
      changed: { base: name, reveal: false },
      says: name,
    })),
    ...switches.map((id) => ({
      departure: id,
      changed: turned(given, id, !has(id)),
      says: saysOf(id, !has(id)),
    })),
  ]
}

function turned(given: ApiOptions['profile'], id: Departure, isOn: boolean): string | ProfileOptions {
  if (typeof given !== 'object') return `${given ?? 'documented'},${isOn ? '+' : '-'}${id}`
  const { on = [], off = [] } = given
  return isOn ? { ...given, on: [...on, id] } : { ...given, off: [...off, id] }
}

/** Describes a departure: the subject of the departure, and the server's behaviour with or without the departure. */
function saysOf(id: Departure, isOn: boolean): string {
  const { says, on, off, since } = textOfDeparture(id)
  const subject = says.replace(/\.$/, '')
  if (since === undefined) return `${subject}: ${isOn ? on : off}`
  return isOn ? `${subject}, before ${since}: ${on}` : `${subject}, from ${since} on: ${off}`
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

interface ProfileDifference {
  readonly at: string
  readonly here: string
  readonly there: string
}

/**
 * Returns the first path at which the JSON bodies of two answers differ, in reading order. Uses a loop instead of
 * recursion, because bodies may be deep.
 */
function firstDifference(left: Json, right: Json): ProfileDifference {
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

/** Pairs the members of two objects or two lists; null if the two values are anything else. */
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

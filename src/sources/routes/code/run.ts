/** One request on its way through code: its parameters, and how much may still be done. */

import type { Given, GivenMap } from '../../../reference/parse/given.ts'
import { parseQueryString, queryStringOf } from '../../../reference/parse/url.ts'
import type { Value } from '../../code/value.ts'
import { NotRead, Thrown } from './not-read.ts'

/** So many expressions are worked out for one request. */
const MAX_STEPS = 1_000_000
const MAX_CALLS = 200

/** What of a request code can look at. */
export interface RequestRun {
  readonly method: string
  /** `/api/articles`, as it was sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly params: Readonly<Record<string, string>>
  /** Without `?`. */
  readonly search: string
}

/**
 * The parameters, as the real server keeps them: set as a whole they are written as a query string and read again; what
 * is set inside of them stays as it is.
 */
export class Run {
  readonly request: RequestRun
  /** What stands in files, once for each request, so that no request changes what the next one finds. */
  readonly constants = new Map<object, Datum>()
  #search: string
  readonly #read = new Map<string, DatumMap>()
  #steps = MAX_STEPS
  #calls = 0

  constructor(request: RequestRun) {
    this.request = request
    this.#search = request.search
  }

  get search(): string {
    return this.#search
  }

  get url(): string {
    return this.#search === '' ? this.request.path : `${this.request.path}?${this.#search}`
  }

  get query(): DatumMap {
    const known = this.#read.get(this.#search)
    if (known !== undefined) return known
    const read = datumFrom(parseQueryString(this.#search, () => undefined))
    const map = isMap(read) ? read : mapOf([])
    this.#read.set(this.#search, map)
    return map
  }

  set query(value: Datum) {
    weigh(value)
    this.#search = isMap(value) || Array.isArray(value) ? queryStringOf(value) : ''
  }

  /** Whether code has changed anything. */
  get isTouched(): boolean {
    return this.#search !== this.request.search || this.#read.size > 0
  }

  /** @throws Thrown where too much is done. */
  step(count = 1): void {
    this.#steps -= count
    if (this.#steps < 0) throw new Thrown('it takes too many steps')
  }

  /** @throws Thrown where calls stand too deep in each other. */
  called<T>(call: () => T): T {
    if (this.#calls >= MAX_CALLS) throw new Thrown('Maximum call stack size exceeded')
    this.#calls++
    try {
      return call()
    } finally {
      this.#calls--
    }
  }
}

export type Datum = undefined | null | boolean | number | string | Datum[] | DatumMap | Callable
/** Without prototype: a name finds only what was set. */
export interface DatumMap {
  [name: string]: Datum
}
export type Callable = (args: readonly Datum[], run: Run) => Datum

export const isMap = (value: Datum): value is DatumMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function mapOf(entries: Iterable<readonly [string, Datum]>): DatumMap {
  const map: DatumMap = Object.create(null)
  for (const [name, value] of entries) map[name] = value
  return map
}

/** A function of a file as one that can be called. */
export type Compile = (value: Extract<Value, { kind: 'function' }>) => Callable | undefined

/**
 * What stands in a file, as data.
 * @throws NotRead for what the text alone does not tell.
 */
export function datumOf(value: Value, compile: Compile, room = { left: MAX_PARTS }): Datum {
  if (room.left-- <= 0) throw new NotRead(`it has more than ${MAX_PARTS} parts`, 0)
  switch (value.kind) {
    case 'plain':
      return value.value
    case 'list':
      return value.items.map((item) => datumOf(item, compile, room))
    case 'object':
      if (value.rest !== null) throw new NotRead(value.rest.why, value.rest.line)
      return mapOf(
        [...value.members].map(([name, member]) => [name, datumOf(member, compile, room)] as const),
      )
    case 'function':
      return compile(value)
    case 'unknown':
      throw new NotRead(value.why, value.line)
  }
}

/** The same once more, to be changed without changing the other. */
export function copied(value: Datum, depth = 0): Datum {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => copied(item, depth + 1))
  return mapOf(Object.entries(value).map(([name, item]) => [name, copied(item, depth + 1)] as const))
}

const MAX_DEPTH = 200

/** What is held in many places counts in each: written out it would be that long. */
const MAX_PARTS = 100_000

/** @throws Thrown for data that is too much to write out. */
export function weigh(value: Datum, depth = 0, room = { left: MAX_PARTS }): void {
  if (room.left-- <= 0 || depth > MAX_DEPTH)
    throw new Thrown('Converting circular structure, or too much of it')
  if (typeof value !== 'object' || value === null) return
  for (const item of Object.values(value)) weigh(item, depth + 1, room)
}

/** As parameters: functions are none. What leads back to itself ends somewhere. */
export function givenOf(value: Datum, depth = 0): Given {
  if (depth > MAX_DEPTH || typeof value === 'function') return undefined
  if (Array.isArray(value)) return value.map((item) => givenOf(item, depth + 1))
  return isMap(value) ? givenMapOf(value, depth) : value
}

export function givenMapOf(map: DatumMap, depth = 0): GivenMap {
  const given: Record<string, Given> = Object.create(null)
  for (const [name, value] of Object.entries(map)) given[name] = givenOf(value, depth + 1)
  return given
}

/** Parsed JSON or parameters, as data. */
export function datumFrom(value: unknown, depth = 0): Datum {
  if (depth > MAX_DEPTH) return undefined
  if (Array.isArray(value)) return value.map((item) => datumFrom(item, depth + 1))
  if (typeof value === 'object' && value !== null)
    return mapOf(Object.entries(value).map(([name, item]) => [name, datumFrom(item, depth + 1)] as const))
  return typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    value === null
    ? value
    : undefined
}

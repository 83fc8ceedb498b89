/** One request on its way through code: its parameters, and how much may still be done. */
import { parseQueryString, queryStringOf } from '../../../reference/parse/url.ts'
import { type Datum, type DatumMap, datumFrom, isMap, mapOf, weigh } from './datum.ts'
import { Thrown } from './not-read.ts'

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

/**
 * Converts an answer to the lines of a tree view. The code visits only open branches of the tree, so that a large
 * answer takes little time.
 */

import type { Absent, Explanation, Place } from '../../../explain/explanation.ts'
import { byteLength } from '../../../util/bytes.ts'
import { isObject, type Json } from '../../../util/json.ts'
import { pushAll } from '../../../util/push.ts'
import type { CellDifference } from './differences.ts'

export interface AnswerRow {
  /** The path of the line's value in the answer, such as `data.0.author.name`; empty for the whole answer. */
  readonly path: string
  readonly name: string
  /** The depth of the line in the tree; 1 for the members of the answer. */
  readonly depth: number
  readonly kind: 'object' | 'list' | 'text' | 'number' | 'boolean' | 'null' | 'absent'
  /** The text of the line: a value as JSON, the number of members or items, or the reason why the value is absent. */
  readonly text: string
  /** The size in bytes of an object or list in the JSON of the answer; null for a scalar. */
  readonly bytes: number | null
  /** Whether the tree view shows the members of the line's value; null for a value without members. */
  readonly isOpen: boolean | null
  /** The reason why the line's value is absent or empty; null if the value is present. */
  readonly absent: Absent | null
  /** The part of the explanation about the line's entries, or else about the entry that contains the line. */
  readonly place: Place | null
  readonly difference: CellDifference | null
}

export interface RowsOptions {
  /**
   * The paths that the user opened although they are closed by default, or closed although they are open by default.
   */
  readonly toggled: ReadonlySet<string>
  readonly explanation: Explanation | null
  readonly sizes: Sizes
  readonly differences?: ReadonlyMap<string, CellDifference>
}

interface PendingRow {
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly value: Json
  readonly place: Place | null
  readonly absent: Absent | null
}

/** Returns the lines of the tree view in order, without the lines in closed branches. */
export function rowsOf(answer: Json, options: RowsOptions): readonly AnswerRow[] {
  const rows: AnswerRow[] = []
  const places = placesByPath(options.explanation)
  const waiting: (PendingRow | AnswerRow)[] = [...membersOf(answer, ROOT_ROW, places, options)].reverse()
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if ('isOpen' in next) {
      rows.push(next)
      continue
    }
    const row = rowOf(next, options)
    rows.push(row)
    if (row.isOpen === true) pushAll(waiting, [...membersOf(next.value, next, places, options)].reverse())
  }
  return rows
}

const ROOT_ROW = { path: '', depth: 0, place: null }

function rowOf({ path, name, depth, value, place, absent }: PendingRow, options: RowsOptions): AnswerRow {
  const { toggled, sizes, differences } = options
  const { kind, text, count } = shapeOf(value)
  const isOpen = count === null || count === 0 ? null : isOpenItself(path, depth) !== toggled.has(path)
  const difference = differences?.get(path) ?? null
  const bytes = count === null ? null : sizes.of(value)
  return { path, name, depth, kind, text, bytes, isOpen, absent, place, difference }
}

const OPEN_DEPTH = 8

/**
 * Returns whether the tree view opens a path by default. An open path is at most `OPEN_DEPTH` deep, and leads only
 * through the first entry of each list.
 */
const isOpenItself = (path: string, depth: number): boolean =>
  depth <= OPEN_DEPTH && path.split('.').every((step) => !/^[1-9]/.test(step))

function shapeOf(value: Json): Pick<AnswerRow, 'kind' | 'text'> & { readonly count: number | null } {
  if (Array.isArray(value)) return { kind: 'list', text: counted(value.length, 'item'), count: value.length }
  if (isObject(value)) {
    const count = Object.keys(value).length
    return { kind: 'object', text: counted(count, 'member'), count }
  }
  const text = JSON.stringify(value)
  if (value === null) return { kind: 'null', text, count: null }
  return {
    kind: typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean',
    text,
    count: null,
  }
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

type PlacesByPath = ReadonlyMap<string, readonly Place[]>

function placesByPath(explanation: Explanation | null): PlacesByPath {
  const places = new Map<string, readonly Place[]>()
  for (const place of explanation?.places ?? [])
    places.set(place.at, [...(places.get(place.at) ?? []), place])
  return places
}

/** Removes the list positions from a path: `data.0.author` → `data.author`. */
export const withoutPositions = (path: string): string =>
  path
    .split('.')
    .filter((step) => !/^\d+$/.test(step))
    .join('.')

/** Returns the lines for the members of an object or list. The absent members of an entry come last. */
function membersOf(
  value: Json,
  above: Pick<PendingRow, 'path' | 'depth' | 'place'>,
  places: PlacesByPath,
  { differences }: RowsOptions,
): readonly (PendingRow | AnswerRow)[] {
  const depth = above.depth + 1
  const pathOf = (name: string): string => (above.path === '' ? name : `${above.path}.${name}`)
  if (Array.isArray(value))
    return value.map((item: Json, at) => {
      const path = pathOf(String(at))
      return { path, name: String(at), depth, value: item, place: placeOf(path, item, places), absent: null }
    })
  if (!isObject(value)) return []
  const own = placeOf(above.path, value, places)
  const entries = Object.entries(value).map(([name, member]): PendingRow => {
    const path = pathOf(name)
    const absent = isNothing(member)
      ? (own?.absent.find(({ attribute }) => attribute === name) ?? null)
      : null
    return { path, name, depth, value: member, place: placeOf(path, member, places) ?? own, absent }
  })
  // A comparison of two answers omits the lines of absent members, because these lines would separate the
  // differences.
  const isCompared = differences !== undefined
  const missing = (isCompared ? [] : (own?.absent ?? [])).filter(
    ({ attribute }) => !Object.hasOwn(value, attribute),
  )
  return [
    ...entries,
    ...missing.map((absent): AnswerRow => {
      const path = pathOf(absent.attribute)
      return {
        path,
        name: absent.attribute,
        depth,
        kind: 'absent',
        text: withoutName(absent),
        bytes: null,
        isOpen: null,
        absent,
        place: own,
        difference: null,
      }
    }),
  ]
}

/**
 * Returns the reason why an attribute is absent, without the attribute's name, because the line already begins with
 * the name.
 */
function withoutName({ attribute, sentence }: Absent): string {
  const start = `${attribute} is missing: `
  return sentence.startsWith(start) ? sentence.slice(start.length) : sentence
}

const isNothing = (value: Json): boolean => value === null || (Array.isArray(value) && value.length === 0)

/**
 * Returns the part of the explanation that describes the entries at a path. If the entries at a path have several
 * models, the explanation has a part for each model.
 */
function placeOf(path: string, value: Json, places: PlacesByPath): Place | null {
  const found = places.get(withoutPositions(path)) ?? []
  const [first = null] = found
  if (found.length < 2 || !isObject(value)) return first
  const model = value['__component'] ?? value['__type']
  return found.find((place) => place.model === model) ?? first
}

/** Computes the size in bytes of each object and list in an answer. */
export class Sizes {
  readonly #known = new WeakMap<object, number>()

  constructor(answer: Json) {
    this.#weigh(answer)
  }

  /** Returns the size of a value in compact JSON, which the server sends. */
  of(value: Json): number {
    if (typeof value !== 'object' || value === null) return byteLength(JSON.stringify(value))
    return this.#known.get(value) ?? 0
  }

  /** Computes the size of each value from the sizes of its members, beginning with the innermost values. */
  #weigh(answer: Json): void {
    const order: Json[] = [answer]
    for (let at = 0; at < order.length; at++) {
      const value = order[at] ?? null
      if (Array.isArray(value)) for (const item of value) order.push(item)
      else if (isObject(value)) for (const member of Object.values(value)) order.push(member)
    }
    for (const value of order.reverse()) {
      if (Array.isArray(value))
        this.#known.set(value, sum(value.map((item: Json) => this.of(item))) + frame(value.length))
      else if (isObject(value)) {
        const entries = Object.entries(value)
        const bytes = entries.map(([name, member]) => byteLength(JSON.stringify(name)) + 1 + this.of(member))
        this.#known.set(value, sum(bytes) + frame(entries.length))
      }
    }
  }
}

/** Returns the bytes of the two brackets of an object or list, and of the commas between its members. */
const frame = (count: number): number => 2 + Math.max(0, count - 1)

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

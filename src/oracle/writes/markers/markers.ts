/**
 * Reads and fills markers, which are placeholders in a session for values that are known only when the session is
 * played. Reference and target may have different values for the same marker.
 */

import type { Graph } from '../../../reference/graph/graph.ts'
import type { Json } from '../../../util/json.ts'
import { mapJson } from '../../bodies/map-json.ts'
import type { SessionStep } from '../../suite/session.ts'

/** A function that returns the value of a marker, or undefined if the marker has no value yet. */
export type ResolveMarker = (marker: string) => Json | undefined

const MARKER = /«([^«»]*)»/g
const WHOLE = /^«([^«»]*)»$/

/** The source of a marker's value: the number of a step, and a JSON pointer into the answer to this step. */
export interface MarkerSource {
  readonly step: number
  readonly pointer: string
}

/** Parses a marker for a value from an answer; undefined for any other marker. */
export function sourceOf(marker: string): MarkerSource | undefined {
  const [, step, pointer] = /^(\d+)(\/.*)$/.exec(marker) ?? []
  return step === undefined || pointer === undefined ? undefined : { step: Number(step), pointer }
}

/**
 * The dataset row that a marker names. The marker `api::tag.tag 3` stands for the documentId of row 3, and
 * `api::tag.tag #3` stands for its id.
 */
export interface NamedRow {
  readonly uid: string
  readonly id: number
  readonly isId: boolean
}

export function rowOf(marker: string): NamedRow | undefined {
  const [, uid, hash, id] = /^(\S+) (#?)(\d+)$/.exec(marker) ?? []
  return uid === undefined || id === undefined ? undefined : { uid, id: Number(id), isId: hash === '#' }
}

/**
 * Returns the documentId or id for which the marker of a dataset row stands; undefined if the dataset has no such row.
 */
export function nameOf({ uid, id, isId }: NamedRow, { tables }: Graph): string | number | undefined {
  const row = tables.get(uid)?.byId.get(id)
  return isId ? row?.id : row?.documentId
}

/** Returns the numbers of the steps from whose answers a step takes values. */
export const stepsUsed = (step: SessionStep): readonly number[] =>
  markersIn(step).flatMap((marker) => sourceOf(marker)?.step ?? [])

/** Returns all markers in a step, without the quotes `«»`. */
export const markersIn = ({ url, json, text }: SessionStep): readonly string[] =>
  [url, text ?? '', json === undefined ? '' : JSON.stringify(json)].flatMap((part) =>
    [...part.matchAll(/«([^«»]*)»/g)].map(([, marker = '']) => marker),
  )

/** Replaces the markers in a step by their values. Returns undefined if any marker has no value. */
export function fillMarkers(step: SessionStep, resolve: ResolveMarker): SessionStep | undefined {
  let isWhole = true
  const value = (marker: string): Json => {
    const found = resolve(marker)
    if (found === undefined) isWhole = false
    return found ?? null
  }
  const textOf = (text: string): string =>
    text.replace(MARKER, (_all, marker: string) => String(value(marker)))
  const { url, json, text } = step
  const made: SessionStep = {
    ...step,
    url: textOf(url),
    ...(text === undefined ? {} : { text: textOf(text) }),
    ...(json === undefined ? {} : { json: boundJson(json, textOf, value) }),
  }
  return isWhole ? made : undefined
}

function boundJson(json: Json, textOf: (text: string) => string, value: (marker: string) => Json): Json {
  const leaf = (one: Json): Json => {
    if (typeof one !== 'string') return one
    const [, whole] = WHOLE.exec(one) ?? []
    return whole === undefined ? textOf(one) : value(whole)
  }
  return mapJson<undefined>(json, undefined, { item: () => undefined, member: () => undefined, leaf })
}

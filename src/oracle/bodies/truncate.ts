/**
 * Truncates values for a report. A small value stays whole, and a large value is cut after the beginning of its JSON
 * text.
 */
import type { Json } from '../../util/json.ts'
import { printedLength } from './excess.ts'

/** The maximum length of a response body in a report, in printed characters. */
const MAX_BODY = 400_000
/** The maximum length of a single JSON value in a report, in printed characters. */
const MAX_VALUE = 20_000
/**
 * The total size of all response bodies in a report, in characters, from which further bodies are truncated to their
 * beginning.
 */
const MAX_ALL = 40_000_000
/** The number of characters to which a response body is truncated once the bodies in the report exceed `MAX_ALL`. */
const BEGINNING = 2_000
/** The maximum number of headers that a report contains of one answer. */
const MAX_HEADERS = 100
/** The maximum length of a header value in a report, in characters. */
const MAX_HEADER = 2_000

export const TOO_DEEP = 'nested too deeply to be printed'

export interface Truncator {
  /** Returns the body of an answer, truncated so that it fits into a report. */
  readonly body: (json: Json) => Json
  /** Returns a text from the target, truncated so that it fits into a report. */
  readonly text: (text: string) => string
}

/**
 * Creates a truncator. The truncator adds up the sizes of the bodies that it returns, to limit the size of the whole
 * report.
 */
export function createTruncator(): Truncator {
  let left = MAX_ALL
  const most = (): number => (left > 0 ? MAX_BODY : BEGINNING)
  return {
    body: (json) => {
      const { value, length } = measured(json, most())
      left -= length
      return value
    },
    text: (text) => {
      const kept = beginning(text, most())
      left -= kept.length
      return kept
    },
  }
}

/** Truncates a single value for a report; undefined stays undefined. */
export const truncatedValue = (json: Json | undefined): Json | undefined =>
  json === undefined ? undefined : measured(json, MAX_VALUE).value

export function truncatedHeaders(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const some = Object.entries(headers).slice(0, MAX_HEADERS)
  return Object.fromEntries(
    some.map(([name, text]) => [beginning(name, MAX_HEADER), beginning(text, MAX_HEADER)]),
  )
}

export const beginning = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text

interface Measured {
  readonly value: Json
  readonly length: number
}

function measured(json: Json, most: number): Measured {
  const text = textOf(json)
  if (text === undefined) return { value: TOO_DEEP, length: TOO_DEEP.length }
  const length = text.length > most ? text.length : printedLength(text)
  if (length <= most) return { value: json, length }
  const value = beginning(typeof json === 'string' ? json : text, most)
  return { value, length: value.length }
}

/** Returns the JSON text of a value; undefined if the value is nested too deeply for the stack. */
function textOf(json: Json): string | undefined {
  try {
    return JSON.stringify(json)
  } catch {
    return undefined
  }
}

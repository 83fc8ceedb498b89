/** Compares the headers of answers that belong to the contract of the content API. */

import type { Answer } from '../target/target.ts'
import type { Difference } from './difference.ts'

/**
 * Returns the difference in the first compared header that differs; null if no header differs, or if one of the
 * answers has no headers.
 */
export function headerDifference(expected: Answer, found: Answer): Difference | null {
  if (expected.headers === undefined || found.headers === undefined) return null
  for (const { name, counts, value } of COMPARED) {
    if (!counts(expected)) continue
    const [left, right] = [value(expected.headers[name]), value(found.headers[name])]
    const isOpen = name === 'access-control-allow-origin' && permitsAll(found.headers)
    if (left === right || isOpen || left === undefined) continue
    return { path: `headers/${name}`, expected: left, found: right }
  }
  return null
}

/**
 * Returns the difference in the first header that a suite case demands, with the other wrong headers. Returns null if
 * all demanded headers are equal, or if the target does not report headers.
 */
export function demandedDifference(
  demanded: Readonly<Record<string, string>>,
  { headers }: Answer,
): Difference | null {
  if (headers === undefined) return null
  const [first, ...others] = Object.entries(demanded).flatMap(([name, expected]): Difference[] => {
    const found = headers[name]
    const value = readerOf(name)
    const isListed = name === 'vary' && listOf(found).includes(expected.toLowerCase())
    const isOpen = permitsAll(headers) && CORS.has(name)
    return isListed || isOpen || value(expected) === value(found)
      ? []
      : [{ path: `headers/${name}`, expected, found }]
  })
  if (first === undefined) return null
  return others.length === 0 ? first : { ...first, others }
}

/**
 * Returns the function that normalizes the value of a demanded header before a suite case compares it. The value of
 * `content-type` keeps its charset.
 */
const readerOf = (name: string): ComparedHeader['value'] =>
  name === 'content-type' ? mediaType : (COMPARED.find((one) => one.name === name)?.value ?? trimmed)

/**
 * Normalizes a `content-type` value with its parameters: removes blanks and quotes, and converts capital letters to
 * small letters.
 */
const mediaType = (text: string | undefined): string | undefined =>
  text?.replaceAll(/[\s"]/g, '').toLowerCase()

/**
 * Returns whether a server permits pages of every origin. Such a server cannot permit credentials, because browsers
 * refuse `*` with credentials. The comparison therefore ignores its other CORS headers.
 */
const permitsAll = (headers: Readonly<Record<string, string | undefined>>): boolean =>
  headers['access-control-allow-origin'] === '*' && headers['access-control-allow-credentials'] !== 'true'

const CORS = new Set(['access-control-allow-origin', 'access-control-allow-credentials', 'vary'])
const trimmed = (text: string | undefined): string | undefined => text?.trim()
const listOf = (text = ''): readonly string[] => text.split(',').map((item) => item.trim().toLowerCase())

interface ComparedHeader {
  readonly name: string
  readonly counts: (answer: Answer) => boolean
  readonly value: (text: string | undefined) => string | undefined
}

const COMPARED: readonly ComparedHeader[] = [
  {
    name: 'content-type',
    counts: ({ body }) => body !== '',
    value: (text) => text?.split(';')[0]?.trim().toLowerCase(),
  },
  {
    name: 'allow',
    counts: ({ status }) => status === 405,
    value: (text) =>
      text
        ?.split(',')
        .map((method) => method.trim().toUpperCase())
        .sort()
        .join(', '),
  },
  { name: 'access-control-allow-origin', counts: () => true, value: (text) => text },
]

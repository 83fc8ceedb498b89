/** Compares the headers of answers that are part of the contract. */

import type { Answer } from '../target/target.ts'
import type { Difference } from './difference.ts'

/** The first wrong header; null if the target does not report headers. */
export function headerDifference(expected: Answer, found: Answer): Difference | null {
  if (expected.headers === undefined || found.headers === undefined) return null
  for (const { name, counts, value } of COMPARED) {
    if (!counts(expected)) continue
    const [left, right] = [value(expected.headers[name]), value(found.headers[name])]
    const isOpen = name === 'access-control-allow-origin' && right === '*'
    if (left === right || isOpen || left === undefined) continue
    return { path: `headers/${name}`, expected: left, found: right }
  }
  return null
}

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

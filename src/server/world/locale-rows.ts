/** Makes the rows of locales, with ids and times that a dataset does not contain. */
import { createHash } from 'node:crypto'
import type { Graph } from '../../reference/graph/graph.ts'

/** The creation time of every locale, because a dataset contains no creation time of locales. */
const WHEN = '2026-01-01T00:00:00.000Z'

/** Returns the rows of the locales, each with its creation time and whether it is the default locale. */
export const localeRows = (locales: Graph['locales']) =>
  locales.codes.map(({ code, name }, at) => ({
    id: at + 1,
    documentId: madeDocumentId(`locale ${code}`),
    name,
    code,
    createdAt: WHEN,
    updatedAt: WHEN,
    publishedAt: WHEN,
    isDefault: code === locales.default,
  }))

/** Returns a documentId derived from a text, in the format of the real server. */
export function madeDocumentId(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return `p${BigInt(`0x${digest}`).toString(36).slice(0, 23)}`
}

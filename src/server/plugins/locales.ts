/** `/i18n/locales`: the languages there are. */
import { createHash } from 'node:crypto'
import { told } from './answer.ts'
import type { Endpoint } from './desk.ts'

/** A dataset says neither ids nor times of its locales. */
const WHEN = '2026-01-01T00:00:00.000Z'

export const listLocales: Endpoint = ({ desk }) => {
  const { locales } = desk.world.graph
  return told(
    locales.codes.map(({ code, name }, at) => ({
      id: at + 1,
      documentId: madeDocumentId(`locale ${code}`),
      name,
      code,
      createdAt: WHEN,
      updatedAt: WHEN,
      publishedAt: WHEN,
      isDefault: code === locales.default,
    })),
  )
}

/** A documentId for what has none: the same one for the same text, in the form that a server makes them. */
export function madeDocumentId(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return `p${BigInt(`0x${digest}`).toString(36).slice(0, 23)}`
}

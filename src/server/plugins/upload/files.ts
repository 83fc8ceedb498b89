/**
 * Answers reads of uploaded files: `/upload/files` and `/upload/files/ID` without the envelope `data`, and
 * `/upload/files/page` with pagination.
 */
import type { Entry } from '../../../reference/evaluate/populate.ts'
import { respond } from '../../../reference/respond/respond.ts'
import { FILE_UID } from '../../../reference/schema/schema.ts'
import { notFound, success } from '../answer.ts'
import type { Endpoint } from '../context.ts'
import { reading } from '../reading.ts'
import { rowIdIn } from '../users/people.ts'

/** Adds `isUrlSigned: false`, like the default provider. Only a provider with private files creates signed URLs. */
const unsigned = (entry: Entry): Entry => ({ ...entry, isUrlSigned: false })

export const findFiles: Endpoint = (asked) =>
  reading(asked, FILE_UID, {}, ({ result }) => success(result.entries.map(unsigned)))

export const findFilePage: Endpoint = (asked) =>
  reading(asked, FILE_UID, undefined, ({ result, plan }) => {
    const signed = result.kind === 'page' ? { ...result, entries: result.entries.map(unsigned) } : result
    return respond(signed, plan.page, () => undefined)
  })

export const findFile: Endpoint = (asked) => {
  const bare = { id: rowIdIn(asked.params[0] ?? ''), isPopulateAlone: true }
  return reading(asked, FILE_UID, bare, ({ result }) => {
    const [entry] = result.entries
    return entry === undefined ? notFound('file.notFound') : success(unsigned(entry))
  })
}

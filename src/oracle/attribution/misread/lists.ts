/**
 * Defines misreadings and distortions of lists: another default order, another default page size, and page numbers
 * from zero.
 */
import { isObject } from '../../../util/json.ts'
import { pageOf } from '../../bodies/answer.ts'
import type { Answer } from '../../target/target.ts'
import { type Distortion, isOf, type Misreading, ofQuery, withParts } from './parts.ts'

/** The sort keys by which a server may order a list if the request has no sort. */
const ORDERS = ['id:desc', 'createdAt:desc', 'updatedAt:desc', 'publishedAt:desc', 'documentId']

/** The misreadings in which the target sorts a list by another key if the request has no sort. */
export const DEFAULT_ORDERS: readonly Misreading[] = ORDERS.map((order) => ({
  ...ofQuery('sort.ties', `without a sort, ${order}`, (parts) =>
    parts.some((part) => isOf('sort', part)) ? parts : [...parts, `sort=${order}`],
  ),
  says: `A list without a sort is in ascending order of id. The server sorts it as with \`sort=${order}\`.`,
}))

const PAGE = /^pagination(?:\[|%5B)page(?:\]|%5D)=(\d+)$/i

/** A misreading: the target reads `limit` as the index after the last entry, not as the number of entries. */
export const LIMIT_IS_END: Misreading = {
  ...ofQuery('pagination.offset', '`limit` is the end of the range', (parts) => {
    const start = Number(parts.flatMap((part) => START.exec(part)?.[1] ?? [])[0] ?? 0)
    return parts.map((part) =>
      part.replace(LIMIT, (whole, limit: string) =>
        start > 0 && Number(limit) > start ? `pagination[limit]=${Number(limit) - start}` : whole,
      ),
    )
  }),
  says: '`limit` is the number of entries. The server reads `limit` as the end of the range that begins at `start`.',
}

const START = /^pagination(?:\[|%5B)start(?:\]|%5D)=(\d+)$/i
const LIMIT = /^pagination(?:\[|%5B)limit(?:\]|%5D)=(\d+)$/i

/** A distortion: the target counts pages from zero. */
export const PAGES_FROM_ZERO: Distortion = {
  rule: 'pagination.page',
  kind: 'pages counted from 0',
  says: 'The first page has the number 1. The server counts pages from 0, not from 1.',
  distort: (request, reference) => {
    const next = withParts(request, (parts) =>
      parts.map((part) =>
        part.replace(PAGE, (_part, page: string) => `pagination[page]=${Number(page) + 1}`),
      ),
    )
    if (next.url === request.url) return undefined
    const { answer } = reference.ask(next)
    return withPage(answer, pageOf(reference.ask(request).answer.body)?.['page'])
  },
}

/** Returns the answer with another page number in `meta.pagination`. */
function withPage(answer: Answer, page: unknown): Answer {
  const pagination = pageOf(answer.body)
  if (!isObject(answer.body) || pagination === undefined || typeof page !== 'number') return answer
  return { ...answer, body: { ...answer.body, meta: { pagination: { ...pagination, page } } } }
}

/**
 * Defines misreadings and distortions of lists: another default order, another order of equal entries, another meaning
 * of `limit`, and page numbers from zero.
 */
import { isObject } from '../../../util/json.ts'
import { entriesOf, pageOf } from '../../bodies/answer.ts'
import { sentenceOf } from '../../exchange/rules.ts'
import { isListIndex, isOptionPlace, readPart } from '../../names/mentions.ts'
import type { Answer } from '../../target/target.ts'
import { type Distortion, isOf, keyFrom, type Misreading, ofQuery, recoded, withParts } from './parts.ts'

/** The sort keys by which a server may order a list if the request has no sort. */
const ORDERS = ['id:desc', 'createdAt:desc', 'updatedAt:desc', 'publishedAt:desc', 'documentId']

/** The misreadings in which the target sorts a list by another key if the request has no sort. */
export const DEFAULT_ORDERS: readonly Misreading[] = ORDERS.map((order) => ({
  ...ofQuery('sort.ties', `without a sort, ${order}`, (parts) =>
    parts.some((part) => isOf('sort', part)) ? parts : [...parts, `sort=${order}`],
  ),
  says: `A list without a sort is in ascending order of id. The server sorts it as with \`sort=${order}\`.`,
}))

/** Returns the names up to the `sort` of a query level; undefined for a part of the query without sort keys. */
export function sortLevel(part: string): string | undefined {
  const { segments } = readPart(part)
  const at = segments.lastIndexOf('sort')
  return isOptionPlace(segments, at) ? segments.slice(0, at + 1).join('.') : undefined
}

/** Returns whether each of some sort keys, such as `name:desc`, is descending. The name may be absent. */
const areDescending = (keys: readonly string[]): boolean =>
  keys.every((key) => key.split(':').at(-1)?.trim().toLowerCase() === 'desc')

/**
 * Returns a misreading: the descending order of some sort keys also applies to the ids of equal entries. The parameter
 * `chosen` returns those of the query parts of one sort, in order, that must be descending.
 */
const tiesDescending = (
  kind: string,
  when: string,
  chosen: (values: readonly string[]) => readonly string[],
): Misreading => ({
  ...ofQuery('sort.ties', kind, (parts) => {
    const levels = parts.map(sortLevel)
    return parts.flatMap((part, at) => {
      const level = levels[at]
      const { segments } = readPart(part)
      if (level === undefined || levels.lastIndexOf(level) !== at) return [part]
      const values = parts.flatMap((one, index) => (levels[index] === level ? [readPart(one).value] : []))
      if (!areDescending(chosen(values))) return [part]
      const name = segments.at(-1) ?? ''
      if (name === 'sort') return [recoded(part, (text) => `${text},id:desc`)]
      const [key, order] = isListIndex(name) ? [String(Number(name) + 1), 'id:desc'] : ['id', 'desc']
      return [
        part,
        `${encodeURIComponent(keyFrom([...segments.slice(0, level.split('.').length), key]))}=${order}`,
      ]
    })
  }),
  says: `${sentenceOf('sort.ties')} If ${when}, the server takes the descending order of id.`,
})

/** The misreadings in which a descending order of sort keys also applies to the ids of equal entries. */
export const TIES_DESCENDING: readonly Misreading[] = [
  tiesDescending('ties of a descending sort by descending id', 'the last sort key is descending', (values) =>
    values.slice(-1),
  ),
  tiesDescending('ties of descending keys alone by descending id', 'every sort key is descending', (values) =>
    values.flatMap((value) => value.split(',')),
  ),
]

const PAGE = /^pagination(?:\[|%5B)page(?:\]|%5D)=(\d+)$/i

const OF_END = {
  rule: 'pagination.offset',
  kind: '`limit` is the end of the range',
  says: '`limit` is the number of entries. The server reads `limit` as the end of the range that begins at `start`.',
} as const

/**
 * A misreading: the target reads `limit` as the index after the last entry, not as the number of entries. Its answer
 * names the number of entries as the limit.
 */
export const LIMIT_IS_END: Misreading = {
  ...ofQuery(OF_END.rule, OF_END.kind, (parts) => {
    const start = Number(parts.flatMap((part) => START.exec(part)?.[1] ?? [])[0] ?? 0)
    return parts.map((part) =>
      part.replace(LIMIT, (whole, limit: string) =>
        start > 0 && Number(limit) > start ? `pagination[limit]=${Number(limit) - start}` : whole,
      ),
    )
  }),
  says: OF_END.says,
}

/** A distortion: `LIMIT_IS_END` for a target whose answer names the limit of the request. */
export const SHOWN_LIMIT_IS_END: Distortion = {
  ...OF_END,
  distort: (request, reference) => {
    const { answer } = reference.ask(request)
    const { start, limit } = pageOf(answer.body) ?? {}
    const entries = entriesOf(answer.body)
    if (typeof start !== 'number' || typeof limit !== 'number' || start === 0) return undefined
    if (entries === undefined || !isObject(answer.body)) return undefined
    return { ...answer, body: { ...answer.body, data: entries.slice(0, Math.max(limit - start, 0)) } }
  },
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

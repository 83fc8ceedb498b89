/** The known distortions: wrong ways to make an answer from correct data, each with the rule that it breaks. */
import type { Graph } from '../../../reference/graph/graph.ts'
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { type JsonMapping, mapJson } from '../../bodies/map-json.ts'
import type { Difference } from '../../compare/difference.ts'
import type { WireRequest } from '../../target/target.ts'
import { lossesOf, lossOfKind } from './characters.ts'
import { PAGES_FROM_ZERO } from './lists.ts'
import { ORDERS } from './order.ts'
import { type Distortion, keyOf, withParts } from './parts.ts'
import { permissionOfKind, permissionsOf } from './permission.ts'

/** The distortions that may explain a difference between the answers of target and reference. */
export function distortionsOf(
  difference: Difference,
  request: WireRequest,
  graph: Graph,
): readonly Distortion[] {
  const { expected, found } = difference
  const isCut =
    typeof expected === 'string' && typeof found === 'string' && found !== '' && expected.startsWith(found)
  return [
    ...FIXED,
    ...(isTwice(expected, found) ? [ENCODED_TWICE] : []),
    ...lossesOf(difference),
    ...(isCut ? [cutAfter(found.length)] : []),
    ...permissionsOf(difference, request, graph),
  ]
}

/** Returns the distortion with this `kind`; undefined if `kind` names no distortion. */
export function distortionOf(kind: string): Distortion | undefined {
  const fixed = [...FIXED, ENCODED_TWICE].find((one) => one.kind === kind)
  if (fixed !== undefined) return fixed
  if (kind.startsWith(CUT)) return cutAfter(Number(kind.slice(CUT.length)))
  return lossOfKind(kind) ?? permissionOfKind(kind)
}

const CUT = 'texts end after '

/** A distortion: the target cuts every text in its answers after `length` characters. */
const cutAfter = (length: number): Distortion => ({
  rule: 'entry.types.string',
  kind: `${CUT}${length}`,
  says: `Texts end after ${length} characters.`,
  distort: (request, reference) => {
    const { answer } = reference.ask(request)
    return { ...answer, body: mapJson(answer.body, undefined, shortened(length)) }
  },
})

const shortened = (length: number): JsonMapping<undefined> => ({
  item: () => undefined,
  member: () => undefined,
  leaf: (json) => (typeof json === 'string' ? json.slice(0, length) : json),
})

/** The page size of the request that reads the whole sorted list. */
const MAX_SORTED = 100

/** A distortion: the target takes a page of the unsorted list, and sorts only this page. */
const SORTED_PAGE: Distortion = {
  rule: 'pagination.page',
  kind: 'a page is sorted, not the list',
  says: 'A page is a part of the sorted list. The server sorts the entries of each page.',
  distort: (request, reference) => {
    const isSort = (part: string): boolean => /^sort(%5B|\[|$)/i.test(keyOf(part))
    const isPaging = (part: string): boolean => /^pagination(%5B|\[|$)/i.test(keyOf(part))
    const cut = withParts(request, (parts) => parts.filter((part) => !isSort(part)))
    if (cut.url === request.url) return undefined
    const whole = withParts(request, (parts) => [
      ...parts.filter((part) => !isPaging(part)),
      `pagination%5BpageSize%5D=${MAX_SORTED}`,
    ])
    const { answer } = reference.ask(request)
    const [page, all] = [cut, whole].map((one) => entriesOf(reference.ask(one).answer.body))
    if (page === undefined || all === undefined || !isObject(answer.body)) return undefined
    const ids = new Set(page.map(idOf))
    return { ...answer, body: { ...answer.body, data: all.filter((entry) => ids.has(idOf(entry))) } }
  },
}

/** The distortions that do not depend on a difference. */
const FIXED: readonly Distortion[] = [SORTED_PAGE, PAGES_FROM_ZERO, ...ORDERS]

const twice = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

const isTwice = (expected: Json | undefined, found: Json | undefined): boolean =>
  typeof expected === 'string' && found !== expected && found === twice(expected)

/** A distortion: the target encodes the text of its answers twice. */
const ENCODED_TWICE: Distortion = {
  rule: 'endpoint.content-type',
  kind: 'encoded twice',
  says: 'Answers are encoded once, as UTF-8. The server encodes UTF-8 as UTF-8 again.',
  distort: (request, reference) => {
    const { answer } = reference.ask(request)
    const leaf = (json: Json): Json => (typeof json === 'string' ? twice(json) : json)
    return { ...answer, body: mapJson(answer.body, undefined, { ...shortened(0), leaf }) }
  },
}

function entriesOf(body: Json): readonly Json[] | undefined {
  const data = isObject(body) ? member(body, 'data') : undefined
  return isList(data) ? data : undefined
}

const idOf = (entry: Json): Json | undefined => (isObject(entry) ? member(entry, 'id') : undefined)

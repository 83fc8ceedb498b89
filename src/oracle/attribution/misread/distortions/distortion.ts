/**
 * The known distortions, which are wrong ways to make an answer. Each has the rule that it breaks, or the missing data.
 */

import { isObject, type Json, member } from '../../../../util/json.ts'
import { entriesOf } from '../../../bodies/answer.ts'
import type { Difference } from '../../../compare/difference.ts'
import type { Reference } from '../../../exchange/reference.ts'
import type { WireRequest } from '../../../target/target.ts'
import { PAGES_FROM_ZERO, SHOWN_LIMIT_IS_END } from '../lists.ts'
import { PAGE_DISTORTIONS } from '../parameters/pagination.ts'
import { SEARCH_DISTORTIONS } from '../parameters/searching.ts'
import { PUBLISHED_LINKS } from '../parameters/versions.ts'
import { type Distortion, isOf, latin1, wholeList, withParts } from '../parts.ts'
import { cappedOf, cappedOfKind } from './caps.ts'
import { lossesOf, lossOfKind, withTexts } from './characters.ts'
import { DEFAULT_LOCALES } from './locales.ts'
import { missingFor, missingOfKind } from './missing-data.ts'
import { ORDERS } from './order.ts'
import {
  PUBLIC_POPULATE,
  permissionOfKind,
  permissionsOf,
  REFUSED_POPULATE,
  SHOWN_POPULATE,
} from './permission.ts'
import { shapeOfKind, shapesOf } from './shapes.ts'
import { SORT_DISTORTIONS } from './sorting.ts'
import { ANONYMOUS, statusesOf, statusOfKind } from './statuses.ts'

/** Returns the distortions that may explain a difference between the answers of target and reference. */
export function distortionsOf(
  difference: Difference,
  request: WireRequest,
  reference: Reference,
): readonly Distortion[] {
  const { graph } = reference
  const { expected, found } = difference
  // A message that ends with a blank lacks a value at its end, and is not cut.
  const isText = typeof expected === 'string' && typeof found === 'string'
  const isCut = isText && found !== '' && !found.endsWith(' ') && expected.startsWith(found)
  return [
    ...FIXED,
    ...(isTwice(expected, found) ? [ENCODED_TWICE] : []),
    ...lossesOf(difference),
    ...shapesOf(difference),
    ...(isCut ? [cutAfter(found.length)] : []),
    ...permissionsOf(difference, request, graph),
    ...statusesOf(difference),
    ...(difference.path === 'status' && found === 403 ? REFUSED_POPULATE : []),
    ...cappedOf(difference, graph),
    ...missingFor(difference, request, reference),
  ]
}

/** Returns the known distortion with the given `kind`; undefined if no distortion has this kind. */
export function distortionOf(kind: string): Distortion | undefined {
  const fixed = [...FIXED, ...REFUSED_POPULATE, ENCODED_TWICE].find((one) => one.kind === kind)
  if (fixed !== undefined) return fixed
  if (kind.startsWith(CUT)) return cutAfter(Number(kind.slice(CUT.length)))
  return (
    lossOfKind(kind) ??
    shapeOfKind(kind) ??
    permissionOfKind(kind) ??
    statusOfKind(kind) ??
    cappedOfKind(kind) ??
    missingOfKind(kind)
  )
}

const CUT = 'texts end after '

/** Returns a distortion: the target cuts every text in its answers after `length` characters. */
const cutAfter = (length: number): Distortion => ({
  rule: 'entry.types.string',
  kind: `${CUT}${length}`,
  says: `Texts end after ${length} characters.`,
  distort: (request, reference) => withTexts(reference.ask(request).answer, (text) => text.slice(0, length)),
})

/** A distortion: the target takes a page of the unsorted list, and then sorts only this page. */
const SORTED_PAGE: Distortion = {
  rule: 'pagination.page',
  kind: 'a page is sorted, not the list',
  says: 'A page is a part of the sorted list. The server sorts the entries of each page separately.',
  distort: (request, reference) => {
    const cut = withParts(request, (parts) => parts.filter((part) => !isOf('sort', part)))
    if (cut.url === request.url) return undefined
    const { answer } = reference.ask(request)
    const [page, all] = [cut, wholeList(request)].map((one) => entriesOf(reference.ask(one).answer.body))
    if (page === undefined || all === undefined || !isObject(answer.body)) return undefined
    const ids = new Set(page.map(idOf))
    return { ...answer, body: { ...answer.body, data: all.filter((entry) => ids.has(idOf(entry))) } }
  },
}

/** The distortions that do not depend on the difference between two answers. */
const FIXED: readonly Distortion[] = [
  SORTED_PAGE,
  PAGES_FROM_ZERO,
  ...ORDERS,
  ...PAGE_DISTORTIONS,
  SHOWN_LIMIT_IS_END,
  PUBLISHED_LINKS,
  ...DEFAULT_LOCALES,
  ...SEARCH_DISTORTIONS,
  PUBLIC_POPULATE,
  SHOWN_POPULATE,
  ANONYMOUS,
  ...SORT_DISTORTIONS,
]

const isTwice = (expected: Json | undefined, found: Json | undefined): boolean =>
  typeof expected === 'string' && found !== expected && found === latin1(expected)

/** A distortion: the target encodes the text of its answers twice. */
const ENCODED_TWICE: Distortion = {
  rule: 'endpoint.content-type',
  kind: 'encoded twice',
  says: 'Answers are encoded once, as UTF-8. The server encodes UTF-8 as UTF-8 again.',
  distort: (request, reference) => withTexts(reference.ask(request).answer, latin1),
}

const idOf = (entry: Json): Json | undefined => (isObject(entry) ? member(entry, 'id') : undefined)

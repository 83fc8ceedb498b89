/** Defines misreadings and distortions of `_q`, such as another operator than `$containsi`, or a search by words. */
import type { TestOperator } from '../../../../reference/operators/operators.ts'
import type { ContentType } from '../../../../reference/schema/schema.ts'
import { TEXT_TYPES } from '../../../../reference/values.ts'
import { type Json, memberOf } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { entriesOf } from '../../../bodies/answer.ts'
import type { Reference } from '../../../exchange/reference.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import { partsOf, readPart } from '../../../names/mentions.ts'
import type { Answer, WireRequest } from '../../../target/target.ts'
import { FREE_INDEX, partOf } from '../filters/conditions.ts'
import { type Distortion, isOf, type Misreading, ofParts, recoded, wholeList, withParts } from '../parts.ts'

/** The operators with which a server may search, each with the phrase about the server. */
const OPERATORS: readonly (readonly [operator: TestOperator, does: string])[] = [
  ['$contains', 'searches without ignoring case'],
  ['$startsWithi', 'searches only the beginning of the values'],
  ['$startsWith', 'searches only the beginning of the values, without ignoring case'],
  ['$eqi', 'compares the whole values with the text'],
]

/** Returns the conditions that search a text in some text attributes of a type, and in the documentId. */
const conditions = (
  text: string,
  operator: TestOperator,
  { attributes }: ContentType,
  isSearched: (type: string) => boolean = () => true,
): readonly string[] =>
  [
    ...[...attributes.values()].flatMap((one) =>
      one.kind === 'scalar' && TEXT_TYPES.has(one.type) && !one.private && isSearched(one.type)
        ? [one.name]
        : [],
    ),
    ...(isSearched(DOCUMENT_ID) ? [DOCUMENT_ID] : []),
  ].map((name, at) =>
    partOf(['filters', '$and', String(FREE_INDEX), '$or', String(at), name, operator], text),
  )

const DOCUMENT_ID = 'documentId'

/** The attributes that a server may search, each with the phrase about the server. */
const SEARCHED: readonly (readonly [does: string, isSearched: (type: string) => boolean])[] = [
  ['searches only attributes of the type string', (type) => type === 'string'],
  ['searches only attributes of the types string and text', (type) => type === 'string' || type === 'text'],
  ['does not search the documentId', (type) => type !== DOCUMENT_ID],
  ...[...TEXT_TYPES].map(
    (own) => [`does not search attributes of the type ${own}`, (type: string) => type !== own] as const,
  ),
]

/** A misreading: the target removes the blanks around the text of `_q`. */
const TRIMMED: Misreading = {
  ...ofParts('search.text', '_q trimmed', (part) =>
    isOf('_q', part) ? recoded(part, (text) => text.trim()) : part,
  ),
  says: '`_q` searches the text with its blanks. The server removes the blanks around the text.',
}

/** Returns the misreadings of a search. A search for a number also finds numbers, which no filter on texts predicts. */
export const searchMisread = (
  typeOf: (request: WireRequest) => ContentType | undefined,
): readonly Misreading[] => [
  TRIMMED,
  ...OPERATORS.map(([operator, does]) =>
    searching(`_q as ${operator}`, does, typeOf, (text, type) => conditions(text, operator, type)),
  ),
  ...SEARCHED.map(([does, isSearched]) =>
    searching(`_q ${does}`, does, typeOf, (text, type) => conditions(text, '$containsi', type, isSearched)),
  ),
]

/** Makes a misreading in which other conditions replace a search for a text that is not a number. */
const searching = (
  kind: string,
  does: string,
  typeOf: (request: WireRequest) => ContentType | undefined,
  change: (text: string, type: ContentType) => readonly string[],
): Misreading => ({
  rule: 'search.text',
  kind,
  says: `${sentenceOf('search.text')} The server ${does}.`,
  isUnchecked: true,
  read: (request) => {
    const type = request.url.includes('_q') ? typeOf(request) : undefined
    if (type === undefined) return request
    return withParts(request, (parts) =>
      parts.flatMap((part) => {
        const { segments, value } = readPart(part)
        const isText =
          segments.length === 1 && segments[0] === '_q' && value !== '' && Number.isNaN(Number(value))
        return isText ? change(value, type) : [part]
      }),
    )
  },
})

/** Returns the ids of the entries that a request finds with other query parts; undefined if it finds no list. */
function idsFound(
  request: WireRequest,
  reference: Reference,
  change: (parts: readonly string[]) => readonly string[],
): readonly Json[] | undefined {
  const other = withParts(request, (parts) =>
    change(parts).filter((part) => !['fields', 'populate'].some((name) => isOf(name, part))),
  )
  return entriesOf(reference.ask(wholeList(other)).answer.body)?.map((entry) => memberOf(entry, 'id') ?? null)
}

/** Returns the answer to a request whose filters and search find the entries with the given ids. */
function answerWithIds(request: WireRequest, reference: Reference, ids: readonly Json[]): Answer {
  const chosen = (ids.length === 0 ? [-1] : ids).map((id, at) =>
    partOf(['filters', 'id', '$in', String(at)], String(id)),
  )
  const isLeft = (part: string): boolean => !isOf('_q', part) && !isOf('filters', part)
  return reference.ask(withParts(request, (parts) => [...parts.filter(isLeft), ...chosen])).answer
}

/** A distortion: a list has the entries that match `_q`, and also those that match `filters`. */
const EITHER: Distortion = {
  rule: 'search.text',
  kind: '_q or filters',
  says: 'An entry must match both `_q` and `filters`. The server answers the entries that match either of the two.',
  distort: (request, reference) => {
    const own = partsOf(splitTarget(request.url).search)
    if (!['_q', 'filters'].every((name) => own.some((part) => isOf(name, part)))) return undefined
    const [searched, filtered] = ['filters', '_q'].map((name) =>
      idsFound(request, reference, (parts) => parts.filter((part) => !isOf(name, part))),
    )
    if (searched === undefined || filtered === undefined) return undefined
    return answerWithIds(request, reference, [...new Set([...searched, ...filtered])])
  },
}

/** The wrong ways to search several words, each with the number of words that an entry must contain. */
const WORDS: readonly (readonly [does: string, isEnough: (count: number, all: number) => boolean])[] = [
  ['finds the entries that contain each word of the text', (count, all) => count === all],
  ['finds the entries that contain a word of the text', (count) => count > 0],
]

/** The maximum number of words for which the check predicts a search by words. */
const MOST_WORDS = 8

/** The distortions in which the target splits the text of `_q` at blanks, and searches the words. */
const BY_WORDS: readonly Distortion[] = WORDS.map(([does, isEnough]) => ({
  rule: 'search.text',
  kind: `_q ${does}`,
  says: `\`_q\` searches the whole text. The server ${does}.`,
  distort: (request, reference) => {
    const [text] = partsOf(splitTarget(request.url).search).flatMap((part) =>
      isOf('_q', part) ? [readPart(part).value] : [],
    )
    const words = (text ?? '').split(' ').filter((word) => word !== '')
    if (words.length < 2 || words.length > MOST_WORDS) return undefined
    const found = words.map((word) =>
      idsFound(request, reference, (parts) => [
        ...parts.filter((part) => !isOf('_q', part)),
        `_q=${encodeURIComponent(word)}`,
      ]),
    )
    const counts = new Map<Json, number>()
    for (const ids of found) for (const id of ids ?? []) counts.set(id, (counts.get(id) ?? 0) + 1)
    const ids = [...counts].flatMap(([id, count]) => (isEnough(count, words.length) ? [id] : []))
    return found.includes(undefined) ? undefined : withFilters(request, reference, ids)
  },
}))

/**
 * Returns the answer that a request would get without its search, if only the entries with the given ids could match.
 */
function withFilters(request: WireRequest, reference: Reference, ids: readonly Json[]): Answer {
  const filtered = idsFound(request, reference, (parts) => parts.filter((part) => !isOf('_q', part))) ?? []
  return answerWithIds(
    request,
    reference,
    filtered.filter((id) => ids.includes(id)),
  )
}

/** The distortions of a search. */
export const SEARCH_DISTORTIONS: readonly Distortion[] = [EITHER, ...BY_WORDS]

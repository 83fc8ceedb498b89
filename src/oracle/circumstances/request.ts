/** Finds the circumstances of a request: facts about its path, query, token and right answer, in words. */
import { bearerToken } from '../../reference/access.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { booleanText } from '../../reference/parse/url.ts'
import type { ContentType, Model, Schema } from '../../reference/schema/schema.ts'
import { asDecoded } from '../../util/url/percent.ts'
import { splitTarget } from '../../util/url/target.ts'
import { entriesOf, pageOf } from '../bodies/answer.ts'
import type { Exchange } from '../exchange/session.ts'
import { isListIndex, partsOf } from '../names/mentions.ts'
import type { WireRequest } from '../target/target.ts'
import { outsideFields } from './fields.ts'
import { linkText, ofConditions, ofFilter, ofSort } from './filters.ts'
import { type PlacedPart, placedParts } from './placed-parts.ts'
import { formsOf } from './texts.ts'

/** Returns the circumstances of a request in words, such as `a token of the role "editor"`. */
export function circumstancesOf(
  { request, type, referenced }: Pick<Exchange, 'request' | 'type' | 'referenced'>,
  graph: Graph,
): readonly string[] {
  const { schema } = graph
  const parts = placedParts(request.url, type, schema)
  const levels = [...new Set(parts.map(levelOf))]
  return [
    ...ofType(request.url, type, parts),
    ...ofAccess(request.headers, graph),
    ...ofLocale(parts, graph),
    ...(referenced.answer.status < 400
      ? []
      : ['an error as the right answer', `${OF_STATUS}${referenced.answer.status}`]),
    ...ofPage(parts, referenced),
    ...ofNotation(request.url),
    ...levels.flatMap((level) =>
      ofLevel(
        parts.filter((part) => levelOf(part) === level),
        schema,
      ),
    ),
    ...parts.flatMap((part) => ofPart(part, schema)),
  ]
}

/** Returns the circumstances of the token of a request. */
function ofAccess({ authorization }: WireRequest['headers'], { access }: Graph): readonly string[] {
  if (authorization === undefined) return ['no token']
  const role = access.tokens.get(bearerToken(authorization) ?? '')
  return ['a token', ...(role === undefined ? [] : [`a token of the role \`${role}\``])]
}

/** Returns whether a circumstance of a request is about its caller, path or content type, and not about its query. */
export const isOfPlace = (word: string): boolean =>
  /^(?:no token$|a token|the path of |an entry or component of the type |draft & publish in |a type without |a localized type$)/.test(
    word,
  )

/** Returns the circumstances of the locale that a request names. */
function ofLocale(parts: readonly PlacedPart[], { locales }: Graph): readonly string[] {
  const known = new Set([...locales.codes.map(({ code }) => code), ...(locales.unlisted ?? []), '*'])
  return parts.some(({ parameter, value }) => parameter === 'locale' && !known.has(value))
    ? ['a locale that the dataset lacks']
    : []
}

const levelOf = ({ level }: PlacedPart): string => level.join()

/** Returns the circumstances of the content type and of the path of a request. */
function ofType(url: string, type: ContentType | undefined, parts: readonly PlacedPart[]): readonly string[] {
  if (type === undefined) return []
  const { path } = splitTarget(url)
  const isDraft = parts.some(({ parameter, value }) => parameter === 'status' && value === 'draft')
  return [
    nameOf(type),
    ...(isOfList(path, type) ? ['the path of a list'] : ['the path of one entry']),
    ...(type.kind === 'singleType' ? ['the path of a single type'] : []),
    type.draftAndPublish ? 'draft & publish in the type' : 'a type without draft & publish',
    ...(type.localized ? ['a localized type'] : []),
    ...(isDraft
      ? [
          '`status=draft`',
          `\`status=draft\` on a type ${type.draftAndPublish ? 'with' : 'without'} draft & publish`,
        ]
      : []),
  ]
}

/** Returns the circumstance that the entries of an answer have a certain content type or component. */
export const nameOf = ({ uid }: Model): string => `${OF_MODEL} \`${uid}\``

/** The beginning of a circumstance that names the status of the right answer. */
export const OF_STATUS = 'the status '

/** The beginning of a circumstance that names a content type or component of the dataset. */
export const OF_MODEL = 'an entry or component of the type'

const isOfList = (path: string, { kind, pluralName }: ContentType): boolean =>
  kind === 'collectionType' && path.slice(path.lastIndexOf('/') + 1) === pluralName

/** Returns the circumstances of the page that a list shows. */
function ofPage(parts: readonly PlacedPart[], { answer }: Exchange['referenced']): readonly string[] {
  const { body } = answer
  const numbers = new Map(
    parts.flatMap(({ parameter, path, value }) =>
      parameter === 'pagination' ? [[path[0] ?? '', Number(value)] as const] : [],
    ),
  )
  const data = entriesOf(body)
  if (data === undefined) return ofNumbers(numbers)
  const isLater = (numbers.get('page') ?? 1) > 1 || (numbers.get('start') ?? 0) > 0
  const total = Number(pageOf(body)?.['total'] ?? 0)
  const isBeyond = isLater && data.length === 0 && total > 0
  const limit = numbers.get('limit') ?? 0
  const size = Number(pageOf(body)?.['pageSize'] ?? limit)
  return [
    ...ofNumbers(numbers),
    ...(isLater ? ['a page after the first'] : []),
    ...(isLater && data.length > 0 ? ['a page after the first that has entries'] : []),
    ...(data.length > 1 ? ['several entries'] : []),
    ...(isBeyond ? ['a page after the last'] : []),
    ...(total > 0 && data.length < total ? ['a list of several pages'] : []),
    ...(size > 0 && total % size > 0 ? ['a last page that is not full'] : []),
    ...(limit > 0 && (numbers.get('start') ?? 0) % limit > 0 ? ['a start between two pages'] : []),
    ...(data.length > 0 ? ['a list with entries'] : isBeyond ? [] : ['a list without entries']),
  ]
}

/** The pairs of `pagination` parameters of which a request may have only one. */
const PAIRS_OF_PAGINATION = [
  ['page', 'pageSize'],
  ['start', 'limit'],
] as const

/** Returns the circumstances of the numbers in the `pagination` of a request. */
const ofNumbers = (numbers: ReadonlyMap<string, number>): readonly string[] => [
  ...PAIRS_OF_PAGINATION.flatMap(([one, other]) => [
    ...(numbers.has(one) || numbers.has(other) ? [`\`pagination[${one}]\` or \`pagination[${other}]\``] : []),
    ...(numbers.has(one) && !numbers.has(other) ? [`\`pagination[${one}]\` without \`${other}\``] : []),
    ...(numbers.has(other) && !numbers.has(one) ? [`\`pagination[${other}]\` without \`${one}\``] : []),
  ]),
  ...[...numbers].flatMap(([name, value]) =>
    value === 0 ? [`\`pagination[${name}]\` with the value 0`] : [],
  ),
]

const NOTATIONS: readonly (readonly [says: string, pattern: RegExp])[] = [
  ['a list index of several digits', /\[\d\d+\]/],
  ['empty brackets', /\[\]/],
]

/** The notations that a part of a query may have, each with its words. */
const SPELLINGS: readonly (readonly [says: string, has: (part: string) => boolean])[] = [
  ['a key with percent-encoding', (part) => /^[^=]*%/.test(part)],
  ['a plus sign', (part) => part.includes('+')],
  ['a part without an equals sign', (part) => part !== '' && !part.includes('=')],
]

/** Returns the circumstances of the notation of keys and values in a request's query. */
function ofNotation(url: string): readonly string[] {
  const { search } = splitTarget(url)
  const parts = partsOf(search)
  const keys = parts.map((part) => asDecoded(part.split('=', 1)[0] ?? ''))
  return [
    ...NOTATIONS.flatMap(([says, pattern]) =>
      keys
        .filter((key) => pattern.test(key))
        .flatMap((key) => [says, `${says} in \`${key.split('[', 1)[0] ?? ''}\``]),
    ),
    ...SPELLINGS.flatMap(([says, has]) => (parts.some(has) ? [says] : [])),
    ...(new Set(keys).size < keys.length ? ['equal keys'] : []),
  ]
}

/** Returns the circumstances of the options that one level of the query has together. */
function ofLevel(parts: readonly PlacedPart[], schema: Schema): readonly string[] {
  const [first] = parts
  if (first === undefined) return []
  const filters = parts.filter(({ parameter }) => parameter === 'filters')
  const sorts = parts.filter(({ parameter }) => parameter === 'sort')
  const facts = [
    ...new Set(
      parts.map(({ parameter }) => (isListIndex(parameter) ? 'a list of names' : `\`${parameter}\``)),
    ),
    ...outsideFields(parts),
    ...(filters.length === 0 ? [] : ofConditions(filters)),
    ...(sorts.length === 0 ? [] : ofSort(sorts, schema)),
  ]
  return [
    ...inPlaces(first, facts),
    ...first.populated.map((attribute) => `${linkText(attribute)} in \`populate\``),
    ...(first.populated.length > 1 ? ['several levels of `populate`'] : []),
    ...(first.level.includes('on') ? ['`on` in `populate`'] : []),
  ]
}

/** Returns whether a query part only leaves out the attributes of entries, as the requests of most suite cases do. */
const isOfIds = ({ level, parameter, path, value }: PlacedPart): boolean =>
  level.length === 0 && parameter === 'fields' && path.length === 0 && value === 'id'

/**
 * Returns facts about a query level, each with the place of the level at the end of the phrase. At the root of the
 * query, the facts are unchanged.
 */
function inPlaces({ level, populated }: PlacedPart, facts: readonly string[]): readonly string[] {
  if (level.length === 0) return facts
  const places = [
    'in `populate`',
    ...(populated.length > 1 ? ['in a nested `populate`'] : []),
    ...(level.includes('on') ? ['below `on`'] : []),
  ]
  return facts.flatMap((fact) => places.map((place) => `${fact} ${place}`))
}

/** Returns the circumstances of one part of the query. */
function ofPart(part: PlacedPart, schema: Schema): readonly string[] {
  const { parameter, path, value } = part
  if (isOfIds(part)) return []
  switch (parameter) {
    case 'filters':
      return inPlaces(part, ofFilter(part, schema))
    case '_q':
      return formsOf(value).map((form) => `a search text with ${form}`)
    case 'pagination':
      return [
        `\`pagination[${path[0] ?? ''}]\``,
        ...(path[0] === 'withCount' && booleanText(value.toLowerCase()) === false
          ? ['`withCount=false`']
          : []),
        ...(/^\d+$/.test(value) && path[0] !== 'withCount' ? [] : formsOf(value)).map(
          (form) => `\`pagination[${path[0] ?? ''}]\` with ${form}`,
        ),
      ]
    case 'fields':
    case 'populate':
    case 'sort':
      return inPlaces(part, [
        ...(path.length === 0 && value !== '*' ? [`\`${parameter}\` as one text`] : []),
        ...(path.length > 0 && isListIndex(path[0] ?? '') ? [`\`${parameter}\` as a list`] : []),
        ...(value === '*' ? [`\`${parameter}=*\``] : []),
        ...(value.includes(',') ? [`a comma in \`${parameter}\``] : []),
        ...(value.includes('.') ? [`a dotted path in \`${parameter}\``] : []),
        ...(/^\s|\s$|,\s|\s,/.test(value) ? [`blanks in \`${parameter}\``] : []),
      ])
    case 'locale':
    case 'status':
      return [`\`${parameter}=${value.slice(0, MAX_VALUE)}\``]
    default:
      return []
  }
}

/** The maximum length, in characters, of a parameter's value that a circumstance quotes. */
const MAX_VALUE = 20

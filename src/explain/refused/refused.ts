/**
 * Explains a refused query. The explanation contains the expected names, the names nearest to the wrong name, and a
 * corrected request that succeeds, if there is one.
 */

import type { Viewer } from '../../reference/access.ts'
import { LOGICAL, TEST_OPERATORS } from '../../reference/operators/operators.ts'
import { DEPTH_LIMIT, isList, isMap, isText, type Raw, type RawMap } from '../../reference/parse/url.ts'
import type { Refusal } from '../../reference/refusal.ts'
import { RULES } from '../../reference/rules.ts'
import type { ContentType, Model } from '../../reference/schema/schema.ts'
import { isAnswerable, isPopulatable, targetOf } from '../../reference/schema/target.ts'
import { isObject, member, parseJson } from '../../util/json.ts'
import { urlOf } from '../explain-context.ts'
import type { RefusalExplained } from '../explanation.ts'
import { asSentence } from '../sentences.ts'
import { didYouMean, nearest } from './names-near.ts'

/** A request with a valid route and permission, but a refused query. */
export interface RefusedRead {
  readonly refusal: Refusal
  readonly type: ContentType
  readonly viewer: Viewer
  readonly path: string
  readonly query: RawMap
  /** Returns whether a request for the corrected URL succeeds. */
  readonly isAnswered: (url: string) => boolean
}

const ROOT = [
  'filters',
  'sort',
  'fields',
  'populate',
  'pagination',
  'status',
  'locale',
  '_q',
  'publicationFilter',
]

export function readRefused({
  refusal,
  type,
  viewer,
  path,
  query,
  isAnswered,
}: RefusedRead): RefusalExplained {
  const { details = {}, rule, status, message } = refusal
  const key = textOf(details['key'])
  const parameter = textOf(details['param']) ?? parameterIn(message)
  const at = textOf(details['path'])
  const expected = key === null ? [] : expectedAt(parameter, key, modelOn(at, key, type, viewer))
  const near = key === null ? [] : nearest(key, expected)
  const corrected = key === null ? null : correctedUrl(query, parameter, key, near, { path, isAnswered })
  return {
    status,
    message,
    rule,
    says: RULES[rule].says,
    parameter,
    key,
    expected,
    nearest: near,
    advice: adviceOf(refusal, key, parameter, near),
    corrected,
  }
}

const textOf = (raw: Raw | undefined): string | null => (isText(raw) ? raw : null)

/**
 * Returns the query parameter that an error message names; null if the message names no parameter. For example, the
 * error message `Invalid populate: …` names the parameter `populate`.
 */
function parameterIn(message: string): string | null {
  const word = message.split(/[ :]/, 2)[1] ?? ''
  return ROOT.includes(word) ? word : null
}

/**
 * Returns the model in which a query looks for the name `key`, by following a path of attributes. The returned model
 * is undefined if the path leads through a dynamic zone or a morph relation.
 */
function modelOn(path: string | null, key: string, type: ContentType, viewer: Viewer): Model | undefined {
  const names = path === null ? [] : path.split('.')
  const above = names.at(-1) === key ? names.slice(0, -1) : names
  let model: Model | undefined = type
  for (const name of above) {
    const attribute = model?.attributes.get(name)
    if (attribute !== undefined) model = targetOf(viewer.schema, attribute)
  }
  return model
}

function expectedAt(parameter: string | null, key: string, model: Model | undefined): readonly string[] {
  if (key.startsWith('$')) return [...TEST_OPERATORS, ...Object.keys(LOGICAL)]
  if (parameter !== null && !ROOT.includes(parameter)) return ROOT
  const attributes = [...(model?.attributes.values() ?? [])].filter((attribute) => !attribute.private)
  const scalars = attributes.filter(isAnswerable).map(({ name }) => name)
  const links = attributes.filter(isPopulatable).map(({ name }) => name)
  switch (parameter) {
    case 'fields':
      return ['id', 'documentId', ...scalars]
    case 'populate':
      return links.length === 0 ? scalars : links
    default:
      return ['id', 'documentId', ...scalars, ...links]
  }
}

function adviceOf(
  { message, status, details }: Refusal,
  key: string | null,
  parameter: string | null,
  near: readonly string[],
): string {
  if (key?.startsWith('[') === true)
    return `The parser reads ${DEPTH_LIMIT} levels of brackets and takes the rest as one name. Dotted paths such as populate=a.b.c have no such limit.`
  if (status === 404) return 'No entry has this documentId in this locale and status.'
  if (key !== null) {
    const place = parameter === null ? '' : ` in ${parameter}`
    const where = textOf(details?.['path'])
    const below = where === null || where === key ? '' : ` at ${where}`
    return `${key} is not valid${place}${below}: the name is unknown, or this caller may not use it.${didYouMean(near)}`
  }
  return asSentence(message)
}

interface Correcting {
  readonly path: string
  readonly isAnswered: (url: string) => boolean
}

/** Replaces a wrong name by each of the nearest names in turn, and returns the first corrected URL that succeeds. */
function correctedUrl(
  query: RawMap,
  parameter: string | null,
  key: string,
  near: readonly string[],
  { path, isAnswered }: Correcting,
): string | null {
  for (const name of near) {
    const isRoot = parameter === null || !Object.hasOwn(query, parameter) || parameter === key
    const changed = isRoot
      ? renamedIn(query, key, name)
      : { ...query, [parameter]: renamed(query[parameter] ?? null, key, name) }
    if (!isMap(changed)) continue
    const url = urlOf(path, changed)
    if (isAnswered(url)) return url
  }
  return null
}

/**
 * Replaces a name everywhere in a query: as a key, or in a dotted path. The recursion is as deep as the nested
 * brackets of the query, and the parser limits this depth.
 */
function renamed(raw: Raw, from: string, to: string): Raw {
  if (isText(raw)) return renamedText(raw, from, to)
  if (isList(raw)) return raw.map((item) => renamed(item, from, to))
  return raw === null ? raw : renamedIn(raw, from, to)
}

function renamedIn(map: RawMap, from: string, to: string): RawMap {
  const made: Record<string, Raw> = Object.create(null)
  for (const [key, value] of Object.entries(map)) made[key === from ? to : key] = renamed(value, from, to)
  return made
}

const renamedText = (text: string, from: string, to: string): string =>
  text
    .split(',')
    .map((path) =>
      path
        .split('.')
        .map((name) => {
          const [plain = '', ...order] = name.split(':')
          return plain.trim() === from ? [to, ...order].join(':') : name
        })
        .join('.'),
    )
    .join(',')

/** Returns the error message in the body of an answer; null if the body has no error message. */
export function errorMessageOf(body: string): string | null {
  const json = parseJson(body)
  const error = isObject(json) ? member(json, 'error') : undefined
  const message = isObject(error) ? member(error, 'message') : undefined
  return typeof message === 'string' ? message : null
}

/**
 * Explains a refusal because of the route, the token or the role, from the error body of the answer. The error body
 * of such a refusal names no query parameter and no key.
 */
export function readRefusedAnswer(
  status: number,
  body: string,
  rule: RefusalExplained['rule'],
  advice: string,
  near: readonly string[] = [],
): RefusalExplained {
  return {
    status,
    message: errorMessageOf(body) ?? body.slice(0, 200),
    rule,
    says: rule === null ? null : RULES[rule].says,
    parameter: null,
    key: null,
    expected: [],
    nearest: near,
    advice,
    corrected: null,
  }
}

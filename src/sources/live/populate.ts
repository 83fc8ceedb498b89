/**
 * Builds the populate parameters for all relations, components, dynamic zones and media of a content type.
 * Distributes the populate parameters over several requests if necessary.
 */
import type { Attribute, ContentType, Model, Schema } from '../../reference/schema/schema.ts'
import { FILE_UID } from '../../reference/schema/schema.ts'

/**
 * A populate parameter, and the path of the populated attribute, such as `seo.shareImage`. Error messages of the
 * server contain the path of the populated attribute.
 */
export interface Parameter {
  readonly text: string
  readonly path: readonly string[]
}

export interface PopulateOptions {
  readonly schema: Schema
  /**
   * Returns whether a list request reads the rows of a content type. If a list request reads a row, a link to this
   * row needs only the row's identity, such as its documentId.
   */
  readonly isListed: (uid: string) => boolean
}

/**
 * The maximum depth of nested components in a populate parameter. The server parses 20 levels of brackets, and each
 * component takes two levels.
 */
const DEEPEST = 8
/** The maximum number of characters of all populate parameters in one request. */
const LONGEST = 4_000

/** Returns the populate parameters for a content type, by attribute name. */
export function parametersFor(
  type: ContentType,
  options: PopulateOptions,
): ReadonlyMap<string, readonly Parameter[]> {
  const all = [...type.attributes.values()].flatMap(
    (attribute): readonly (readonly [string, readonly Parameter[]])[] => {
      const found = isAsked(attribute) ? parametersOf(attribute, 'populate', [], options) : []
      return found.length === 0 ? [] : [[attribute.name, found]]
    },
  )
  return new Map(all)
}

/**
 * Returns whether the requests to a server populate an attribute. The requests do not populate private attributes.
 * The requests also do not populate `localizations`, because the lists contain the other locales as separate
 * entries.
 */
const isAsked = (attribute: Attribute): boolean =>
  attribute.kind !== 'scalar' &&
  !attribute.private &&
  !(attribute.kind === 'relation' && attribute.via === 'localizations')

function parametersOf(
  attribute: Attribute,
  above: string,
  pathAbove: readonly string[],
  options: PopulateOptions,
): readonly Parameter[] {
  const key = `${above}[${attribute.name}]`
  const path = [...pathAbove, attribute.name]
  switch (attribute.kind) {
    case 'scalar':
      return []
    case 'component':
      return partParameters(attribute.component, key, path, options)
    case 'zone':
      return attribute.components.flatMap((uid) => partParameters(uid, `${key}[on][${uid}]`, path, options))
    case 'morphTo':
    case 'morphBy':
      // Requests all fields of a morph relation, because a server returns no linked entry if the request names
      // fields.
      return [{ text: `${key}=true`, path }]
    case 'media':
      return linkParameters(FILE_UID, key, path, options)
    default:
      return linkParameters(attribute.target, key, path, options)
  }
}

function linkParameters(
  uid: string,
  key: string,
  path: readonly string[],
  { schema, isListed }: PopulateOptions,
): readonly Parameter[] {
  const type = schema.contentTypes.get(uid)
  if (type === undefined || !isListed(uid)) return [{ text: `${key}=true`, path }]
  const fields = [
    'documentId',
    ...(type.localized ? ['locale'] : []),
    ...(type.draftAndPublish ? ['publishedAt'] : []),
  ]
  return fields.map((field, index) => ({ text: `${key}[fields][${index}]=${field}`, path }))
}

function partParameters(
  uid: string,
  key: string,
  path: readonly string[],
  options: PopulateOptions,
): readonly Parameter[] {
  const model: Model | undefined = options.schema.components.get(uid)
  const inner =
    model === undefined || path.length >= DEEPEST
      ? []
      : [...model.attributes.values()]
          .filter(isAsked)
          .flatMap((attribute) => parametersOf(attribute, `${key}[populate]`, path, options))
  return inner.length === 0 ? [{ text: `${key}=true`, path }] : inner
}

/**
 * Distributes the populate parameters over requests, and returns the query of each request. The first request finds
 * the entries, and each further request adds attributes to these entries. If a dynamic zone needs several requests,
 * one request also populates the whole zone, to get the order of its components.
 */
export function requestsOf(parameters: ReadonlyMap<string, readonly Parameter[]>): readonly string[] {
  const requests: string[] = ['']
  const add = (texts: readonly string[]): void => {
    const text = texts.map((one) => `&${one}`).join('')
    const last = requests.at(-1) ?? ''
    if (last.length + text.length <= LONGEST || last === '') requests[requests.length - 1] = last + text
    else requests.push(text)
  }
  for (const [name, those] of parameters) {
    const texts = those.map(({ text }) => text)
    if (lengthOf(texts) <= LONGEST) {
      add(texts)
      continue
    }
    add([`populate[${name}]=true`])
    requests.push('')
    for (const group of inGroups(texts)) {
      if (requests.at(-1) !== '') requests.push('')
      add(group)
    }
    requests.push('')
  }
  return requests.filter((text, index) => index === 0 || text !== '')
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length + 1, 0)

function inGroups(texts: readonly string[]): readonly (readonly string[])[] {
  const groups: string[][] = [[]]
  for (const text of texts) {
    const last = groups.at(-1) ?? []
    if (last.length > 0 && lengthOf(last) + text.length > LONGEST) groups.push([text])
    else last.push(text)
  }
  return groups
}

/**
 * Removes the populate parameters with the path or the key in the server's error; undefined if no parameter has this
 * path or key.
 */
export function without(
  parameters: ReadonlyMap<string, readonly Parameter[]>,
  key: string,
  path: string,
): ReadonlyMap<string, readonly Parameter[]> | undefined {
  const named = (test: (one: Parameter) => boolean) =>
    [...parameters.values()].some((those) => those.some(test)) ? test : undefined
  const isRefused =
    named((one) => one.path.join('.') === path) ?? named(({ path: steps }) => steps.includes(key))
  if (isRefused === undefined) return undefined
  return new Map(
    [...parameters].flatMap(([name, those]): readonly (readonly [string, readonly Parameter[]])[] => {
      const left = those.filter((one) => !isRefused(one))
      return left.length === 0 ? [] : [[name, left]]
    }),
  )
}

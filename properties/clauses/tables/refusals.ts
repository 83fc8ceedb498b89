/** The clauses of the laws about errors for refused names, and about refused names below attributes. */
import type { Attribute } from '../../../src/reference/schema/schema.ts'
import { isSecret, leadsTo } from '../../../src/semantics/model.ts'
import { isObject, type JsonObject, parseJson } from '../../../src/util/json.ts'
import { printQuery, type QueryTree } from '../../arbitraries/print.ts'
import { also, type ClauseFault, type Clauses, clause } from '../clause.ts'
import { type Asked, ignoring, isMap, replying } from '../kit.ts'
import { attributeOf, isClosed } from '../kits/requests.ts'

/**
 * Makes a fault that changes the error for an unknown name: only in the parameter `parameter` if it is given, otherwise
 * in every parameter.
 */
const misdescribed = (
  says: string,
  change: (error: JsonObject, details: JsonObject) => JsonObject,
  parameter?: string,
): ClauseFault =>
  replying(
    says,
    ({ text }, { status }) => status === 400 && /\b(?:nothing|nobody)\b/.test(text),
    (response) => {
      const body = parseJson(response.body)
      const error = isObject(body) ? body.error : undefined
      if (!isObject(body) || !isObject(error) || !isObject(error.details)) return response
      const { details } = error
      if (parameter !== undefined && details.param !== parameter) return response
      return { ...response, body: JSON.stringify({ ...body, error: change(error, details) }) }
    },
  )

const otherKey = (error: JsonObject, details: JsonObject): JsonObject => ({
  ...error,
  details: { ...details, key: 'name' },
})

const lastOf = (path: unknown): string => String(path).split('.').at(-1) ?? ''
const isLong = ({ path }: JsonObject): boolean => typeof path === 'string' && path.includes('.')

/**
 * Returns whether a filter or sort names an attribute that is directly below an attribute of the type, and for which
 * `fits` returns true.
 */
function isBelow(
  asked: Asked,
  tree: QueryTree | undefined,
  fits: (attribute: Attribute) => boolean,
): boolean {
  const paths =
    typeof tree === 'string'
      ? [tree.split('.')]
      : isMap(tree)
        ? Object.entries(tree).flatMap(([name, below]) =>
            isMap(below) ? Object.keys(below).map((key) => [name, key]) : [],
          )
        : []
  return paths.some(([name = '', key = '']) => {
    const attribute = attributeOf(asked, name)
    const target = attribute && leadsTo(attribute, asked.graph.schema)
    const found = target?.attributes.get(key)
    return found !== undefined && fits(found)
  })
}

/** Returns a faulty server that checks one parameter of a refused request before all other parameters. */
const firstRefused = (says: string, choose: (names: readonly string[]) => string | undefined): ClauseFault =>
  replying(
    says,
    ({ query }, { status }) => status === 400 && Object.keys(query).length > 1,
    (response, { request, path, query }, answer) => {
      const [name, value] = Object.entries(query).find(([one]) => one === choose(Object.keys(query))) ?? []
      if (name === undefined || value === undefined) return response
      const alone = answer({ ...request, url: `${path}?${printQuery({ [name]: value })}` })
      return alone.status === 400 ? alone : response
    },
  )

const CHECKED = ['filters', 'sort', 'fields', 'populate']

/** Returns a faulty server that checks one query parameter too late, after all other parameters. */
const checkingLate = (says: string, late: string): ClauseFault =>
  firstRefused(says, (names) => {
    const at = CHECKED.indexOf(late)
    if (!names.includes(late) || CHECKED.slice(0, at).some((name) => names.includes(name))) return undefined
    return CHECKED.slice(at + 1).find((name) => names.includes(name))
  })

export const REFUSAL_CLAUSES: Clauses = {
  'errors.path': [
    clause(
      'The error for an unknown name in `filters` is about this name.',
      misdescribed(
        'The server wrongly states another key in the error for a name in `filters`.',
        otherKey,
        'filters',
      ),
    ),
    clause(
      'The error for an unknown name in `sort` is about this name.',
      misdescribed(
        'The server wrongly states another key in the error for a name in `sort`.',
        otherKey,
        'sort',
      ),
    ),
    clause(
      'The error for an unknown name in `populate` is about this name.',
      misdescribed(
        'The server wrongly states another key in the error for a name in `populate`.',
        otherKey,
        'populate',
      ),
    ),
    clause(
      'The error for an unknown name contains the name.',
      misdescribed('The server wrongly omits the name from the message for an unknown name.', (error) => ({
        ...error,
        message: String(error.message).replace(/^Invalid key \w+/, 'Invalid key'),
      })),
    ),
    clause(
      'The error for an unknown name contains the query parameter that has the unknown name.',
      also(
        { 'errors.order': 'The law `errors.order` reads the name of the parameter in the error.' },
        misdescribed(
          'The server wrongly omits the parameter from the details for an unknown name.',
          (error, { param: _, ...details }) => ({
            ...error,
            details,
          }),
        ),
      ),
    ),
    clause(
      'The error for an unknown name contains the whole path to the name.',
      misdescribed(
        'The server wrongly omits the first of two attributes from the path in an error.',
        (error, details) =>
          isLong(details)
            ? {
                ...error,
                message: `Invalid key ${details.key} at ${lastOf(details.path)}`,
                details: { ...details, path: lastOf(details.path) },
              }
            : error,
      ),
    ),
    clause(
      'The message of an error for an unknown name contains the name and the path.',
      misdescribed(
        'The server wrongly omits the path from the message for an unknown name.',
        (error, { key }) => ({
          ...error,
          message: `Invalid key ${key}`,
        }),
      ),
    ),
    clause(
      'The details of an error for an unknown name contain the name, the parameter and the path.',
      misdescribed(
        'The server wrongly omits the first of two attributes from the path in the details of an error.',
        (error, details) =>
          isLong(details) ? { ...error, details: { ...details, path: lastOf(details.path) } } : error,
      ),
    ),
  ],
  'errors.order': [
    clause(
      'A request with several unknown names gets the error of `filters` before that of any other parameter.',
      checkingLate('The server wrongly checks `filters` after all other parameters.', 'filters'),
    ),
    clause(
      'A request with several unknown names gets the error of `sort` before that of `fields` or `populate`.',
      checkingLate('The server wrongly checks `sort` after `fields` and `populate`.', 'sort'),
    ),
    clause(
      'A request with several unknown names gets the error of `fields` before that of `populate`.',
      checkingLate('The server wrongly checks `fields` after `populate`.', 'fields'),
    ),
    clause(
      'The error for several unknown names does not depend on the order of the parameters in the URL.',
      firstRefused('The server wrongly checks the last parameter of the URL first.', (names) => names.at(-1)),
    ),
  ],
  'access.through': [
    clause(
      'A filter through an attribute is refused if it continues through a relation to a type that the role may not find.',
      ignoring(
        'The server wrongly ignores a filter through a relation to a type that the role may not find, below another attribute.',
        'filters',
        (asked) => isBelow(asked, asked.query.filters, (attribute) => isClosed(asked, attribute)),
      ),
    ),
    clause(
      'A sort through an attribute is refused if it continues through a relation to a type that the role may not find.',
      ignoring(
        'The server wrongly ignores a sort through a relation to a type that the role may not find, below another attribute.',
        'sort',
        (asked) => isBelow(asked, asked.query.sort, (attribute) => isClosed(asked, attribute)),
      ),
    ),
    clause(
      'A filter or a sort through an attribute is refused if it uses a private attribute.',
      ignoring(
        'The server wrongly ignores a filter by a private attribute below another attribute.',
        'filters',
        (asked) => isBelow(asked, asked.query.filters, isSecret),
      ),
    ),
  ],
  'access.scheme': [
    clause(
      'The scheme of the authorization header may be written in any letter case.',
      ...['bearer', 'BEARER'].map((scheme) =>
        replying(
          `The server wrongly ignores an authorization header with the scheme ${scheme}.`,
          ({ request }) => request.headers?.['authorization']?.startsWith(`${scheme} `) === true,
          (_, { request }, answer) => answer({ ...request, headers: {} }),
        ),
      ),
    ),
  ],
}

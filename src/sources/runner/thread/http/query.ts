/** Implements `ctx.query` with the same values as the middleware `strapi::query` of Strapi. */
import type Koa from 'koa'
import qs from 'qs'
import type { GivenMap } from '../../../../reference/parse/given.ts'
import { cachedIn, LruBudget } from '../../../../util/cache/lru.ts'
import { givenMapOf, isSame } from './compare.ts'
import { type Exchange, exchangeOf } from './exchange.ts'
import { middlewareSettings, propertyOf } from './settings.ts'
import { differences } from './trace/differences.ts'
import { MOST_CHANGES } from './trace/recorder.ts'
import { watched } from './trace/watched.ts'

const STRAPI_OPTIONS = { strictNullHandling: true, arrayLimit: 100, depth: 20 }
/** The options of the query parser that a project can set in the `config` of `strapi::query`. */
const SETTABLE = ['arrayLimit', 'depth', 'parameterLimit', 'strictNullHandling', 'allowDots', 'comma']

type Options = qs.IParseOptions

/** Replaces the property `query` of Koa's requests, so that it contains the query as Strapi parses it. */
export function addQuery(app: Koa, strapi: object): void {
  const parse = cachingParser(optionsOf(middlewareSettings(strapi, 'strapi::query')))
  parsers.set(app, parse)
  Object.defineProperty(app.request, 'query', {
    configurable: false,
    enumerable: true,
    get(this: Koa.Request) {
      return queryOf(exchangeOf(this), this.querystring, parse)
    },
    set(this: Koa.Request, value: unknown) {
      this.querystring = qs.stringify(value)
    },
  })
  Object.defineProperty(app.request, 'url', {
    configurable: true,
    get(this: Koa.Request) {
      return this.req.url
    },
    set(this: Koa.Request, value: string) {
      const exchange = exchangeOf(this)
      const before = exchange.recorder === undefined ? undefined : asParsed(exchange, this.querystring, parse)
      this.req.url = value
      if (before !== undefined) noteDifferences(exchange, before, parse(this.querystring).value)
    },
  })
}

/**
 * Writes the current query as a query string, and parses this string again. Writing and parsing the query turns
 * numbers into strings.
 */
function asParsed({ queries }: Exchange, querystring: string, parse: Parser): object {
  const known = queries.get(querystring)
  return parse(known === undefined ? querystring : qs.stringify(known)).value
}

/**
 * Records the differences between two queries in the trace. Project code often replaces the whole query to change a
 * single parameter.
 */
function noteDifferences({ recorder }: Exchange, before: object, after: object): void {
  for (const { kind, path } of differences(before, after, MOST_CHANGES)) recorder?.add('query', kind, path)
}

type Parser = (querystring: string) => Parsed

const parsers = new WeakMap<Koa, Parser>()

function optionsOf(settings: object): Options {
  const given = SETTABLE.map((name) => [name, propertyOf(settings, name)] as const)
  return {
    ...STRAPI_OPTIONS,
    ...Object.fromEntries(given.filter(([, value]) => ['boolean', 'number'].includes(typeof value))),
  }
}

/**
 * A parsed query string. Project code never receives `value` itself. The member `text` is the JSON of the parsed
 * query.
 */
interface Parsed {
  readonly value: object
  readonly text: string
}

const CACHE_BYTES = 4 * 2 ** 20
/** The approximate number of bytes in the cache for each character of a query string and of the JSON of the query. */
const BYTES_OF_CHARACTER = 20

function cachingParser(options: Options): Parser {
  const known = new LruBudget(CACHE_BYTES).partition<Parsed>()
  return (querystring) =>
    cachedIn(known, querystring, () => {
      const value = qs.parse(querystring, options)
      const text = JSON.stringify(value)
      return { value: { value, text }, bytes: BYTES_OF_CHARACTER * (querystring.length + text.length) }
    })
}

function queryOf(exchange: Exchange, querystring: string, parse: Parser): object {
  const known = exchange.queries.get(querystring)
  if (known !== undefined) return known
  const parsed: object = JSON.parse(parse(querystring).text)
  const { recorder } = exchange
  const value =
    recorder === undefined ? parsed : watched(parsed, (kind, path) => recorder.add('query', kind, path))
  exchange.queries.set(querystring, value)
  return value
}

/**
 * Returns the query after the changes by the project's code; undefined if this query equals the query in the URL.
 * @throws TypeError if the query is cyclic or has too many values.
 */
export function changedQuery(context: Koa.Context): GivenMap | undefined {
  const { querystring } = context
  const value = exchangeOf(context).queries.get(querystring)
  if (value === undefined || isSame(value, parsers.get(context.app)?.(querystring).value)) return undefined
  return givenMapOf(value, 'ctx.query')
}

/** Laws about the notation of queries: parsing reverses printing, and all notations of a query are equivalent. */
import type { RawMap } from '../../src/reference/parse/url.ts'
import { broken } from '../arbitraries/broken.ts'
import {
  isObject,
  NOTATIONS,
  PLAIN,
  printQuery,
  type QueryObject,
  type QueryTree,
} from '../arbitraries/print.ts'
import { printSyntax } from '../arbitraries/print-syntax.ts'
import { requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live, same, type WorldLaw, world } from './law.ts'
import { REFERENCE, type Subject } from './subject.ts'

const syntaxes = world({
  id: 'writing.syntax',
  kind: 'round trip',
  rules: ['query.brackets', 'populate.forms', 'fields.shape', 'sort.text', 'sort.object', 'filters.shape'],
  says:
    'Printing a syntax tree and parsing the text gives the same tree. ' +
    'A valid query has the same syntax tree after printing and parsing. ' +
    'An invalid query also has the same syntax tree after printing and parsing. ' +
    'The parsed tree has the names of each list in the same order.',
  experiment: ({ graph }, { ask, other, more, dice }) => {
    const seeds = [ask, other, ...more]
    const asks = seeds.flatMap((seed) => [seed(graph), broken(seed, dice, graph)])
    return {
      requests: asks.map((one) => requestOf(one)),
      fault: (subject = REFERENCE) => asks.map(({ query }) => syntaxFault(query, subject)).find(Boolean),
    }
  },
})

function syntaxFault(query: QueryObject, { parseQueryString, parseQuery }: Subject): Fault {
  const once = parseQuery(parseQueryString(printQuery(query), () => {}))
  const again = parseQuery(rawOf(printSyntax(once)))
  return same(meaningOf(once), meaningOf(again))
    ? undefined
    : `${JSON.stringify(once)}\n${JSON.stringify(again)}`
}

/** Returns a syntax tree without the member `raw`, which only repeats the input for messages. */
function meaningOf(tree: unknown): unknown {
  if (Array.isArray(tree)) return tree.map(meaningOf)
  if (typeof tree !== 'object' || tree === null) return tree
  return Object.fromEntries(
    Object.entries(tree).flatMap(([key, value]) =>
      key === 'raw' || value === undefined ? [] : [[key, meaningOf(value)]],
    ),
  )
}

/** Returns a query tree as objects without prototypes, like the objects that the parser makes. */
function rawOf(tree: QueryObject): RawMap {
  const copy = (value: QueryTree): QueryTree =>
    isObject(value) ? rawOf(value) : Array.isArray(value) ? value.map(copy) : value
  return Object.assign(
    Object.create(null),
    Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, copy(value)])),
  )
}

const brackets = world({
  id: 'writing.brackets',
  kind: 'round trip',
  rules: ['query.brackets'],
  says:
    'Every notation of a query tree parses to the same tree. ' +
    'A notation may write the items of a list with indices. ' +
    'A notation may write the items of a list with empty brackets. ' +
    'A notation may write the items of a list as parameters with the same name. ' +
    'A notation may write characters without percent-encoding. A notation may percent-encode characters. ' +
    'The parsed tree has every value of the query, even an empty text.',
  experiment: ({ graph }, input) => {
    const ask = input.ask(graph)
    return {
      requests: [requestOf(ask)],
      fault: ({ parseQueryString } = REFERENCE) =>
        NOTATIONS.map((notation) => {
          const text = printQuery(ask.query, notation)
          const found = parseQueryString(text, () => {})
          return same(JSON.parse(JSON.stringify(found)), ask.query)
            ? undefined
            : `${text}\n${JSON.stringify(found)}\n${JSON.stringify(ask.query)}`
        }).find((fault) => fault !== undefined),
    }
  },
})

const notations = live({
  id: 'writing.notations',
  kind: 'law',
  unedited: 'by every server',
  rules: ['query.brackets', 'query.encoding', 'populate.form.sort', 'fields.several'],
  says:
    'A request has byte-identical answers in every notation of its query. ' +
    'The answer to a request remains the same if a plus sign stands for a blank in the query. ' +
    'The answer to a request remains the same if the parameters have another order.',
  experiment: (graph, input) => {
    const ask = input.ask(graph)
    const [first = 0, second = 0] = input.dice
    // Few queries contain a blank, so a query with a blank mostly gets the notation that writes a blank as a plus
    // sign.
    const isForm = second % 4 > 0 && printQuery(ask.query).includes('%20')
    const fitting = isForm ? NOTATIONS.filter(({ encoding }) => encoding === 'form') : NOTATIONS
    const notation = fitting[first % fitting.length] ?? PLAIN
    const turned = Object.fromEntries(Object.entries(ask.query).toReversed())
    const variants = [
      { ...ask, notation: PLAIN },
      { ...ask, notation },
      { ...ask, query: turned },
    ]
    return {
      requests: variants.map((variant) => requestOf(variant)),
      judge: ([plain, ...others]) =>
        others
          .map((other) => (other.body === plain?.body ? undefined : `${plain?.body}\n${other.body}`))
          .find(Boolean),
    }
  },
})

const numbered = live({
  id: 'writing.prefix',
  kind: 'law',
  unedited: 'by every server',
  rules: ['endpoint.path', 'endpoint.payload'],
  says:
    'The scheme and the host of a URL have no effect. The fragment of a URL has no effect. ' +
    'Unknown parameters have no effect unless the settings are strict.',
  experiment: (graph, input) => {
    const ask = input.ask(graph)
    const { url, ...rest } = requestOf(ask)
    const ways = [
      ...(graph.settings.strictParams ? [] : [`${url}${url.includes('?') ? '&' : '?'}unheardOf=1`]),
      `${url}#fragment`,
      `http://127.0.0.1:1337${url}`,
    ]
    // Each experiment sends only one variant of the URL. `serverAt` refuses a URL with a host, and a law skips the
    // whole experiment after a refused URL.
    const other = ways[(input.dice[0] ?? 0) % ways.length] ?? url
    return {
      requests: [url, other].map((one) => ({ ...rest, url: one })),
      judge: ([one, two]) =>
        expectSame('two notations of one URL have different answers', one?.json, two?.json),
    }
  },
})

export const WRITING_LAWS: readonly (LiveLaw | WorldLaw)[] = [syntaxes, brackets, notations, numbered]

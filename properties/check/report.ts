/**
 * Prints a failure of a law: the fault, the schema, the requests with their answers, and the settings that repeat the
 * failure.
 */
import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Attribute } from '../../src/reference/schema/schema.ts'
import { firstDifference, partAround } from '../../src/util/text/cut.ts'
import { curl } from '../../src/util/url/curl.ts'
import type { Law, Reply } from '../laws/law.ts'
import type { ServerOrigin } from '../server.ts'
import type { LawSettings } from './settings.ts'

/** The data of a failure of a law after shrinking. */
export interface Failure {
  readonly law: Law
  readonly fault: string
  readonly seed: number
  readonly path: string
  /** The settings besides `seed` and `path` that are needed to generate the same input, such as `bias`. */
  readonly settings?: LawSettings
  readonly requests: readonly ApiRequest[]
  /** The answers to the requests; absent for a law of generated worlds. */
  readonly replies?: readonly Reply[]
  /** The positions of the requests whose answers the fault compares, if known. */
  readonly compared?: readonly number[]
  /** The origin in the `curl` lines of the report. */
  readonly origin?: ServerOrigin
  /** Whether shrinking ended because it reached the limit `shrinkRequests`. */
  readonly isUnfinished?: boolean
  /** The graph for which the requests were generated. */
  readonly graph?: Graph
  /** The files of the generated dataset; absent if the check tested a server. */
  readonly files?: DatasetFiles
  readonly changed?: DatasetFiles
}

type Exchanges = Pick<Failure, 'requests' | 'replies' | 'compared' | 'graph'>

export const LOCAL = 'http://127.0.0.1:1337'

/** The maximum number of lines of a report, without the lines of its dataset. */
export const MOST_LINES = 40
/** The maximum number of lines of the fault in a report. */
const MOST_FAULT_LINES = 12
const MOST_TYPES = 6
const WIDEST = 600
/** The maximum number of characters that a report prints of an answer that the fault compares. */
const WIDEST_COMPARED = 1500

/**
 * Returns a failure as a text of at most 40 lines, not counting the lines of its dataset. The parameter `origin` is the
 * origin in the `curl` lines; by default, the origin of the failure or of a local server.
 *
 * ```ts
 * if (verdict.outcome === 'broken') console.log(report(verdict.failure, 'https://cms.example.org'))
 * ```
 */
export function report(failure: Failure, origin: ServerOrigin = failure.origin ?? LOCAL): string {
  const { law, fault, seed, path, settings = {}, files, changed, isUnfinished = false } = failure
  const repeat = Object.entries({ seed, path, ...settings })
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
    .join(', ')
  const head = faultLines(law, fault)
  const tail = [
    ...(isUnfinished ? ['The limit `shrinkRequests` ended the search for a smaller input.'] : []),
    `repeat: { ${repeat} }`,
  ]
  const lines = [...head, ...exchanges(failure, origin, MOST_LINES - head.length - tail.length), ...tail]
  if (files !== undefined) lines.push(`dataset: ${JSON.stringify(files)}`)
  if (changed !== undefined) lines.push(`changed to: ${JSON.stringify(changed)}`)
  return lines.join('\n')
}

/** Returns the lines that name the law and its fault; a long fault is truncated. */
export const faultLines = ({ id, says }: Law, fault: string): readonly string[] => [
  `${id} does not hold: ${says}`,
  ...fault.split('\n', MOST_FAULT_LINES).map((text) => partAround(text, 0, WIDEST)),
]

/**
 * Returns the lines that print the schema of the requested types, and then each request with its answer, in at most
 * `most` lines. If the lines do not suffice, requests whose answers the fault compares take precedence.
 */
export function exchanges(failure: Exchanges, origin: ServerOrigin, most: number): string[] {
  const { requests, replies, compared = [], graph } = failure
  const types = graph === undefined ? [] : schemaLines(requests, graph)
  const room = Math.floor((most - types.length - 1) / (replies === undefined ? 1 : 2))
  const shown = mostImportant(requests.length, compared, room)
  const pairs = shown.flatMap((at) => {
    const request = requests[at] ?? { url: '' }
    const note = compared.includes(at) && compared.length < shown.length ? '  # compared' : ''
    const reply = replies?.[at]
    return [
      `${curlOf(request, origin)}${note}`,
      ...(reply === undefined ? [] : [answerLine(reply, at, failure)]),
    ]
  })
  const others = requests.length - shown.length
  return [...types, ...pairs, ...(others > 0 ? [`… and ${others} more requests`] : [])]
}

/**
 * Returns the positions of the at most `room` most important requests, in ascending order. The most important requests
 * are those whose answers the fault compares, and among them the later requests.
 */
function mostImportant(count: number, compared: readonly number[], room: number): readonly number[] {
  const all = Array.from({ length: count }, (_, at) => at)
  const others = all.filter((at) => !compared.includes(at))
  return [...compared.toReversed(), ...others].slice(0, room).toSorted((a, b) => a - b)
}

/**
 * Returns the line that prints an answer. A long answer is shortened to the part around its difference from the answer
 * with which the fault compares it.
 */
function answerLine(reply: Reply, at: number, { replies = [], compared = [] }: Exchanges): string {
  const place = compared.indexOf(at)
  const other = replies[compared[place === 0 ? 1 : place - 1] ?? -1]
  const from = place < 0 || other === undefined ? 0 : firstDifference(reply.body, other.body)
  const body = partAround(reply.body, from, place < 0 ? WIDEST : WIDEST_COMPARED)
  return `  ${reply.status} ${body.replaceAll(/\r?\n/g, '\\n')}`
}

/** Returns the lines that print each requested type with its attributes. */
function schemaLines(requests: readonly ApiRequest[], { schema }: Graph): readonly string[] {
  const words = new Set(requests.flatMap(({ url }) => (url.split('?')[0] ?? '').toLowerCase().split('/')))
  return [...schema.contentTypes.values()]
    .filter(
      ({ uid, pluralName, singularName }) =>
        uid.startsWith('api::') && (words.has(pluralName) || words.has(singularName)),
    )
    .slice(0, MOST_TYPES)
    .map(({ uid, attributes }) =>
      partAround(`${uid}: ${[...attributes.values()].map(textOf).join(', ')}`, 0, WIDEST),
    )
}

function textOf(attribute: Attribute): string {
  switch (attribute.kind) {
    case 'scalar':
      return `${attribute.name} ${attribute.type}`
    case 'relation':
      return `${attribute.name} → ${attribute.target}`
    default:
      return `${attribute.name} (${attribute.kind})`
  }
}

/**
 * Returns a request as a `curl` command.
 *
 * ```ts
 * console.log(curlOf({ url: '/api/articles?populate=*' }, 'https://cms.example.org'))
 * ```
 */
export function curlOf(request: ApiRequest, origin: ServerOrigin = LOCAL): string {
  const { method = 'GET', url, headers = {} } = request
  return curl({ method, url: `${typeof origin === 'string' ? origin : origin(request)}${url}`, headers })
}

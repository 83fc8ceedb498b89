/** Prints a failure of a law: the fault, the schema, the requests with their answers, and how to repeat it. */
import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Attribute } from '../../src/reference/schema/schema.ts'
import { curl } from '../../src/util/url/curl.ts'
import type { Law, Reply } from '../laws/law.ts'

/** A failure of a law, shrunk. */
export interface Failure {
  readonly law: Law
  readonly fault: string
  readonly seed: number
  readonly path: string
  readonly requests: readonly ApiRequest[]
  /** The answers to the requests; absent for a law of generated worlds. */
  readonly replies?: readonly Reply[]
  /** The graph that the requests are made for. */
  readonly graph?: Graph
  /** The generated dataset; absent for a check of a server. */
  readonly files?: DatasetFiles
  readonly changed?: DatasetFiles
}

export const LOCAL = 'http://127.0.0.1:1337'

const MOST_FAULT_LINES = 12
const MOST_REQUESTS = 8
const WIDEST = 600

/**
 * Prints a failure in at most 40 lines. `origin` is the server of the `curl` lines.
 *
 * ```ts
 * if (verdict.outcome === 'broken') console.log(report(verdict.failure, 'https://cms.example.org'))
 * ```
 */
export function report(failure: Failure, origin = LOCAL): string {
  const { law, fault, seed, path, files, changed } = failure
  const lines = [
    ...faultLines(law, fault),
    ...exchanges(failure, origin),
    `repeat: { seed: ${seed}, path: ${JSON.stringify(path)} }`,
  ]
  if (files !== undefined) lines.push(`dataset: ${JSON.stringify(files)}`)
  if (changed !== undefined) lines.push(`changed to: ${JSON.stringify(changed)}`)
  return lines.join('\n')
}

/** The law and its fault, cut to a few lines. */
export const faultLines = ({ id, says }: Law, fault: string): readonly string[] => [
  `${id} does not hold: ${says}`,
  ...fault.split('\n', MOST_FAULT_LINES).map(cut),
]

/** The schema of the requested types, then each request with its answer. */
export function exchanges(
  { requests, replies, graph }: Omit<Failure, 'law' | 'fault' | 'seed' | 'path'>,
  origin: string,
): string[] {
  const pairs = requests.slice(0, MOST_REQUESTS).flatMap((request, at) => {
    const reply = replies?.[at]
    return [curlOf(request, origin), ...(reply === undefined ? [] : [cut(`  ${reply.status} ${reply.body}`)])]
  })
  const others = requests.length - MOST_REQUESTS
  return [
    ...(graph === undefined ? [] : schemaLines(requests, graph)),
    ...pairs,
    ...(others > 0 ? [`… and ${others} more requests`] : []),
  ]
}

/** One line for each requested type. */
function schemaLines(requests: readonly ApiRequest[], { schema }: Graph): readonly string[] {
  const words = new Set(requests.flatMap(({ url }) => (url.split('?')[0] ?? '').toLowerCase().split('/')))
  return [...schema.contentTypes.values()]
    .filter(
      ({ uid, pluralName, singularName }) =>
        uid.startsWith('api::') && (words.has(pluralName) || words.has(singularName)),
    )
    .map(({ uid, attributes }) => cut(`${uid}: ${[...attributes.values()].map(textOf).join(', ')}`))
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

const cut = (line: string): string => (line.length <= WIDEST ? line : `${line.slice(0, WIDEST)}…`)

/**
 * The request as a curl command.
 *
 * ```ts
 * console.log(curlOf({ url: '/api/articles?populate=*' }, 'https://cms.example.org'))
 * ```
 */
export const curlOf = ({ method = 'GET', url, headers = {} }: ApiRequest, origin = LOCAL): string =>
  curl({ method, url: `${origin}${url}`, headers })

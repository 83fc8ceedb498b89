/**
 * Determines the kind of a difference: the shape of the request, and the outcomes on the real server and in the
 * reference. An outcome is a status, and for 400 the first words of the message.
 */

import type { Answer } from '../../../src/oracle/target/target.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import type { Attribute } from '../../../src/reference/schema/schema.ts'
import { isObject, type Json } from '../../../src/util/json.ts'
import { asDecoded } from '../../../src/util/url/percent.ts'
import type { ShownDifference } from './shrink.ts'

/**
 * Returns the kind of a difference: names of attributes become `<kind>`, positions become `*`, and most values become
 * `…`.
 */
export function kindOf({ request, compared }: ShownDifference, graph: Graph): string {
  const { real, ours, difference } = compared
  const place = difference.path.replace(/\/\d+/g, '/*')
  const outcome = `${outcomeOf(real)} | ${outcomeOf(ours)}${real.status === 200 && ours.status === 200 ? ` at ${place}` : ''}`
  return `${outcome} · ${shapeOf(request.url, graph)}`
}

function outcomeOf({ status, body }: Answer): string {
  const error = isObject(body) ? body['error'] : undefined
  const message = isObject(error) ? error['message'] : undefined
  return `${status}${typeof message === 'string' && status === 400 ? ` ${wordsOf(message)}` : ''}`
}

const wordsOf = (message: string): string => message.split(' ').slice(0, 2).join(' ')

function shapeOf(url: string, graph: Graph): string {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  const target = path.split('/').length > 3 ? 'document' : 'list'
  const parts = query === '' ? [] : query.split('&').map((part) => shapeOfPart(part, graph))
  return `${target} ${[...new Set(parts)].sort().join('&')}`
}

function shapeOfPart(part: string, graph: Graph): string {
  const at = part.indexOf('=')
  const key = asDecoded(at < 0 ? part : part.slice(0, at))
  const [root = '', ...keys] = key.split('[').map((piece) => piece.replace(/\]$/, ''))
  const shape = `${root}${keys.map((one) => `[${shapeOfWord(one, graph)}]`).join('')}`
  if (at < 0) return shape
  const words = asDecoded(part.slice(at + 1)).split(/([,.:])/)
  return `${shape}=${words.map((one) => (/^[,.:]$/.test(one) ? one : shapeOfWord(one, graph))).join('')}`
}

const QUERY_WORDS =
  /^(\$.*|\*|id|documentId|on|count|populate|filters|fields|sort|true|false|asc|desc|status|locale)?$/

function shapeOfWord(word: string, { schema }: Graph): string {
  if (QUERY_WORDS.test(word)) return word
  if (/^\d+$/.test(word)) return Number(word) > 99 ? '100' : '0'
  for (const model of [...schema.contentTypes.values(), ...schema.components.values()]) {
    const attribute = model.attributes.get(word)
    if (attribute !== undefined) return `<${kindOfAttribute(attribute)}>`
  }
  return schema.contentTypes.has(word) || schema.components.has(word) ? '<uid>' : '…'
}

const kindOfAttribute = (attribute: Attribute): string =>
  attribute.kind === 'scalar' ? 'scalar' : attribute.kind

/** Returns an answer, abbreviated. */
export const briefly = (body: Json): string => JSON.stringify(body).slice(0, 220)

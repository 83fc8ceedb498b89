/** Finds a value of a row in a dataset file that the loaded graph lacks. */
import { isDeepStrictEqual } from 'node:util'
import type { Fault } from '../../../properties/laws/law.ts'
import type { Graph, Node, Table } from '../../../src/reference/graph/graph.ts'
import type { Attribute, Model, ScalarType } from '../../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../../src/reference/schema/schema.ts'
import { attributesOf } from '../../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../../src/util/json.ts'

/**
 * Returns a description of the first value of a row that the graph lacks; undefined if the graph lacks none. Compares
 * only rows with a number as the id, because other rows are hard to find in the graph.
 */
export function lostIn(json: Json, { type, byId }: Table, { schema }: Graph): Fault {
  if (!isObject(json)) return 'a row that is none'
  const id = member(json, 'id')
  if (typeof id !== 'number') return undefined
  const row = byId.get(id)
  if (row === undefined) return `row ${id} is not there`
  const waiting: [JsonObject, Node, Model][] = [[json, row, type]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [written, node, model] = next
    for (const attribute of attributesOf(model)) {
      const said = member(written, attribute.name)
      if (said === undefined) continue
      if (isLost(said, node, attribute))
        return `row ${id}: ${attribute.name}: ${JSON.stringify(said).slice(0, 200)}`
      const parts = isList(said) ? said : [said]
      for (const [at, inner] of (node.components[attribute.name] ?? []).entries()) {
        const [part, component] = [parts[at], schema.components.get(inner.uid)]
        if (isObject(part) && component !== undefined) waiting.push([part, inner, component])
      }
    }
  }
  return undefined
}

function isLost(said: Json, node: Node, attribute: Attribute): boolean {
  const { name } = attribute
  switch (attribute.kind) {
    case 'scalar':
      return !isSameValue(said, node.values[name] ?? null, attribute.type)
    case 'component':
    case 'zone':
      return node.components[name]?.length !== countOf(said)
    case 'relation':
    case 'media':
    case 'morphTo':
    case 'morphBy':
      // The links of uploaded files are skipped: a graph may omit empty folders, and files have another form of
      // relations.
      if (node.uid === FILE_UID) return false
      // A row with fewer links than references has lost data. One reference may become two links: to a draft and to
      // a published row.
      return (node.links[name]?.length ?? 0) < countOf(said)
  }
}

const countOf = (said: Json): number => (isList(said) ? said.length : said === null ? 0 : 1)

const INSTANT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d|)$/

/** Returns whether a value is unchanged, or is another spelling of the same instant, time or integer. */
function isSameValue(said: Json, kept: Json, type: ScalarType): boolean {
  if (said === null || kept === null) return said === kept
  switch (type) {
    case 'datetime': {
      const [, zone] = INSTANT.exec(String(said)) ?? []
      if (zone === undefined) return false
      return (
        Date.parse(String(said) + (zone === '' && String(said).includes('T') ? 'Z' : '')) ===
        Date.parse(String(kept))
      )
    }
    case 'time':
      return String(kept).startsWith(String(said))
    case 'biginteger':
    case 'timestamp':
      return BigInt(String(kept)) === BigInt(String(said).replace('+', ''))
    default:
      return isDeepStrictEqual(said, kept)
  }
}

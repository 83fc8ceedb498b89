/** Builds the rows of a graph from the entries in answers. The rows have values and components, but no links. */

import type { ComponentNode, Graph, Node, Row, Table } from '../../reference/graph/graph.ts'
import { makeTable } from '../../reference/graph/table.ts'
import type { Attribute, ContentType, Model, Schema, Uid } from '../../reference/schema/schema.ts'
import { isPopulatable, modelOf, targetOf } from '../../reference/schema/target.ts'
import { isList, isObject, type Json, type JsonObject, member } from '../../util/json.ts'
import { pushAll } from '../../util/push.ts'

/** The maximum number of entries and components that the check builds from the lists that it reads of the target. */
const MAX_NODES = 10_000

export interface SampledRows {
  /** Adds the rows for an entry of a content type, for the entry's components and for its populated entries. */
  readonly add: (type: ContentType, entry: JsonObject) => void
  /** Returns a table of the added rows, sorted by id, for each content type of the schema. */
  readonly tables: () => Graph['tables']
  /** Returns the codes of all locales that the added entries have. */
  readonly locales: () => ReadonlySet<string>
}

/** An object in an answer, with the node that was built from it. */
interface SampledNode {
  readonly model: Model
  readonly json: JsonObject
  readonly node: Draft
}

interface Draft extends Node {
  readonly values: Record<string, Json>
  readonly components: Record<string, ComponentNode[]>
}

export function createRows(schema: Schema): SampledRows {
  const rows = new Map<Uid, Map<number, Row>>()
  const locales = new Set<string>()
  let left = MAX_NODES
  const keep = (type: ContentType, json: JsonObject, node: Draft): void => {
    const { documentId, locale, publishedAt } = json
    if (typeof documentId !== 'string') return
    if (type.localized && typeof locale === 'string') locales.add(locale)
    const isDraft = type.draftAndPublish && publishedAt === null
    const own = rows.get(type.uid) ?? new Map<number, Row>()
    rows.set(type.uid, own)
    const known = own.get(node.id)
    // A populated entry lacks its components in the answer. Therefore, a row that was built from a listed entry stays
    // unchanged.
    if (known !== undefined && Object.keys(known.components).length > 0) return
    own.set(node.id, {
      ...node,
      documentId,
      locale: typeof locale === 'string' ? locale : null,
      status: isDraft ? 'draft' : 'published',
    })
  }
  const add = (type: ContentType, entry: JsonObject): void => {
    const stack = foundIn(type, entry)
    for (let found = stack.pop(); found !== undefined && left-- > 0; found = stack.pop()) {
      const { model, json, node } = found
      for (const attribute of model.attributes.values()) pushAll(stack, below(found, attribute, schema))
      if (model.modelType === 'contentType') keep(model, json, node)
    }
  }
  return { add, tables: () => tablesOf(schema, rows), locales: () => locales }
}

/** Creates an object without a prototype, because an attribute may have any name, such as `__proto__`. */
const plainObject = <T>(): Record<string, T> => Object.create(null)

function foundIn(model: Model, json: JsonObject): SampledNode[] {
  const id = member(json, 'id')
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return []
  const node = {
    uid: model.uid,
    id,
    values: plainObject<Json>(),
    links: {},
    components: plainObject<ComponentNode[]>(),
  }
  return [{ model, json, node }]
}

/**
 * Copies the value of an attribute to the node. Returns the entries and components inside the value, which the caller
 * must still read.
 */
function below({ json, node }: SampledNode, attribute: Attribute, schema: Schema): readonly SampledNode[] {
  const value = member(json, attribute.name)
  if (value === undefined) return []
  if (!isPopulatable(attribute)) {
    if (!isObject(value) && !isList(value)) node.values[attribute.name] = value
    return []
  }
  const found = (isList(value) ? value : [value]).filter(isObject).flatMap((one) => {
    const uid = attribute.kind === 'zone' ? one.__component : one.__type
    const model = targetOf(schema, attribute) ?? (typeof uid === 'string' ? modelOf(schema, uid) : undefined)
    return model === undefined ? [] : foundIn(model, one)
  })
  if (attribute.kind === 'component' || attribute.kind === 'zone')
    node.components[attribute.name] = found.map((one) => one.node)
  return found
}

const tablesOf = (
  { contentTypes }: Schema,
  rows: ReadonlyMap<Uid, ReadonlyMap<number, Row>>,
): ReadonlyMap<Uid, Table> =>
  new Map(
    [...contentTypes].map(([uid, type]) => {
      const own = [...(rows.get(uid)?.values() ?? [])].toSorted((a, b) => a.id - b.id)
      return [uid, makeTable(type, own)]
    }),
  )

/**
 * Makes a first version of the JSON file for `--fake-values`. For most scalar attributes, the file contains a range
 * or a list of the values that `--fake` would generate.
 */
import type { Graph, Node } from '../../reference/graph/graph.ts'
import type { Model, ScalarAttribute, Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import { graphOf } from '../loaded.ts'
import type { Source } from '../source.ts'
import { type FakeOptions, withFake } from './fake.ts'

/**
 * The maximum number of values in the file for one attribute of a component or single type. An attribute of a
 * collection type has at most one value for each entry.
 */
const MOST_OF_PARTS = 5
/** The maximum number of characters of a text in the file, because people do not edit longer texts by hand. */
const LONGEST = 200

/**
 * Returns the content of a file for `--fake-values`: values for the attributes of types and components. All values
 * in the file are generated, and no value comes from an entry of the source.
 */
export function draftValues(source: Source, options: FakeOptions): JsonObject {
  const { graph: _, ...rest } = source
  const { entries: __, ...files } = source.files
  const graph = graphOf(withFake({ ...rest, files }, options))
  const nodes = nodesByModel(graph)
  const own = [...graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  const models: readonly Model[] = [...own, ...graph.schema.components.values()]
  return Object.fromEntries(
    models.flatMap((model): readonly (readonly [string, Json])[] => {
      const isCollection = model.modelType === 'contentType' && model.kind === 'collectionType'
      const most = isCollection ? options.count : MOST_OF_PARTS
      const attributes = valuesOf(model, nodes.get(model.uid) ?? [], most)
      if (Object.keys(attributes).length === 0) return []
      return [[model.uid, { ...(isCollection ? { entries: options.count } : {}), attributes }]]
    }),
  )
}

/** Returns one row of each document, and the components in this row, by the uid of the content type or component. */
function nodesByModel({ tables, locales }: Graph): ReadonlyMap<Uid, readonly Node[]> {
  const found = new Map<Uid, Node[]>()
  const waiting: Node[] = [...tables.values()].flatMap(({ byDocument }) =>
    [...byDocument.values()].flatMap((rows) => {
      const here = rows.filter(({ locale }) => locale === null || locale === locales.default)
      return here.find(({ status }) => status === 'published') ?? here[0] ?? []
    }),
  )
  // The loop appends the components of a node to `waiting`, and the same loop later visits these components.
  for (const node of waiting) {
    const alike = found.get(node.uid)
    if (alike === undefined) found.set(node.uid, [node])
    else alike.push(node)
    waiting.push(...Object.values(node.components).flat())
  }
  return found
}

function valuesOf({ attributes }: Model, nodes: readonly Node[], most: number): JsonObject {
  const scalars = [...attributes.values()].filter((one) => one.kind === 'scalar')
  return Object.fromEntries(
    scalars.flatMap((attribute): readonly (readonly [string, Json])[] => {
      const made = nodes.map(({ values }) => values[attribute.name] ?? null).filter((one) => one !== null)
      const value = specFor(attribute, [...new Set(made)], most)
      return value === undefined ? [] : [[attribute.name, value]]
    }),
  )
}

/**
 * Returns the values of one attribute for the file: a range of numbers, or a list of texts. The result is undefined
 * for an attribute whose generated values need no editing.
 */
function specFor({ name, type }: ScalarAttribute, made: readonly Json[], most: number): Json | undefined {
  if (made.length === 0 || ADDED.has(name)) return undefined
  switch (type) {
    case 'integer':
    case 'float':
    case 'decimal': {
      const numbers = made.map(Number)
      return { min: Math.min(...numbers), max: Math.max(...numbers) }
    }
    case 'string':
    case 'text':
    case 'uid':
    case 'email':
    case 'enumeration': {
      const texts = made.filter((one) => typeof one === 'string' && one.length <= LONGEST)
      return texts.length === 0 ? undefined : texts.slice(0, most)
    }
    default:
      return undefined
  }
}

const ADDED: ReadonlySet<string> = new Set(['locale', 'documentId'])

/**
 * Collects the values in the rows of a graph. Generated filters use these values as operands, so that the filters find
 * rows.
 */

import type { Graph, Node } from '../../src/reference/graph/graph.ts'
import type { Model, ScalarAttribute, ScalarType, Uid } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'

/** The maximum number of distinct values to collect for each attribute. */
const MOST_VALUES = 40
/** The maximum length of an operand, so that URLs stay short. */
const LONGEST = 100

/** Types whose values, printed as texts, are valid operands. */
export const SAYABLE: readonly ScalarType[] = [
  'string',
  'text',
  'richtext',
  'email',
  'uid',
  'enumeration',
  'date',
  'time',
  'datetime',
  'integer',
  'biginteger',
  'float',
  'decimal',
  'boolean',
]

/** The values in the rows as texts, by the uid of the model and the name of the attribute. */
type Held = ReadonlyMap<Uid, ReadonlyMap<string, ReadonlySet<string>>>

const found = new WeakMap<Graph, Held>()

/** Returns at most `MOST_VALUES` values of an attribute in the graph, as texts. */
export function heldBy(graph: Graph, model: Model, { name, type }: ScalarAttribute): readonly string[] {
  if (!SAYABLE.includes(type)) return []
  const held = found.get(graph) ?? collect(graph)
  found.set(graph, held)
  return [...(held.get(model.uid)?.get(name) ?? [])]
}

function collect({ tables }: Graph): Held {
  const held = new Map<Uid, Map<string, Set<string>>>()
  const nodes: Node[] = [...tables.values()].flatMap(({ rows }) => rows)
  for (let node = nodes.pop(); node !== undefined; node = nodes.pop()) {
    const own = held.get(node.uid) ?? new Map<string, Set<string>>()
    held.set(node.uid, own)
    for (const [name, value] of Object.entries(node.values)) {
      const texts = own.get(name) ?? new Set<string>()
      own.set(name, texts)
      if (isSayable(value) && texts.size < MOST_VALUES) texts.add(String(value))
    }
    for (const below of Object.values(node.components)) nodes.push(...below)
  }
  return held
}

/**
 * Returns whether a value can be an operand: a number, a boolean, or a short text. Texts with half a surrogate pair
 * are excluded, because a URL cannot contain them.
 */
export const isSayable = (value: Json): boolean =>
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= LONGEST && !/\p{Surrogate}/u.test(value))

/**
 * Returns texts that resemble a text: the text itself, its parts, and the same texts in upper case, or in lower case if
 * a text is already in upper case.
 */
export function likenesses(text: string): readonly string[] {
  const letters = [...text]
  const half = Math.ceil(letters.length / 2)
  const pieces = [
    text,
    letters.slice(0, half).join(''),
    letters.slice(half).join(''),
    letters.slice(1, -1).join(''),
  ]
  return [...new Set(pieces.flatMap((piece) => [piece, turned(piece)]))].filter((piece) => piece !== '')
}

const turned = (text: string): string =>
  text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()

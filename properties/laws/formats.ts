/** Laws about answers in other formats: the response format of Strapi 4, and source maps. */
import { vercelStegaClean } from '@vercel/stega'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Model, PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { leadsTo, populatable } from '../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live } from './law.ts'
import { setting } from './populate-place.ts'
import { entriesOf, isCount, without } from './replies.ts'

const wrapped = live({
  id: 'shape.wrapped',
  kind: 'round trip',
  unedited: 'by every server',
  rules: ['format.v4', 'version.flattened-only', 'version.flat', 'entry.unwrapped'],
  says:
    'An answer in the format of Strapi 4 has the same content as the answer in the flat format of Strapi 5. ' +
    'In the format of Strapi 4, the scalars of an entry are in `attributes`. ' +
    'Removing the wrappers `attributes` and `data` from an answer in the format of Strapi 4 gives the answer in the flat format. ' +
    'In the format of Strapi 4, linked entries and files at any depth are in `data`, but elements of a morph relation are not.',
  experiment: (graph, input) => {
    const here = setting(graph, input, ({ kind }) => kind !== 'component')
    const requested = here?.scene.roll.chance(50)
      ? { ...here.ask, query: { ...here.ask.query, populate: '*' } }
      : input.ask(graph)
    const request = requestOf(requested)
    const headers = { ...request.headers, 'strapi-response-format': 'v4' }
    return {
      requests: [request, { ...request, headers }],
      judge: ([flat, old]) => {
        const entries = old && entriesOf(old)
        const wrapping = entries?.find((entry) => !isObject(entry.attributes))
        if (wrapping !== undefined) return `an entry is not wrapped: ${JSON.stringify(wrapping)}`
        const bare = entries?.map((entry) => bareIn(entry, requested.type, graph)).find(Boolean)
        if (bare !== undefined) return bare
        const expected = flat && entriesOf(flat)?.map((entry) => entry)
        return expectSame('the unwrapped answer differs from the flat answer', expected, entries?.map(unwrap))
      },
    }
  },
})

/**
 * Returns the fault if a linked entry or file, at any depth of an entry in the format of Strapi 4, is not in `data`.
 */
function bareIn(entry: JsonObject, model: Model, graph: Graph): Fault {
  const left: (readonly [JsonObject, Model])[] = [[entry, model]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [one, here] = next
    const values = isObject(one.attributes) && !here.attributes.has('attributes') ? one.attributes : one
    for (const attribute of populatable(here)) {
      const { name, kind } = attribute
      const value = values[name]
      if (value === undefined) continue
      // In the format of Strapi 4, elements of a morph relation have no wrapper.
      if (kind === 'morphTo') continue
      const isLinked = kind !== 'component' && kind !== 'zone'
      if (isLinked && !(isObject(value) && (value.data !== undefined || isCount(value))))
        return `${here.uid}.${name} is not in \`data\`: ${JSON.stringify(value)}`
      for (const below of [isLinked && isObject(value) ? (value.data ?? null) : value].flat()) {
        const target = isObject(below) ? targetOf(below, attribute, graph) : undefined
        if (isObject(below) && target !== undefined) left.push([below, target])
      }
    }
  }
  return undefined
}

/** Returns the model of a linked entry or component; undefined for an unknown component. */
const targetOf = (one: JsonObject, attribute: PopulatableAttribute, { schema }: Graph): Model | undefined =>
  attribute.kind === 'zone' ? schema.components.get(String(one.__component)) : leadsTo(attribute, schema)

/**
 * Removes the wrappers `attributes` and `data` of the format of Strapi 4. Members named `attributes` or `data` in JSON
 * values stay.
 */
function unwrap(json: Json): Json {
  if (isList(json)) return json.map(unwrap)
  if (!isObject(json)) return json
  const keys = Object.keys(json)
  if (keys.length === 1 && keys[0] === 'data') return unwrap(json.data ?? null)
  const own = isObject(json.attributes) ? { ...without(json, 'attributes'), ...json.attributes } : json
  return Object.fromEntries(Object.entries(own).map(([key, value]) => [key, unwrap(value)]))
}

const sourceMaps = live({
  id: 'shape.source-maps',
  kind: 'round trip',
  unedited: 'by every server',
  rules: ['format.source-maps'],
  says:
    'A text with a source map has the same visible characters as the text without the source map. ' +
    'The source map of a text consists of invisible characters.',
  experiment: (graph, { ask }) => {
    const request = requestOf(ask(graph))
    const headers = { ...request.headers, 'strapi-encode-source-maps': 'true' }
    return {
      requests: [request, { ...request, headers }],
      judge: ([plain, encoded]) => {
        if (plain?.status !== encoded?.status)
          return 'the request header for source maps changes the status of the answer'
        return expectSame(
          'the texts without source maps differ from the plain texts',
          plain?.json,
          encoded?.json && cleaned(encoded.json),
        )
      },
    }
  },
})

function cleaned(json: Json): Json {
  if (typeof json === 'string') return vercelStegaClean(json)
  if (isList(json)) return json.map(cleaned)
  if (!isObject(json)) return json
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, cleaned(value)]))
}

export const FORMAT_LAWS: readonly LiveLaw[] = [wrapped, sourceMaps]

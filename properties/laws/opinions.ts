/**
 * Laws that compare the reference with other sources: the evaluator `src/semantics`, the dataset files, and the
 * profile of the real server.
 */

import type { Node, Ref } from '../../src/reference/graph/graph.ts'
import type { Attribute, LinkAttribute, Model, Uid } from '../../src/reference/schema/schema.ts'
import { FILE_UID } from '../../src/reference/schema/schema.ts'
import { answerOf } from '../../src/semantics/answer.ts'
import { attributesOf } from '../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { broken } from '../arbitraries/broken.ts'
import { readOf, requestOf } from '../arbitraries/request.ts'
import type { World } from '../arbitraries/world.ts'
import { jsonRows } from './alter.ts'
import { expectSame, type Fault, replyOf, same, type WorldLaw, world } from './law.ts'
import { REFERENCE } from './subject.ts'

const sameMeaning = world({
  id: 'opinion.semantics',
  kind: 'second opinion',
  rules: [
    'filters.through',
    'filters.list-operand',
    'filters.cast',
    'sort.through',
    'sort.nulls',
    'populate.status',
    'populate.order',
    'populate.to-one',
    'populate.morph',
    'status.publication-filter',
    'search.text',
    'locale.all',
    'list.total',
  ],
  says:
    'A valid request has the same status from the reference and from the evaluator `src/semantics`. ' +
    'A valid request has the same body from the reference and from the evaluator `src/semantics`.',
  experiment: ({ graph }, { ask, other, more }) => {
    const asks = [ask, other, ...more].map((seed) => seed(graph))
    return {
      requests: asks.map((requested) => requestOf(requested)),
      fault: ({ createApi } = REFERENCE) => {
        const { answer } = createApi(graph)
        return asks
          .map((requested): Fault => {
            const reply = replyOf(answer(requestOf(requested)), 0)
            const expected = answerOf(graph, readOf(requested))
            if (reply.status !== expected.status)
              return `src/semantics answers ${expected.status}, the server answers ${reply.status} ${reply.body}`
            if (expected.body === undefined) return undefined
            const plain: Json = JSON.parse(JSON.stringify(expected.body))
            return expectSame(
              'the answer of `src/semantics` differs from the answer of the server',
              plain,
              reply.json,
            )
          })
          .find((fault) => fault !== undefined)
      },
    }
  },
})

const asWritten = world({
  id: 'opinion.files',
  kind: 'second opinion',
  rules: ['entry.answers-null', 'populate.order', 'component.document-id', 'entry.published-at'],
  says:
    'The loaded graph contains exactly the rows of the dataset files. The loaded graph contains each value in the dataset files. ' +
    'The loaded graph contains the default of each attribute whose value the dataset files omit. ' +
    'The loaded graph contains the links in the order of the dataset files. ' +
    'The loaded graph also contains the inverse side of each relation.',
  experiment: (here) => ({ requests: [], fault: () => graphFault(here) }),
})

function graphFault(here: World): Fault {
  const { files, graph } = here
  for (const type of graph.schema.contentTypes.values()) {
    const rows = jsonRows(files, type.uid)
    const table = graph.tables.get(type.uid)
    if (table?.rows.length !== rows.length)
      return `${type.uid}: ${rows.length} rows in the file, ${table?.rows.length} in the graph`
    for (const row of rows) {
      const found = table.byId.get(Number(row.id))
      if (found === undefined) return `${type.uid}: row ${String(row.id)} is not in the graph`
      const fault = nodeFault(found, row, type, here, true)
      if (fault !== undefined) return `${type.uid} ${found.id}: ${fault}`
    }
  }
  return undefined
}

function nodeFault(node: Node, json: JsonObject, model: Model, here: World, isRow: boolean): Fault {
  for (const attribute of attributesOf(model)) {
    const fault = attributeFault(node, json, attribute, model, here, isRow)
    if (fault !== undefined) return `${attribute.name}: ${fault}`
  }
  return undefined
}

const INSTANT = '2024-01-01T00:00:00.000Z'

function attributeFault(
  node: Node,
  json: JsonObject,
  attribute: Attribute,
  model: Model,
  here: World,
  isRow: boolean,
): Fault {
  const { name } = attribute
  const written = json[name]
  switch (attribute.kind) {
    case 'scalar': {
      const absent = name === 'publishedAt' && isRow ? (json.createdAt ?? INSTANT) : attribute.default
      return expectSame(
        'the value in the file differs from the value in the graph',
        written === undefined ? absent : written,
        node.values[name],
      )
    }
    case 'component':
    case 'zone': {
      const list = isList(written) ? written : written === undefined || written === null ? [] : [written]
      const held = node.components[name] ?? []
      if (held.length !== list.length)
        return `the file has ${list.length} components, but the graph has ${held.length} components`
      return held
        .map((one, at) => componentFault(one, list[at] ?? null, here))
        .find((fault) => fault !== undefined)
    }
    case 'relation':
    case 'media':
    case 'morphTo':
    case 'morphBy': {
      const expected = linksOf(attribute, written, node, model.uid, here)
      return expected === undefined
        ? undefined
        : expectSame(
            'the links in the file differ from the links in the graph',
            [...expected],
            (node.links[name] ?? []).map(keyOf),
          )
    }
  }
}

function componentFault(node: Node, json: Json, here: World): Fault {
  const model = here.graph.schema.components.get(node.uid)
  if (model === undefined || !isObject(json)) return 'the component has no schema'
  if (node.id !== json.id) return `the file has the id ${String(json.id)}, the graph has ${node.id}`
  return nodeFault(node, json, model, here, false)
}

const keyOf = ({ type, id }: Ref): string => `${type} ${id}`

/**
 * Returns the links that the dataset files give an attribute of a row; undefined if the loader derives these links
 * from other rows.
 */
function linksOf(
  attribute: LinkAttribute,
  written: Json | undefined,
  node: Node,
  uid: Uid,
  here: World,
): readonly string[] | undefined {
  if (uid === FILE_UID && attribute.name === 'related') return undefined
  if (written !== undefined) {
    const list = isList(written) ? written : written === null ? [] : [written]
    return list.map((one) => referenceKey(one, attribute))
  }
  if (attribute.kind === 'relation' && attribute.inverse !== null) {
    return namers(here, attribute.target, attribute.inverse, (one) => one === node.id)
  }
  if (attribute.kind === 'morphBy') {
    return namers(
      here,
      attribute.target,
      attribute.by,
      (one) => isObject(one) && one.__type === uid && one.id === node.id,
    )
  }
  return []
}

function referenceKey(one: Json, attribute: LinkAttribute): string {
  if (attribute.kind === 'morphTo') return isObject(one) ? `${String(one.__type)} ${String(one.id)}` : ''
  return `${attribute.kind === 'media' ? FILE_UID : attribute.target} ${String(one)}`
}

/** Returns the uid and id of each row of a type whose attribute refers to a certain row, in ascending order of id. */
function namers({ files }: World, uid: Uid, name: string, names: (one: Json) => boolean): readonly string[] {
  return jsonRows(files, uid)
    .filter((row) => isList(row[name]) && row[name].some(names))
    .toSorted((a, b) => Number(a.id) - Number(b.id))
    .map((row) => `${uid} ${String(row.id)}`)
}

const stricter = world({
  id: 'opinion.never-more-permissive',
  kind: 'second opinion',
  rules: [
    'filters.opaque',
    'fields.shape',
    'status.value',
    'locale.value',
    'pagination.number',
    'populate.forms',
    'sort.order',
    'filters.shape',
  ],
  says:
    'The profile `documented` refuses every request that the profile of the real server refuses. ' +
    'The profile `documented` and the profile of the real server refuse a faulty query with 400. ' +
    'The profile `documented` and the profile of the real server refuse any other invalid request with the same message.',
  experiment: ({ graph }, input) => {
    const asks = [
      input.ask(graph),
      broken(input.ask, input.dice, graph),
      broken(input.other, input.dice, graph),
    ]
    const requests = asks.map((ask) => requestOf(ask))
    return {
      requests,
      fault: ({ createApi } = REFERENCE) => {
        const documented = createApi(graph)
        // The quirk `sort-own-status` is off, because with this quirk the server answers 500 to valid sorts by an
        // attribute named `status`.
        const profile = { base: 'strapi-5.54-sqlite', off: ['sort-own-status'] } as const
        const real = createApi(graph, { profile })
        return requests
          .map((request): Fault => {
            const [ours, theirs] = [documented.answer(request), real.answer(request)]
            if (theirs.status < 400 || theirs.status === 404) return undefined
            // The profile `documented` and the real server may refuse a query with different messages. A refusal
            // reports only the first fault, and `documented` finds more faults.
            const isQuery = (theirs.status === 400 || theirs.status === 500) && ours.status === 400
            return isQuery || same(theirs, ours)
              ? undefined
              : `the real server answers ${theirs.body}\n  documented answers ${ours.body}`
          })
          .find((fault) => fault !== undefined)
      },
    }
  },
})

const sameRefusals = world({
  id: 'opinion.deterministic',
  kind: 'totality',
  rules: ['endpoint.envelope'],
  says:
    'Two APIs over one graph give the same answers. ' +
    'Two APIs over one graph give the same answer to each valid request. ' +
    'Two APIs over one graph give the same answer to each broken request.',
  experiment: ({ graph }, input) => {
    const requests = [input.ask(graph), broken(input.other, input.dice, graph)].map((ask) => requestOf(ask))
    return {
      requests,
      fault: ({ createApi } = REFERENCE) => {
        const [one, two] = [createApi(graph), createApi(graph)]
        const differs = requests.find((request) => !same(one.answer(request), two.answer(request)))
        return differs === undefined ? undefined : differs.url
      },
    }
  },
})

export const OPINION_LAWS: readonly WorldLaw[] = [sameMeaning, asWritten, stricter, sameRefusals]

/** Frame laws: an answer depends only on the data that its request reaches, and no read request changes data. */

import { DocumentMap } from '../../src/reference/graph/documents.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { IdMap } from '../../src/reference/graph/id-map.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Uid } from '../../src/reference/schema/schema.ts'
import { isPopulatable, linkedUids } from '../../src/reference/schema/target.ts'
import { attributesOf, openScalars } from '../../src/semantics/model.ts'
import { isObject } from '../../src/util/json.ts'
import type { EditableDataset } from '../../src/writing/edit/edit.ts'
import { passages } from '../arbitraries/places.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { stemOf, type World } from '../arbitraries/world.ts'
import { withOtherValues, withoutRows, withPermissions } from './alter.ts'
import {
  expectSame,
  type Fault,
  type LiveLaw,
  live,
  same,
  type WorldExperiment,
  type WorldLaw,
  world,
} from './law.ts'
import { allEntries, changing, wholeList, without } from './replies.ts'
import { REFERENCE } from './subject.ts'

/** Returns an experiment that answers the same requests from two datasets, and requires byte-identical answers. */
export function sameAnswers({ graph }: World, changed: DatasetFiles, asks: readonly Ask[]): WorldExperiment {
  const requests = asks.map((ask) => requestOf(ask))
  return {
    requests,
    changed,
    fault: ({ createApi, load } = REFERENCE) => {
      const [before, after] = [createApi(graph), createApi(load(changed))]
      return requests
        .map((request): Fault => {
          const [was, is] = [before.answer(request), after.answer(request)]
          return same(was, is)
            ? undefined
            : `${request.url}\n  before ${was.status} ${was.body}\n  after  ${is.status} ${is.body}`
        })
        .find((fault) => fault !== undefined)
    },
  }
}

const repeat = live({
  id: 'frame.repeat',
  kind: 'frame',
  unedited: 'by every server',
  rules: ['sort.ties', 'endpoint.envelope'],
  says: 'Equal requests have byte-identical answers. Other requests between two equal requests do not change the second answer.',
  experiment: (graph, { ask, other }) => {
    const request = requestOf(ask(graph))
    return {
      requests: [request, requestOf(other(graph)), request],
      judge: ([first, , last]) => (first?.body === last?.body ? undefined : `${first?.body}\n${last?.body}`),
    }
  },
})

const members = live({
  id: 'frame.members',
  kind: 'frame',
  unedited: 'by every server',
  looksAt: 'lists',
  rules: ['fields.restricts', 'list.data'],
  says: 'All entries of a list have the same members. Earlier requests with filters or a sort do not change the members of the entries in a list.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const names = openScalars(ask.type).map(({ name }) => name)
    const fields = names.length === 0 ? 'id' : scene.roll.pick(names)
    const sort = scene.roll.pick(['id', ...names])
    const filters = passages(ask.type, ask.role).map(({ name }) => ({ [name]: { id: { $notNull: 'true' } } }))
    return {
      requests: [...filters.map((one) => ({ filters: one, sort })), { sort }, {}].map((one) =>
        changing(ask, { ...one, fields }),
      ),
      judge: (replies) =>
        replies.map((reply) => unlike((allEntries(reply) ?? []).map(Object.keys))).find(Boolean),
    }
  },
})

const unlike = ([first, ...others]: readonly (readonly string[])[]): Fault =>
  others
    .map((other) => expectSame('two entries have different members', first?.toSorted(), other.toSorted()))
    .find(Boolean)

const frozen = world({
  id: 'frame.frozen',
  kind: 'frame',
  rules: ['endpoint.envelope'],
  says: 'The graph is frozen. All objects in the graph are frozen, at every depth. Answering a request does not change the graph.',
  experiment: ({ graph, files }, { ask, other }) => {
    const requests = [requestOf(ask(graph)), requestOf(other(graph))]
    return {
      requests,
      fault: ({ createApi, load } = REFERENCE) => {
        const { answer } = createApi(graph)
        for (const request of requests) answer(request)
        const [fresh] = [load(files)]
        if (!same(graph, fresh)) return 'answering the requests changed the graph'
        return isFrozen(graph) ? undefined : 'a value in the graph is not frozen'
      },
    }
  },
})

/** Returns whether a value and all objects in the value, also in sets and maps, are frozen. */
function isFrozen(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  return Object.isFrozen(value) && partsOf(value).every(isFrozen)
}

function partsOf(value: object): readonly unknown[] {
  if (value instanceof Map || value instanceof Set) return [...value.values()]
  if (value instanceof IdMap || value instanceof DocumentMap) return [...value.values()]
  return Object.values(value)
}

/** Returns all parameter names, attribute names and words in a query tree. */
export function wordsOf(tree: QueryTree): readonly string[] {
  if (tree === null) return []
  if (typeof tree === 'string') return tree.split(/[.,:\s]+/)
  if (Array.isArray(tree)) return tree.flatMap(wordsOf)
  return Object.entries(tree).flatMap(([key, value]) => [key, ...wordsOf(value)])
}

/** Returns the types and components that a request might reach through any word in its query. */
export function reached({ type, query }: Pick<Ask, 'type' | 'query'>, { schema }: Graph): ReadonlySet<Uid> {
  const words = new Set(wordsOf(query))
  const found = new Set<Uid>([type.uid])
  for (const uid of found) {
    const model = schema.contentTypes.get(uid) ?? schema.components.get(uid)
    for (const attribute of model === undefined ? [] : attributesOf(model)) {
      if (!words.has('*') && !words.has(attribute.name)) continue
      if (!isPopulatable(attribute)) continue
      for (const target of linkedUids(attribute, [...schema.contentTypes.keys()])) found.add(target)
    }
  }
  return found
}

const unreached = world({
  id: 'frame.unreached-types',
  kind: 'frame',
  rules: ['populate.without', 'populate.explicit'],
  says: 'Changing rows of a type that the request does not reach changes nothing in the answer. Dropping rows of a type that the request does not reach changes nothing in the answer. A type counts as reached if the filters, the sort or the populate of the request leads to it. Changing or dropping rows of an unreached type changes no byte of the body.',
  experiment: (here, { ask }) => {
    const { files, graph } = here
    const requested = ask(graph)
    const known = reached(requested, graph)
    const values = withOtherValues(
      files,
      graph.schema,
      ({ kind }, { uid, modelType }) => kind === 'scalar' && modelType === 'contentType' && !known.has(uid),
    )
    const fewer = withoutRows(values, graph.schema, ({ id }, uid) => !known.has(uid) && Number(id) % 2 === 1)
    return sameAnswers(here, fewer, [requested])
  },
})

const unusedAttributes = world({
  id: 'frame.unasked-attributes',
  kind: 'frame',
  rules: ['fields.restricts', 'param.fields'],
  says: 'Changing the values of an attribute that the request does not use changes nothing in the answer. An attribute that the request selects counts as used. An attribute that the request filters by counts as used. An attribute that the request sorts by counts as used. Changing the values of unused attributes changes no byte of the body.',
  experiment: (here, { ask }) => {
    const { files, graph } = here
    const requested = ask(graph)
    const { fields = '*' } = requested.query
    const query = {
      ...without(requested.query, 'populate', '_q', 'publicationFilter', 'hasPublishedVersion'),
      fields: wordsOf(fields).includes('*') ? ['id'] : fields,
    }
    const words = new Set(wordsOf(query))
    const changed = withOtherValues(
      files,
      graph.schema,
      ({ kind, name }) =>
        kind === 'scalar' && !words.has(name) && name !== 'locale' && name !== 'publishedAt',
    )
    return sameAnswers(here, changed, [{ ...requested, query }])
  },
})

const others = world({
  id: 'frame.other-roles',
  kind: 'frame',
  rules: ['access.role', 'access.token'],
  says: 'Changing the permissions of other roles changes nothing in the answer. Changing permissions that the request does not need changes nothing in the answer. Changing unneeded permissions changes no byte of the body.',
  experiment: (here, { ask }) => {
    const { files, graph } = here
    const requested = ask(graph)
    let changed = files
    for (const { name } of graph.access.roles.values()) {
      if (name !== requested.role.name) changed = withPermissions(changed, name, name === 'all' ? [] : ['*'])
    }
    const known = reached(requested, graph)
    const own = [...requested.role.permissions]
    // The role must keep at least one permission, because a role without any permission gets another error.
    const needed = own.filter(
      (action) => action.startsWith('*') || known.has(action.replace(/\.find(One)?$/, '')),
    )
    if (needed.length > 0) changed = withPermissions(changed, requested.role.name, needed)
    return sameAnswers(here, changed, [requested])
  },
})

/**
 * Returns the same change of a dataset in two forms: as changed dataset files, and as an edit of the graph. The change
 * is a new row, or another value in a row.
 */
const edited = (uid: Uid, isNew: boolean) => ({
  files: (files: DatasetFiles): DatasetFiles => {
    const rows = rowsOf(files, uid)
    const [first, ...rest] = rows
    const changed = isNew || !isObject(first) ? [...rows, ADDED] : [{ ...first, updatedAt: LATER }, ...rest]
    return { ...files, entries: { ...files.entries, [stemOf(uid)]: changed } }
  },
  recipe: ({ entries }: EditableDataset): void => {
    const rows = entries[stemOf(uid)] ?? []
    const [first] = rows
    entries[stemOf(uid)] = rows
    if (isNew || first === undefined) rows.push({ ...ADDED })
    else first.updatedAt = LATER
  },
})

const LATER = '2030-01-01T00:00:00.000Z'
const ADDED = { id: 9000, documentId: 'added' }

const rowsOf = ({ entries }: DatasetFiles, uid: Uid) => {
  const rows = entries?.[stemOf(uid)]
  return Array.isArray(rows) ? rows : []
}

const editing = world({
  id: 'frame.edit',
  kind: 'frame',
  rules: ['endpoint.envelope', 'endpoint.path'],
  says: 'An edited graph equals the graph loaded from the edited files. An edited graph shares all unchanged objects with the old graph. An edit does not change the answers that the graph from before the edit gives.',
  experiment: ({ files, graph }, { ask, other, dice }) => {
    const requested = ask(graph)
    const requests = [requestOf(requested), requestOf(other(graph))]
    const { files: change, recipe } = edited(requested.type.uid, (dice[0] ?? 0) % 2 === 0)
    const changed = change(files)
    return {
      requests,
      changed,
      fault: ({ createApi, load, edit } = REFERENCE) => {
        const api = createApi(graph)
        const before = requests.map(api.answer)
        const next = edit(graph, recipe)
        const anew = load(changed)
        if (!same(before, requests.map(api.answer))) return 'the edit changes answers of the old graph'
        if (!same(next, anew)) return 'the edited graph differs from the graph loaded from the edited files'
        const [left, right] = [createApi(next), createApi(anew)]
        if (!same(requests.map(left.answer), requests.map(right.answer)))
          return 'the edited graph gives other answers than the loaded graph'
        return unsharedFault(graph, next)
      },
    }
  },
})

/**
 * Returns the fault if an edited graph does not share the unchanged tables and rows of the old graph as the same
 * objects.
 */
function unsharedFault(graph: Graph, next: Graph): Fault {
  for (const [uid, table] of graph.tables) {
    const after = next.tables.get(uid)
    if (after === table) continue
    if (same(after?.rows, table.rows)) return `the graphs do not share the unchanged table ${uid}`
    const copied = table.rows.find((row) => {
      const other = after?.byId.get(row.id)
      return other !== row && same(other, row)
    })
    if (copied !== undefined) return `the graphs do not share the unchanged row ${uid} ${copied.id}`
  }
  return undefined
}

export const FRAME_LAWS: readonly (LiveLaw | WorldLaw)[] = [
  repeat,
  members,
  frozen,
  unreached,
  unusedAttributes,
  others,
  editing,
]

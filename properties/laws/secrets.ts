/**
 * Laws of non-interference: a change of data that the role may not see changes no byte of any answer. The laws of
 * non-interference cover answers to filters, sorts and searches, and also totals and refusals.
 */

import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Attribute, Model, Uid } from '../../src/reference/schema/schema.ts'
import { mayFind, mayFindOne } from '../../src/semantics/access.ts'
import { attributesOf, isSecret } from '../../src/semantics/model.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { broken } from '../arbitraries/broken.ts'
import { passages } from '../arbitraries/places.ts'
import type { QueryObject } from '../arbitraries/print.ts'
import type { Ask } from '../arbitraries/request.ts'
import type { World } from '../arbitraries/world.ts'
import { withOtherValues, withoutRows } from './alter.ts'
import { sameAnswers } from './frame.ts'
import { type ExperimentInput, type LiveLaw, live, type WorldLaw, world } from './law.ts'
import { allRefused, changing, without } from './replies.ts'

/** Generates requests that all have the same role. */
export function asksOf({ ask, other, more, dice }: ExperimentInput, graph: Graph): readonly Ask[] {
  const first = ask(graph)
  const asSame = (requested: Ask): Ask => ({ ...requested, role: first.role, token: first.token })
  const sound = [first, ...[other, ...more].map((seed) => asSame(seed(graph)))]
  const unsound = [ask, other].map((seed) => asSame(broken(seed, dice, graph)))
  return [...sound, allAround(first), ...unsound]
}

/**
 * Returns the request with two populated levels, so that the answer also shows the attribute `related` of uploaded
 * files.
 */
export function allAround(ask: Ask): Ask {
  const { query, type, role } = ask
  const wide = passages(type, role).map(({ name }) => [name, { populate: '*' }] as const)
  return { ...ask, query: { ...without(query, 'fields'), populate: Object.fromEntries(wide) } }
}

const secretValues = world({
  id: 'secret.values',
  kind: 'security',
  rules: [
    'filters.private',
    'sort.private',
    'fields.private',
    'populate.private',
    'search.text',
    'populate.creators',
  ],
  says:
    'Changing a value of a private attribute changes no answer. Changing a password changes no answer. ' +
    'Changing private values or passwords changes no byte of a body. ' +
    'Changing private values or passwords changes no answer with an error.',
  experiment: (here, input) => sameAnswers(here, withOtherSecrets(here), asksOf(input, here.graph)),
})

/** Returns the dataset with other values of all private and password attributes. */
export const withOtherSecrets = ({ files, graph }: World): DatasetFiles =>
  withOtherValues(
    files,
    graph.schema,
    (attribute, model) => isSecret(attribute) && isOnlyHere(attribute, model, graph),
  )

/**
 * Returns whether answers can show the values of an attribute only in the attribute itself. The result is false for
 * a private relation whose inverse side is public, because the inverse side also shows the relation.
 */
export function isOnlyHere(attribute: Attribute, { uid }: Model, { schema }: Graph): boolean {
  const types = [...schema.contentTypes.values()]
  switch (attribute.kind) {
    case 'relation': {
      const other = schema.contentTypes.get(attribute.target)?.attributes.get(attribute.inverse ?? '')
      return attribute.via !== 'localizations' && other?.private !== false
    }
    case 'morphTo':
      return types.every(({ attributes }) =>
        [...attributes.values()].every(
          (other) =>
            other.private ||
            !(other.kind === 'morphBy' && other.target === uid && other.by === attribute.name),
        ),
      )
    case 'morphBy':
      return false
    case 'scalar':
      return attribute.name !== 'locale'
    case 'component':
    case 'media':
    case 'zone':
      return true
  }
}

/** Returns the types whose entries no answer to the given requests shows. All these requests have the role `role`. */
function closedTypes({ schema }: Graph, role: Role, asks: readonly Ask[]): ReadonlySet<Uid> {
  const showsCreators = [...schema.contentTypes.values()].some((type) => type.populateCreatorFields)
  const types = [...schema.contentTypes.values()].filter(({ uid }) => {
    if (mayFind(role, uid) || uid === 'plugin::upload.file') return false
    if (uid === 'admin::user' && showsCreators) return false
    return !mayFindOne(role, uid) || asks.every(({ type }) => type.uid !== uid)
  })
  return new Set(types.map(({ uid }) => uid))
}

const closed = world({
  id: 'secret.types',
  kind: 'security',
  rules: [
    'populate.permission',
    'access.role',
    'filters.permission',
    'sort.permission',
    'access.unpopulated',
    'access.forbidden',
  ],
  says:
    'Changing rows of a type that the role may not find changes no answer. ' +
    'Dropping rows of a type that the role may not find changes no answer. ' +
    'If a role has only the permission `findOne` for a type, the type counts as one that the role may not find. ' +
    'Changing or dropping rows of types that the role may not find changes no byte of a body. ' +
    'If the answer is an empty list, changing or dropping rows of types that the role may not find does not change the answer.',
  experiment: (here, input) => {
    const asks = asksOf(input, here.graph)
    const changed = withOtherClosed(here, input, asks)
    return changed === undefined ? undefined : sameAnswers(here, changed, asks)
  },
})

/**
 * Returns the dataset files with a change to the types that the role cannot see: other values, and only half of the
 * rows. Returns undefined if the role can see all types.
 */
export function withOtherClosed(
  { files, graph }: World,
  { dice }: ExperimentInput,
  asks: readonly Ask[],
): DatasetFiles | undefined {
  const role = asks[0]?.role
  if (role === undefined) return undefined
  const hidden = closedTypes(graph, role, asks)
  if (hidden.size === 0) return undefined
  const values = withOtherValues(
    files,
    graph.schema,
    ({ kind, name }, { uid }) =>
      kind === 'scalar' && hidden.has(uid) && name !== 'locale' && name !== 'publishedAt',
  )
  return withoutRows(
    values,
    graph.schema,
    ({ id }, uid) => hidden.has(uid) && Number(id) % 2 === (dice[3] ?? 0) % 2,
  )
}

/**
 * Returns the requests with the status `status`, and without the parameters that concern both drafts and published
 * rows by definition. Every second request for published entries omits the parameter `status`.
 */
const withStatus = (asks: readonly Ask[], status: 'draft' | 'published'): readonly Ask[] =>
  asks.map((ask, at) => {
    const query = without(ask.query, 'publicationFilter', 'hasPublishedVersion', 'status')
    return { ...ask, query: status === 'published' && at % 2 === 1 ? query : { ...query, status } }
  })

const drafts = (status: 'draft' | 'published'): WorldLaw =>
  world({
    id: status === 'published' ? 'secret.drafts' : 'secret.published',
    kind: 'security',
    rules: ['status.default', 'status.draft', 'populate.status', 'entry.published-at'],
    says:
      status === 'published'
        ? 'Changing drafts changes no answer of published entries. ' +
          'Dropping drafts changes no answer of published entries. ' +
          'Changing or dropping drafts changes no byte of a body with published entries. ' +
          'Changing or dropping drafts changes no refusal of a request for published entries. ' +
          'A request without `status` gets published entries, so drafts change nothing in its answer.'
        : 'Changing published rows changes no answer of drafts. ' +
          'Dropping published rows changes no answer of drafts. ' +
          'Changing or dropping published rows changes no byte of a body with drafts. ' +
          'Changing or dropping published rows changes no refusal of a request for drafts.',
    experiment: (here, input) => {
      const { files, graph } = here
      const isOther = (row: JsonObject, uid: Uid): boolean =>
        graph.schema.contentTypes.get(uid)?.draftAndPublish === true &&
        (row.publishedAt === null) === (status === 'published')
      const values = withOtherValues(
        files,
        graph.schema,
        ({ kind, name }, { uid, modelType }, row) =>
          kind === 'scalar' &&
          modelType === 'contentType' &&
          isOther(row, uid) &&
          name !== 'locale' &&
          name !== 'publishedAt',
      )
      const fewer = withoutRows(
        values,
        graph.schema,
        (row, uid) => isOther(row, uid) && Number(row.id) % 2 === (input.dice[3] ?? 0) % 2,
      )
      return sameAnswers(here, fewer, withStatus(asksOf(input, graph), status))
    },
  })

const refusedSecrets = live({
  id: 'secret.refused',
  kind: 'security',
  unedited: 'by the newest',
  rules: ['filters.private', 'sort.private', 'fields.private', 'populate.private', 'entry.types.string'],
  looksAt: 'answers',
  lacking: 'no readable type has a private attribute',
  says:
    'A private or password attribute is refused in `fields`. ' +
    'A private or password attribute is refused in `filters`. ' +
    'A private or password attribute is refused in `sort`. ' +
    'A private or password attribute is refused in `populate`.',
  experiment: (graph, { ask, dice }) => {
    const requested = ask(graph, { listsOnly: (dice[0] ?? 0) % 4 > 0 })
    const secrets = attributesOf(requested.type).filter(isSecret)
    const secret = secrets[(dice[1] ?? 0) % Math.max(secrets.length, 1)]
    if (secret === undefined) return undefined
    const { name, kind } = secret
    const query = { populate: undefined, fields: undefined, filters: undefined, sort: undefined }
    const wrong: readonly QueryObject[] =
      kind === 'scalar'
        ? [
            { fields: name },
            { fields: ['id', name] },
            { filters: { [name]: 'a' } },
            { filters: { $not: { [name]: { $null: 'true' } } } },
            { sort: name },
            { sort: { [name]: 'desc' } },
          ]
        : [
            { populate: name },
            { populate: [name] },
            { populate: { [name]: 'true' } },
            { filters: { [name]: { id: '1' } } },
          ]
    return {
      requests: [{}, ...wrong].map((change) => changing(requested, { ...query, ...change })),
      judge: allRefused(wrong),
    }
  },
})

export const SECRET_LAWS: readonly (LiveLaw | WorldLaw)[] = [
  secretValues,
  closed,
  drafts('published'),
  drafts('draft'),
  refusedSecrets,
]

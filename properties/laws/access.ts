/**
 * What a role may not see. Non-interference is the security statement: whatever is changed of what the role may not
 * see, the bytes of every answer stay the same, those of filters, sorts, searches, totals and refusals included.
 */
import { createContentApi } from '../../src/api.ts'
import type { Graph, Role } from '../../src/graph/graph.ts'
import type { Attribute, Json, Model, Uid } from '../../src/schema/schema.ts'
import { broken } from '../arbitraries/broken.ts'
import { attributesOf, isSecret, mayFind, mayFindOne, populatable } from '../arbitraries/places.ts'
import type { QueryObject } from '../arbitraries/print.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { load } from '../arbitraries/world.ts'
import { withOtherValues, withoutRows, withPermissions } from './alter.ts'
import { sameAnswers } from './frame.ts'
import { type Fault, type LiveLaw, live, type Luck, replyOf, same, type WorldLaw, world } from './law.ts'
import { changing, entriesOf, isList, isObject, type JsonObject, without } from './replies.ts'

/** Sound and broken requests of one role. */
function asksOf({ ask, other, dice }: Luck, graph: Graph): readonly Ask[] {
  const first = ask(graph)
  const asSame = (asked: Ask): Ask => ({ ...asked, role: first.role, token: first.token })
  return [first, asSame(other(graph)), asSame(broken(ask, dice, graph)), asSame(broken(other, dice, graph))]
}

const secretValues = world({
  id: 'secret.values',
  kind: 'security',
  rules: ['filters.private', 'sort.private', 'fields.private', 'populate.private', 'search.text', 'populate.creators'],
  says: 'Changing any value of a private or password attribute changes no byte of any answer.',
  experiment: (here, luck) => {
    const { files, graph } = here
    const changed = withOtherValues(files, graph.schema, (attribute, model) => isSecret(attribute) && isOnlyHere(attribute, model, graph))
    return sameAnswers(here, changed, asksOf(luck, graph))
  },
})

/** A private link whose other side is open can be seen from there: that is what the schema says. */
function isOnlyHere(attribute: Attribute, { uid }: Model, { schema }: Graph): boolean {
  switch (attribute.kind) {
    case 'relation':
      return attribute.inverse === null && attribute.via !== 'localizations'
    case 'morphTo':
      return ![...schema.contentTypes.values()].some(({ attributes }) =>
        [...attributes.values()].some((other) => other.kind === 'morphBy' && other.target === uid && other.by === attribute.name),
      )
    case 'morphBy':
    case 'media':
      return false
    case 'scalar':
      return attribute.name !== 'locale'
    case 'component':
    case 'zone':
      return true
  }
}

/** The types that a role sees nothing of, wherever it looks. */
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
  rules: ['populate.permission', 'access.role', 'filters.permission', 'sort.permission', 'access.unpopulated', 'access.forbidden'],
  says: 'Changing and dropping rows of types that the role may not find changes no byte of any answer.',
  experiment: (here, luck) => {
    const { files, graph } = here
    const asks = asksOf(luck, graph)
    const role = asks[0]?.role
    if (role === undefined) return undefined
    const hidden = closedTypes(graph, role, asks)
    if (hidden.size === 0) return undefined
    const values = withOtherValues(files, graph.schema, ({ kind, name }, { uid }) => kind === 'scalar' && hidden.has(uid) && name !== 'locale' && name !== 'publishedAt')
    const fewer = withoutRows(values, graph.schema, ({ id }, uid) => hidden.has(uid) && Number(id) % 2 === (luck.dice[3] ?? 0) % 2)
    return sameAnswers(here, fewer, asks)
  },
})

/** The asks with one status and without the parameters that are about drafts and published rows by definition. */
const withStatus = (asks: readonly Ask[], status: 'draft' | 'published'): readonly Ask[] =>
  asks.map((ask) => ({ ...ask, query: { ...without(ask.query, 'publicationFilter', 'hasPublishedVersion'), status } }))

const drafts = (status: 'draft' | 'published'): WorldLaw =>
  world({
    id: status === 'published' ? 'secret.drafts' : 'secret.published',
    kind: 'security',
    rules: ['status.default', 'status.draft', 'populate.status', 'entry.published-at'],
    says:
      status === 'published'
        ? 'Changing and dropping drafts changes no byte of any answer of published entries.'
        : 'Changing and dropping published rows changes no byte of any answer of drafts.',
    experiment: (here, luck) => {
      const { files, graph } = here
      const isOther = (row: JsonObject, uid: Uid): boolean =>
        graph.schema.contentTypes.get(uid)?.draftAndPublish === true && (row.publishedAt === null) === (status === 'published')
      const values = withOtherValues(files, graph.schema, ({ kind, name }, { uid, modelType }, row) => kind === 'scalar' && modelType === 'contentType' && isOther(row, uid) && name !== 'locale' && name !== 'publishedAt')
      const fewer = withoutRows(values, graph.schema, (row, uid) => isOther(row, uid) && Number(row.id) % 2 === (luck.dice[3] ?? 0) % 2)
      return sameAnswers(here, fewer, withStatus(asksOf(luck, graph), status))
    },
  })

const monotone = world({
  id: 'access.monotone',
  kind: 'security',
  rules: ['access.role', 'populate.permission', 'access.unpopulated', 'access.forbidden'],
  says: 'Taking a permission away only removes: what is still answered is what was, with attributes and elements left out.',
  experiment: ({ files, graph }, { ask, dice }) => {
    const asked = ask(graph)
    const { role } = asked
    const types = [...graph.schema.contentTypes.keys()]
    const all = types.flatMap((uid) => [`${uid}.find`, `${uid}.findOne`])
    const own = all.filter((action) => role.permissions.has('*') || role.permissions.has(action) || role.permissions.has(action.replace(/^.*\.(find|findOne)$/, '*.$1')))
    const fewer = own.filter((_, at) => (dice[at] ?? 0) % 3 !== 0)
    const changed = withPermissions(files, role.name, fewer)
    const request = requestOf(asked)
    return {
      requests: [request],
      changed,
      fault: () => {
        const more = replyOf(createContentApi(graph).answer(request), 0)
        const less = replyOf(createContentApi(load(changed)).answer(request), 0)
        if (less.status !== 200) return undefined
        const [left, right] = [entriesOf(less), entriesOf(more)]
        const isCut = left !== undefined && right !== undefined && left.length === right.length && left.every((entry, at) => isPruned(entry, right[at] ?? null))
        return isCut ? undefined : `with fewer permissions more is answered:\n  ${less.body}\n  ${more.body}`
      },
    }
  },
})

/** Whether one JSON is another with attributes and elements left out, and counts lowered. */
function isPruned(less: Json, more: Json): boolean {
  if (isList(less)) return isList(more) && isPart(less, more)
  if (!isObject(less)) return same(less, more) || (less === null && isObject(more) && more.__type !== undefined)
  if (!isObject(more)) return false
  if (Object.keys(less).join() === 'count' && less.id === undefined) return Number(less.count) <= Number(more.count)
  return Object.entries(less).every(([key, value]) => more[key] !== undefined && isPruned(value, more[key] ?? null))
}

/** Every element in the order of the longer list. */
function isPart(less: readonly Json[], more: readonly Json[]): boolean {
  let next = 0
  return less.every((one) => {
    while (next < more.length && !isPruned(one, more[next] ?? null)) next++
    return next++ < more.length
  })
}

const statuses = live({
  id: 'access.statuses',
  kind: 'law',
  rules: ['access.forbidden', 'access.unknown-token', 'access.token', 'access.role'],
  says: 'Without `find` a list is 403, without `findOne` an entry; an unknown token is 401, as is a public role without any permission; with the permission the answer is neither.',
  experiment: (graph, { ask, dice }) => {
    const asked = ask(graph)
    const names = [...graph.access.tokens]
    const [token, name] = names[(dice[0] ?? 0) % Math.max(names.length, 1)] ?? [undefined, graph.access.publicRole]
    const role = graph.access.roles.get(name)
    if (role === undefined) return undefined
    const isOpen = (asked.target === 'document' ? mayFindOne : mayFind)(role, asked.type.uid)
    const isMute = role.permissions.size === 0 && name === graph.access.publicRole
    return {
      requests: [requestOf({ ...asked, role, token }), { ...requestOf(asked), headers: { authorization: 'Bearer of-nobody' } }],
      judge: ([reply, unknown]): Fault => {
        if (unknown?.status !== 401) return 'an unknown token is not 401'
        const expected = isOpen ? undefined : isMute ? 401 : 403
        const isRight = expected === undefined ? reply?.status !== 401 && reply?.status !== 403 : reply?.status === expected
        return isRight ? undefined : `${reply?.status} for ${name}, who ${isOpen ? 'may' : 'may not'} read it`
      },
    }
  },
})

const absent = live({
  id: 'access.absent',
  kind: 'security',
  rules: ['populate.permission', 'access.role', 'populate.creators', 'filters.permission', 'sort.permission'],
  says: 'A relation to a type that the role may not find is absent when populated, and refused in a filter or a sort, at the root and inside a populate.',
  experiment: (graph, { ask }) => {
    const asked = ask(graph)
    const hidden = populatable(asked.type).filter((attribute) => isHidden(attribute, asked.role))
    const [first] = hidden
    if (first === undefined || (first.kind !== 'relation' && first.kind !== 'morphBy')) return undefined
    const { name } = first
    const query = { populate: undefined, fields: undefined }
    return {
      requests: [
        changing(asked, graph, query),
        changing(asked, graph, { ...query, populate: name }),
        changing(asked, graph, { ...query, populate: { [name]: 'true' } }),
        changing(asked, graph, { ...query, filters: { [name]: { id: { $notNull: 'true' } } } }),
        changing(asked, graph, { ...query, filters: { $or: [{ [name]: { id: '1' } }, { id: '1' }] } }),
        changing(asked, graph, { ...query, sort: `${name}.id` }),
      ],
      judge: ([plain, populated, flagged, ...refused]) => {
        if (plain?.status !== 200) return undefined
        if (!same(plain.json, populated?.json) || !same(plain.json, flagged?.json)) return `${name} is not absent`
        return refused.every(({ status }) => status === 400) ? undefined : `a filter or sort through ${name} is not refused`
      },
    }
  },
})

const isHidden = (attribute: Attribute, role: Role): boolean =>
  (attribute.kind === 'relation' && attribute.via === 'stored' && !mayFind(role, attribute.target)) ||
  (attribute.kind === 'morphBy' && !mayFind(role, attribute.target))

const refusedSecrets = live({
  id: 'secret.refused',
  kind: 'security',
  rules: ['filters.private', 'sort.private', 'fields.private', 'populate.private', 'entry.types.string'],
  says: 'A private or password attribute cannot be named in fields, filters, sort or populate.',
  experiment: (graph, { ask }) => {
    const asked = ask(graph)
    const secrets = attributesOf(asked.type).filter(isSecret)
    const query = { populate: undefined, fields: undefined, filters: undefined, sort: undefined }
    const wrong = secrets.flatMap(({ name, kind }): readonly QueryObject[] =>
      kind === 'scalar'
        ? [{ fields: name }, { fields: ['id', name] }, { filters: { [name]: 'a' } }, { filters: { $not: { [name]: { $null: 'true' } } } }, { sort: name }, { sort: { [name]: 'desc' } }]
        : [{ populate: name }, { populate: [name] }, { populate: { [name]: 'true' } }, { filters: { [name]: { id: '1' } } }],
    )
    return {
      requests: [{}, ...wrong].map((change) => changing(asked, graph, { ...query, ...change })),
      judge: ([right, ...replies]) => {
        const at = right?.status === 200 ? replies.findIndex(({ status }) => status !== 400) : -1
        return at < 0 ? undefined : `${replies[at]?.status} for ${JSON.stringify(wrong[at])}`
      },
    }
  },
})

export const ACCESS_LAWS: readonly (LiveLaw | WorldLaw)[] = [
  secretValues,
  closed,
  drafts('published'),
  drafts('draft'),
  refusedSecrets,
  monotone,
  statuses,
  absent,
]

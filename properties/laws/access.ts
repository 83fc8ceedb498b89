/** Laws about permissions. */

import type { Graph, Role } from '../../src/reference/graph/graph.ts'
import type { Attribute, Model } from '../../src/reference/schema/schema.ts'
import { mayFind, mayFindOne } from '../../src/semantics/access.ts'
import { isSecret, leadsTo, populatable } from '../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { passages } from '../arbitraries/places.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import { requestOf } from '../arbitraries/request.ts'
import { withPermissions } from './alter.ts'
import { type Fault, type LiveLaw, live, replyOf, same, type WorldLaw, world } from './law.ts'
import { allSame, setting, variants } from './populate-place.ts'
import { allRefused, changing, entriesOf, walk, without } from './replies.ts'
import { REFERENCE } from './subject.ts'

const monotone = world({
  id: 'access.monotone',
  kind: 'security',
  rules: ['access.role', 'populate.permission', 'access.unpopulated', 'access.forbidden'],
  says:
    'Removing a permission only removes data from an answer. The answer shows the same entries before and after the removal of a permission. ' +
    'After the removal of a permission, an entry may lack some of its attributes. After the removal of a permission, a list in an entry may lack some of its elements. ' +
    'After the removal of a permission, a count is equal or lower. After the removal of a permission, the server may also refuse the request.',
  experiment: ({ files, graph }, { ask, dice }) => {
    const requested = ask(graph)
    const { role } = requested
    const types = [...graph.schema.contentTypes.keys()]
    const all = types.flatMap((uid) => [`${uid}.find`, `${uid}.findOne`])
    const own = all.filter(
      (action) =>
        role.permissions.has('*') ||
        role.permissions.has(action) ||
        role.permissions.has(action.replace(/^.*\.(find|findOne)$/, '*.$1')),
    )
    const fewer = own.filter((_, at) => (dice[at] ?? 0) % 3 !== 0)
    const changed = withPermissions(files, role.name, fewer)
    const request = requestOf(requested)
    return {
      requests: [request],
      changed,
      fault: ({ createApi, load } = REFERENCE) => {
        const more = replyOf(createApi(graph).answer(request), 0)
        const less = replyOf(createApi(load(changed)).answer(request), 0)
        if (REFUSED.includes(less.status)) return undefined
        if (less.status !== 200) return same(less, more) ? undefined : `with fewer permissions ${less.status}`
        const [left, right] = [entriesOf(less), entriesOf(more)]
        const isCut =
          left !== undefined &&
          right !== undefined &&
          left.length === right.length &&
          left.every((entry, at) => isPruned(entry, right[at] ?? null))
        return isCut ? undefined : `with fewer permissions more is answered:\n  ${less.body}\n  ${more.body}`
      },
    }
  },
})

/** The statuses with which a server may refuse a request after the role of the caller lost a permission. */
const REFUSED = [400, 401, 403]

/** Returns whether `less` equals `more`, except for missing attributes, missing elements and lower counts. */
function isPruned(less: Json, more: Json): boolean {
  if (isList(less)) return isList(more) && isPart(less, more)
  if (!isObject(less))
    return same(less, more) || (less === null && isObject(more) && more.__type !== undefined)
  if (!isObject(more)) return false
  if (Object.keys(less).join() === 'count' && less.id === undefined)
    return Number(less.count) <= Number(more.count)
  return Object.entries(less).every(
    ([key, value]) => more[key] !== undefined && isPruned(value, more[key] ?? null),
  )
}

/** Returns whether each element of the shorter list matches an element of the longer list, in the same order. */
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
  unedited: 'by every server',
  looksAt: 'answers',
  rules: ['access.forbidden', 'access.unknown-token', 'access.token', 'access.role'],
  says:
    'A request for a list has the status 403 if the role lacks `find`. A request for a single entry has the status 403 if the role lacks `findOne`. A request with an unknown API token has the status 401. ' +
    'A request without a token has the status 401 if the public role has no permission at all. If the role has the needed permission, the status is neither 401 nor 403.',
  experiment: (graph, { ask, dice }) => {
    const first = ask(graph)
    // Half of the requests for lists become requests for a single document, because a role may lack only `findOne`.
    const isAlone = (dice[1] ?? 0) % 2 === 1 && first.target === 'list'
    const requested = isAlone
      ? { ...first, target: 'document' as const, documentId: 'nobody', query: {} }
      : first
    const anyone = [undefined, graph.access.publicRole] as const
    const callers = [...graph.access.tokens, anyone]
    const [token, name] = callers[(dice[0] ?? 0) % callers.length] ?? anyone
    const role = graph.access.roles.get(name)
    if (role === undefined) return undefined
    const isOpen = (requested.target === 'document' ? mayFindOne : mayFind)(role, requested.type.uid)
    const isMute = role.permissions.size === 0 && name === graph.access.publicRole
    return {
      requests: [
        requestOf({ ...requested, role, token }),
        { ...requestOf(requested), headers: { authorization: 'Bearer of-nobody' } },
      ],
      judge: ([reply, unknown]): Fault => {
        if (unknown?.status !== 401) return 'the answer to an unknown API token is not 401'
        const expected = isOpen ? undefined : isMute ? 401 : 403
        const isRight =
          expected === undefined ? reply?.status !== 401 && reply?.status !== 403 : reply?.status === expected
        return isRight
          ? undefined
          : `${name} ${isOpen ? 'may' : 'may not'} read it, but gets ${reply?.status}`
      },
    }
  },
})

const absent = live({
  id: 'access.absent',
  kind: 'security',
  unedited: 'by the newest',
  lacking: 'no type has a relation to a type that the role may not find',
  rules: ['populate.permission', 'access.role', 'populate.creators', 'filters.permission', 'sort.permission'],
  says:
    'A populated relation to a type that the role may not find is absent from the answer. A filter on a relation to a type that the role may not find is refused. ' +
    'A sort through a relation to a type that the role may not find is refused.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    const hidden = populatable(requested.type).filter((attribute) => isHidden(attribute, requested.role))
    const [first] = hidden
    if (first === undefined || (first.kind !== 'relation' && first.kind !== 'morphBy')) return undefined
    const { name } = first
    const query = { populate: undefined, fields: undefined }
    // The server also refuses a private name below a relation to a type that the role may not find.
    const created = graph.schema.contentTypes.get(first.target)?.attributes.get('createdAt')
    const unreadable: QueryTree =
      created === undefined || isSecret(created) ? 'true' : { filters: { createdAt: { $gt: 'x' } } }
    return {
      requests: [
        changing(requested, query),
        changing(requested, { ...query, populate: name }),
        changing(requested, { ...query, populate: { [name]: 'true' } }),
        changing(requested, { ...query, populate: { [name]: unreadable } }),
        changing(requested, { ...query, filters: { [name]: { id: { $notNull: 'true' } } } }),
        changing(requested, { ...query, filters: { $or: [{ [name]: { id: '1' } }, { id: '1' }] } }),
        changing(requested, { ...query, sort: `${name}.id` }),
      ],
      judge: ([plain, populated, flagged, filtered, ...refused]) => {
        if (plain?.status !== 200) return undefined
        if ([populated, flagged, filtered].some((reply) => !same(plain.json, reply?.json)))
          return `${name} is not absent`
        return refused.every(({ status }) => status === 400)
          ? undefined
          : `a filter or sort through ${name} is not refused`
      },
    }
  },
})

const isHidden = (attribute: Attribute, role: Role): boolean =>
  (attribute.kind === 'relation' && attribute.via === 'stored' && !mayFind(role, attribute.target)) ||
  (attribute.kind === 'morphBy' && !mayFind(role, attribute.target))

/** Returns the attributes of the target of an attribute that a role may not use in a filter or a sort. */
const refusedBelow = (attribute: Attribute, role: Role, { schema }: Graph): readonly Attribute[] =>
  [...(leadsTo(attribute, schema)?.attributes.values() ?? [])].filter(
    (one) => isHidden(one, role) || isSecret(one),
  )

const nested = live({
  id: 'access.nested',
  kind: 'security',
  looksAt: 'answers',
  lacking: 'no attribute to populate leads to a private attribute or to a type that the role may not find',
  rules: ['filters.permission', 'filters.private', 'populate.permission', 'access.role'],
  says: 'A filter inside a populate is refused if it goes through a relation to a type that the role may not find. A filter inside a populate is refused if it uses a private attribute.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    const wrong = passages(requested.type, requested.role).flatMap((attribute): readonly QueryObject[] => {
      const refused = refusedBelow(attribute, requested.role, graph)
      return refused.map(({ name }) => ({ [attribute.name]: { filters: { [name]: { $null: 'true' } } } }))
    })
    if (wrong.length === 0) return undefined
    const plain = without(requested.query, 'populate')
    return {
      requests: [{}, ...wrong].map((populate) => changing({ ...requested, query: plain }, { populate })),
      judge: allRefused(wrong),
    }
  },
})

const through = live({
  id: 'access.through',
  kind: 'security',
  looksAt: 'answers',
  lacking: 'no readable type leads to a private attribute or to a type that the role may not find',
  rules: ['filters.permission', 'filters.private', 'sort.permission', 'sort.private', 'access.role'],
  says:
    'A filter through an attribute is refused if it continues through a relation to a type that the role may not find. ' +
    'A sort through an attribute is refused if it continues through a relation to a type that the role may not find. ' +
    'A filter or a sort through an attribute is refused if it uses a private attribute.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    const wrong = passages(requested.type, requested.role).flatMap((attribute): readonly QueryObject[] => {
      const { name } = attribute
      return refusedBelow(attribute, requested.role, graph).flatMap((one): readonly QueryObject[] => {
        const isClosed = isHidden(one, requested.role)
        const below: QueryObject = isClosed ? { id: { $notNull: 'true' } } : { $null: 'true' }
        const sort = isClosed ? `${name}.${one.name}.id` : `${name}.${one.name}`
        return [{ filters: { [name]: { [one.name]: below } } }, { sort }]
      })
    })
    if (wrong.length === 0) return undefined
    const plain = { ...requested, query: without(requested.query, 'filters', 'sort') }
    return {
      requests: [{}, ...wrong].map((query) => changing(plain, query)),
      judge: allRefused(wrong),
    }
  },
})

const scheme = live({
  id: 'access.scheme',
  kind: 'law',
  lacking: 'no role has a token',
  rules: ['access.token'],
  says: 'The scheme of the authorization header may be written in any letter case.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    if (requested.token === undefined) return undefined
    return {
      requests: ['Bearer', 'bearer', 'BEARER'].map((name) => ({
        ...requestOf(requested),
        headers: { authorization: `${name} ${requested.token}` },
      })),
      judge: allSame,
    }
  },
})

const closed = live({
  id: 'access.closed',
  kind: 'security',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: ['populate.permission', 'access.role', 'populate.morph', 'populate.on'],
  says: 'No answer shows a linked entry of a type that the role may not find. No morph relation in an answer has an element of a type that the role may not find.',
  experiment: (graph, input) => {
    // Few generated types have a morph relation, so the law first searches for a type with a morph relation.
    const here =
      setting(graph, input, ({ kind }) => kind === 'morphTo') ??
      setting(graph, input, ({ kind }) => kind !== 'component')
    if (here === undefined) return undefined
    const { attribute, ask } = here
    const kinds = [...graph.schema.contentTypes.values()].map(({ uid }) => uid)
    const on = Object.fromEntries(kinds.map((uid) => [uid, 'true']))
    const all = attribute.kind === 'morphTo' ? [{ [attribute.name]: { on } }] : []
    return {
      requests: variants(here, '*', { [attribute.name]: 'true' }, ...all),
      judge: (replies) =>
        replies
          .flatMap((reply) => entriesOf(reply) ?? [])
          .map((entry) =>
            walk(entry, ask.type, graph, (one, model, path) => strangers(one, model, path, ask.role)),
          )
          .find((fault) => fault !== undefined),
    }
  },
})

function strangers(entry: JsonObject, model: Model, path: string, role: Role): Fault {
  for (const attribute of model.attributes.values()) {
    const value = entry[attribute.name] ?? null
    const at = `${path}.${attribute.name}`
    if (isHidden(attribute, role) && value !== null)
      return `${at} leads to an unreadable type, but is present`
    if (attribute.kind !== 'morphTo') continue
    const types = [value].flat().flatMap((one) => (isObject(one) ? [String(one.__type)] : []))
    const wrong = types.find((uid) => !mayFind(role, uid))
    if (wrong !== undefined) return `${at} shows an entry of ${wrong}, which the role may not find`
  }
  return undefined
}

export const ACCESS_LAWS: readonly (LiveLaw | WorldLaw)[] = [
  monotone,
  statuses,
  absent,
  nested,
  through,
  scheme,
  closed,
]

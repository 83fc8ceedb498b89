/** Laws that compare one answer with other ways to the same entries. */
import type { ApiRequest } from '../../src/reference/api.ts'
import type { RelationAttribute } from '../../src/reference/schema/schema.ts'
import { isOpenTo, mayFind, mayFindOne } from '../../src/semantics/access.ts'
import { leadsTo } from '../../src/semantics/model.ts'
import { isList, isObject, type JsonObject } from '../../src/util/json.ts'
import { filterTree, knownIn } from '../arbitraries/filters.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live } from './law.ts'
import { setting, variants } from './populate-place.ts'
import { allEntries, changing, EVERYTHING, entriesOf, idsOf, sceneOf, without } from './replies.ts'
import { meet, sameSet, within } from './sets.ts'

/** The entries under an attribute of an entry. */
export function below(entry: JsonObject, name: string): readonly JsonObject[] {
  const value = entry[name]
  return isList(value) ? value.filter(isObject) : isObject(value) ? [value] : []
}

const nestedFilters = live({
  id: 'populate.filters-target',
  kind: 'law',
  lacking: 'no type that may be read has a relation to a type that may be listed',
  rules: ['populate.filters.list', 'populate.form.filters', 'filters.all'],
  says: 'A filter of a populated relation leaves just the entries that the same filter finds in the list of their type.',
  experiment: (graph, input) => {
    const here = setting(graph, input, ({ kind }) => kind === 'relation')
    const target = here && leadsTo(here.attribute, graph.schema)
    if (here === undefined || target?.modelType !== 'contentType') return undefined
    const isListed = target.uid.startsWith('api::') && target.kind === 'collectionType'
    if (!isListed || !mayFind(here.ask.role, target.uid)) return undefined
    const { name } = here.attribute
    const filters = filterTree(target, here.scene, 1)
    const { status } = here.ask.query
    const query = {
      filters,
      pagination: EVERYTHING,
      ...(status === undefined ? {} : { status }),
      ...(target.localized ? { locale: '*' } : {}),
    }
    const list: Ask = { ...here.ask, type: target, target: 'list', documentId: '', query }
    return {
      requests: [...variants(here, name, { [name]: { filters } }), requestOf(list)],
      judge: ([plain, cut, found]) => {
        const known = found && allEntries(found)
        if (plain === undefined || cut === undefined || known === undefined) return undefined
        const [all, some] = [plain, cut].map((reply) =>
          idsOf((entriesOf(reply) ?? []).flatMap((entry) => below(entry, name))),
        )
        return sameSet('populated and found in the list', meet(all, idsOf(known)), some)
      },
    }
  },
})

const zoneFilters = live({
  id: 'populate.on-filters',
  kind: 'law',
  lacking: 'no type that may be read has a dynamic zone',
  rules: ['populate.on', 'populate.form.zone-on', 'populate.zone-options'],
  says:
    'A filter under a kind of `on` leaves a part of the elements of this kind: under a condition on their own values and ' +
    'its negation no element is in both, and under one that none fulfils there is none.',
  experiment: (graph, input) => {
    const here = setting(graph, input, ({ kind }) => kind === 'zone')
    if (here?.attribute.kind !== 'zone') return undefined
    const { name, components } = here.attribute
    const known = components.flatMap((uid) => graph.schema.components.get(uid) ?? [])
    if (known.length === 0) return undefined
    const kind = here.scene.roll.pick(known)
    const tree = filterTree(kind, here.scene, 0)
    const on = (filters: QueryTree | undefined): QueryTree => ({
      [name]: { on: { [kind.uid]: filters === undefined ? 'true' : { filters } } },
    })
    return {
      requests: variants(here, on(undefined), on(tree), on({ $not: tree }), on({ id: '0' })),
      judge: (replies) => {
        const [plain, some, others, none] = replies.map((reply) =>
          idsOf((entriesOf(reply) ?? []).flatMap((entry) => below(entry, name))),
        )
        return (
          within('under a condition', some, plain) ??
          within('under its negation', others, plain) ??
          sameSet('under both', meet(some, others), new Set()) ??
          sameSet('under a condition that none fulfils', none, new Set())
        )
      },
    }
  },
})

const hasOtherSide = (attribute: { readonly kind: string }): attribute is RelationAttribute =>
  attribute.kind === 'relation' && 'inverse' in attribute && attribute.inverse !== null

const bothSides = live({
  id: 'populate.both-sides',
  kind: 'law',
  lacking: 'no type that may be read has a relation with another side',
  rules: ['populate.kind.relation', 'populate.depth', 'populate.to-one'],
  says: 'Both sides of a relation agree: an entry is in the list that each entry that it populates populates back.',
  experiment: (graph, input) => {
    const here = setting(graph, input, hasOtherSide)
    if (here === undefined || !hasOtherSide(here.attribute)) return undefined
    const { name, target, inverse } = here.attribute
    const back = inverse === null ? undefined : graph.schema.contentTypes.get(target)?.attributes.get(inverse)
    // Data may link a to-one from several sides; it then shows one of them.
    if (back?.kind !== 'relation' || !back.many || back.private || !isOpenTo(back, here.ask.role))
      return undefined
    return {
      requests: variants(here, { [name]: { populate: [back.name] } }),
      judge: ([reply]) =>
        (reply === undefined ? [] : (entriesOf(reply) ?? []))
          .flatMap((entry) =>
            below(entry, name).map((linked) =>
              below(linked, back.name).some(({ id }) => id === entry.id)
                ? undefined
                : `entry ${entry.id} has ${name} ${linked.id}, whose ${back.name} does not have it`,
            ),
          )
          .find((fault) => fault !== undefined),
    }
  },
})

/** Parameters that select a list, or pages of it. */
const OF_LISTS = ['filters', 'sort', '_q', 'pagination', 'publicationFilter', 'hasPublishedVersion'] as const

/** The documents of a list that are requested one by one. */
const MOST_ALONE = 3

const alone = live({
  id: 'document.alone',
  kind: 'law',
  lacking: 'no type may be both listed and read one by one',
  rules: ['endpoint.document', 'list.data', 'populate.adds'],
  says: 'Each entry of a list is the entry that its documentId answers, with the same fields and populate.',
  experiment: (graph, { ask }) => {
    const one = ask(graph, { listsOnly: true })
    if (!mayFind(one.role, one.type.uid) || !mayFindOne(one.role, one.type.uid)) return undefined
    const query = without(one.query, ...OF_LISTS, 'locale')
    const list = { ...one, target: 'list' as const, query }
    return {
      requests: [requestOf(list)],
      follow: ([reply]): readonly ApiRequest[] =>
        (reply === undefined ? [] : (entriesOf(reply) ?? []))
          .slice(0, MOST_ALONE)
          .map(({ documentId }) =>
            requestOf({ ...list, target: 'document', documentId: String(documentId) }),
          ),
      judge: ([reply, ...others]) => {
        const entries = reply === undefined ? [] : (entriesOf(reply) ?? [])
        return others
          .map((other, at) => expectSame('in the list, and alone', entries[at], entriesOf(other)?.[0]))
          .find(Boolean)
      },
    }
  },
})

const listed = live({
  id: 'document.listed',
  kind: 'law',
  lacking: 'no type may be both listed and read one by one',
  rules: ['endpoint.document', 'filters.id', 'list.total'],
  says: 'A document that answers alone is in its list: a filter on its documentId finds it, and a list without it is not empty.',
  experiment: (graph, { ask, dice }) => {
    const one = ask(graph, { listsOnly: true })
    if (!mayFind(one.role, one.type.uid) || !mayFindOne(one.role, one.type.uid)) return undefined
    const documentId = sceneOf(one, graph, dice).roll.pick([
      ...knownIn(one.type, 'documentId', graph),
      'nobody',
    ])
    const query = without(one.query, ...OF_LISTS, 'populate', 'fields')
    const list = { ...one, target: 'list' as const, query }
    return {
      requests: [
        requestOf({ ...list, target: 'document', documentId }),
        changing(list, { filters: { documentId } }),
        changing(list, { pagination: { withCount: 'true' } }),
      ],
      judge: ([document, found, all]): Fault => {
        if (document?.status !== 200 || found?.status !== 200) return undefined
        if (all !== undefined && (entriesOf(all) ?? []).length === 0)
          return `${documentId} answers, and its list is empty`
        return (entriesOf(found) ?? []).length > 0 ? undefined : `${documentId} answers, and no list has it`
      },
    }
  },
})

export const RELATED_LAWS: readonly LiveLaw[] = [nestedFilters, zoneFilters, bothSides, alone, listed]

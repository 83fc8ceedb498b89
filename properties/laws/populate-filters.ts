/** Laws about filters inside a populate. */
import { leadsTo } from '../../src/semantics/model.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { filterTree } from '../arbitraries/filters.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live, same } from './law.ts'
import { isSimpleList, nestedSetting, ownersOf, settingOfListed, variants } from './populate-place.ts'
import { allEntries, below, EVERYTHING, idsOf } from './replies.ts'
import { meet, sameSet, within } from './sets.ts'

const subList = live({
  id: 'populate.filters-cut',
  kind: 'law',
  lacking: 'no readable type has a list to populate',
  rules: [
    'populate.filters.list',
    'populate.form.filters',
    'populate.order',
    'populate.kind.relation',
    'populate.kind.media',
  ],
  says:
    'With `filters` inside a populate, the populated list has some or all of the entries that it has without filters. ' +
    '`filters` inside a populate does not change the order of the list. ' +
    'No entry satisfies both a condition on its own values and the negation of the condition. ' +
    'A filter inside a populate that no entry satisfies leaves an empty list.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input, isSimpleList)
    const target = here && leadsTo(here.attribute, graph.schema)
    if (here === undefined || target === undefined) return undefined
    const { name } = here.attribute
    // The second filter does not follow relations, because a condition on linked rows and its negation can both hold
    // for one entry.
    const [tree, flat] = [filterTree(target, here.scene, 1), filterTree(target, here.scene, 0)]
    const by = (filters: QueryTree): QueryTree => ({ [name]: { filters } })
    return {
      requests: variants(here, name, by(tree), by(flat), by({ $not: flat }), by({ id: '0' })),
      judge: (replies) => {
        const [plain = [], ...cuts] = replies.map((reply) =>
          (ownersOf(here, reply) ?? []).map((entry) => below(entry, name)),
        )
        if (cuts.some((lists) => lists.length !== plain.length))
          return 'options inside a populate change the entries that contain the populated attribute'
        return plain
          .map((all, at) =>
            faultOfCuts(
              all,
              cuts.map((lists) => lists[at] ?? []),
            ),
          )
          .find((fault) => fault !== undefined)
      },
    }
  },
})

/**
 * Returns the fault of four filtered lists. The four filters are any condition, a condition on values of the entry
 * itself, the negation of the second filter, and a condition that no entry satisfies.
 */
function faultOfCuts(all: readonly JsonObject[], cuts: readonly (readonly JsonObject[])[]): Fault {
  const [some = [], found = [], others = [], nothing = []] = cuts
  const isIn = (list: readonly JsonObject[], entry: JsonObject): boolean =>
    list.some((one) => same(one, entry))
  return (
    [some, found, others]
      .map((cut) =>
        expectSame(
          'the filtered list is not a part of the whole list in the same order',
          all.filter((entry) => isIn(cut, entry)),
          cut,
        ),
      )
      .find(Boolean) ??
    expectSame(
      'an entry is in the list under a condition and in the list under its negation',
      [],
      found.filter((entry) => isIn(others, entry)),
    ) ??
    expectSame('a filter that no entry satisfies keeps linked entries', [], nothing)
  )
}

const nestedFilters = live({
  id: 'populate.filters-target',
  kind: 'law',
  lacking: 'no readable type has a relation to a type that may be listed',
  rules: ['populate.filters.list', 'populate.form.filters', 'filters.all'],
  says:
    'A filter on a populated relation finds only entries that the same filter finds in the list of their type. ' +
    'A filter on a populated relation keeps every linked entry that the same filter finds in the list of its type.',
  experiment: (graph, input) => {
    const found = settingOfListed(graph, input)
    if (found === undefined) return undefined
    const { here, target } = found
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
          idsOf((ownersOf(here, reply) ?? []).flatMap((entry) => below(entry, name))),
        )
        // If the target of a to-one relation has several locales, a filter may change which locale the relation shows.
        return (
          within(
            'the filtered populate shows an entry that the filtered list of the type lacks',
            some,
            idsOf(known),
          ) ??
          within(
            'the filtered list of the type has a linked entry that the filtered populate lacks',
            meet(all, idsOf(known)),
            some,
          )
        )
      },
    }
  },
})

const zoneFilters = live({
  id: 'populate.on-filters',
  kind: 'law',
  lacking: 'no readable type has a dynamic zone',
  rules: ['populate.on', 'populate.form.zone-on', 'populate.zone-options'],
  says:
    'A filter under a component type in `on` keeps some or all of the elements of this type. ' +
    'No element satisfies both a condition on its own values and the negation of the condition. ' +
    'A filter under a component type in `on` that no element satisfies leaves no element.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input, ({ kind }) => kind === 'zone')
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
          idsOf((ownersOf(here, reply) ?? []).flatMap((entry) => below(entry, name))),
        )
        return (
          within('a condition adds elements to the zone', some, plain) ??
          within('the negation of a condition adds elements to the zone', others, plain) ??
          sameSet('a condition and its negation find the same element', meet(some, others), new Set()) ??
          sameSet('a condition that no element satisfies keeps elements', none, new Set())
        )
      },
    }
  },
})

export const POPULATE_FILTER_LAWS: readonly LiveLaw[] = [subList, nestedFilters, zoneFilters]

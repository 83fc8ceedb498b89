/**
 * Laws of filters as sets of entries, in three-valued logic: a condition on a missing value is unknown. The `$not` of
 * an unknown condition is also unknown. A filter finds an entry only if the whole condition is true. Therefore, a
 * condition and its negation may both miss an entry. If a filter names a relation once with several conditions, at
 * least one linked row must satisfy all of these conditions.
 */

import { leadsTo } from '../../src/semantics/model.ts'
import { knownIn, oneOperator } from '../arbitraries/filters.ts'
import { passages } from '../arbitraries/places.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import { searched } from '../arbitraries/request.ts'
import { type LiveLaw, live } from './law.ts'
import { allOf, changing, idsOf, wholeList } from './replies.ts'
import { finding, meet, sameSet, someFilter, union, within } from './sets.ts'

const and = live({
  id: 'filters.and',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.op.$and', 'filters.all'],
  says: '`$and` finds exactly the entries that each of its conditions finds.',
  experiment: (graph, input) =>
    finding(
      graph,
      input,
      (scene, ask) => {
        const f = someFilter(scene, ask)
        const g = someFilter(scene, ask, f)
        return [f, g, { $and: [f, g] }, { $and: [f, { $and: [g] }] }]
      },
      ([f, g, both, nested]) =>
        sameSet('`$and` finds other entries than those that both conditions find', meet(f, g), both) ??
        sameSet('a nested `$and` finds other entries than a plain `$and`', both, nested),
    ),
})

const or = live({
  id: 'filters.or',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.op.$or'],
  says: '`$or` finds exactly the entries that at least one of its conditions finds.',
  experiment: (graph, input) =>
    finding(
      graph,
      input,
      (scene, ask) => {
        const [f, g, h] = [someFilter(scene, ask), someFilter(scene, ask), someFilter(scene, ask)]
        return [f, g, h, { $or: [f, g] }, { $or: [g, f, f] }, { $or: [f, g, h] }]
      },
      ([f, g, h, either, turned, any]) =>
        sameSet('`$or` finds other entries than those that its conditions find', union(f, g), either) ??
        sameSet('`$or` in another order finds other entries', either, turned) ??
        sameSet('`$or` of three conditions finds other entries than they find', union(either, h), any),
    ),
})

const deMorgan = live({
  id: 'filters.de-morgan',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.op.$not', 'filters.op.$or', 'filters.op.$and'],
  says:
    'The condition not (f or g) equals the condition (not f) and (not g). ' +
    'The condition not (f and g) equals the condition (not f) or (not g). ' +
    'The condition not (not f) equals the condition f. The negation of an unknown condition is unknown.',
  experiment: (graph, input) =>
    finding(
      graph,
      input,
      (scene, ask) => {
        const [f, g] = [someFilter(scene, ask), someFilter(scene, ask)]
        const [notF, notG] = [{ $not: f }, { $not: g }]
        return [
          { $not: { $or: [f, g] } },
          { $and: [notF, notG] },
          { $not: { $and: [f, g] } },
          { $or: [notF, notG] },
          { $not: notF },
          f,
        ]
      },
      ([a, b, c, d, e, f]) =>
        sameSet('not (f or g) differs from (not f) and (not g)', a, b) ??
        sameSet('not (f and g) differs from (not f) or (not g)', c, d) ??
        sameSet('not (not f) differs from f', e, f),
    ),
})

const narrows = live({
  id: 'filters.narrow',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.all', 'search.text', 'locale.chosen', 'locale.all'],
  says:
    'A further condition in a filter adds no entry to the result. A search text adds no entry to the result of a filter. ' +
    'A request for a single locale finds no entry that a request for all locales does not find.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const f = someFilter(scene, ask)
    const g = someFilter(scene, ask, f)
    const locales = ask.type.localized
      ? [{ locale: '*' }, ...graph.locales.codes.map(({ code }) => ({ locale: code }))]
      : []
    return {
      requests: [
        { filters: f },
        { filters: { $and: [f, g] } },
        { filters: { ...g, ...f } },
        { filters: f, _q: searched(ask.type, scene) },
        ...locales.map((locale) => ({ filters: f, ...locale })),
      ].map((change) => changing(ask, change)),
      judge: (replies) => {
        const [found, both, more, containing, all, ...each] = (allOf(replies) ?? []).map(idsOf)
        return (
          within('`$and` with a further condition finds further entries', both, found) ??
          within('a filter with a further member finds further entries', more, found) ??
          within('a filter with a search text finds further entries', containing, found) ??
          each
            .map((one) =>
              within(
                'a request for one locale finds an entry that a request for all locales does not find',
                one,
                all,
              ),
            )
            .find(Boolean)
        )
      },
    }
  },
})

const mention = live({
  id: 'filters.mention',
  kind: 'law',
  looksAt: 'lists',
  rules: ['filters.through', 'filters.relation-id'],
  says:
    'If a filter names a relation once with two conditions, both conditions must hold for the same linked row. ' +
    'Two conditions that name a relation once find only entries that they also find if each names the relation separately. ' +
    'Two conditions on a to-one relation find the same entries whether they name the relation once or separately.',
  experiment: (graph, input) => {
    let isToOne = false
    return finding(
      graph,
      input,
      (scene, { type, role }) => {
        const ways = passages(type, role)
        if (ways.length === 0) return undefined
        const attribute = scene.roll.pick(ways)
        isToOne = attribute.kind !== 'zone' && !attribute.many
        const target = leadsTo(attribute, graph.schema) ?? type
        const known = [...knownIn(target, 'id', graph), '1', '2', '3']
        const [one, other] = [scene.roll.pick(known), scene.roll.pick(known)]
        const [f, g] = [{ id: oneOperator(target, 'id', scene) }, { id: { $notNull: 'true', $eq: one } }]
        const on = (tree: QueryTree): QueryObject => ({ [attribute.name]: tree })
        return [
          on({ $and: [f, g] }),
          { $and: [on(f), on(g)] },
          on({ id: { $null: 'true' } }),
          on(null),
          on({ $null: 'true' }),
          { $not: on({ id: { $notNull: 'true' } }) },
          on(one),
          on({ id: one }),
          on({ $in: [one, other] }),
          on([one, other]),
        ]
      },
      ([one, two, a, b, c, d, e, f, g, h]) =>
        within('two conditions in one mention of a relation find further entries', one, two) ??
        (isToOne
          ? sameSet('two conditions on a to-one relation find other entries if separate', one, two)
          : undefined) ??
        [b, c, d]
          .map((way) => sameSet('two filters for entries without links find different entries', a, way))
          .find(Boolean) ??
        sameSet('an id without `id` finds other entries than a condition on `id`', e, f) ??
        sameSet('a list of ids finds other entries than `$in` with this list', g, h),
    )
  },
})

export const FILTER_LAWS: readonly LiveLaw[] = [and, or, deMorgan, narrows, mention]

/** Laws about the effects of populate options, and about the data that populate options leave unchanged. */

import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Attribute, Model } from '../../src/reference/schema/schema.ts'
import { leadsTo, openScalars } from '../../src/semantics/model.ts'
import type { JsonObject } from '../../src/util/json.ts'
import { filterTree } from '../arbitraries/filters.ts'
import { underAttribute } from '../arbitraries/populate.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { sortTree } from '../arbitraries/sort.ts'
import {
  type Experiment,
  type ExperimentInput,
  expectSame,
  type Fault,
  type LiveLaw,
  live,
  type Reply,
  same,
} from './law.ts'
import { isSimple, isSimpleList, nestedSetting, ownersOf, type Setting, variants } from './populate-place.ts'
import { below, without } from './replies.ts'

const levels = live({
  id: 'populate.independent',
  kind: 'law',
  lacking: 'no readable type has two attributes that a request can populate',
  rules: [
    'populate.depth',
    'populate.form.filters',
    'populate.form.sort',
    'populate.form.fields',
    'populate.kind.component',
  ],
  says: 'Attributes are populated independently. Populating two attributes together gives the same values as populating each separately.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input)
    if (here === undefined) return undefined
    const { attribute: first, scene, open } = here
    const second = scene.roll.pick(open)
    if (second === first) return undefined
    const [a, b] = [underAttribute(first, scene), underAttribute(second, scene)]
    const together = { [first.name]: a, [second.name]: b }
    return {
      requests: variants(here, together, { [first.name]: a }, { [second.name]: b }),
      judge: ([both, one, other]) => {
        const merged =
          one &&
          ownersOf(here, one)?.map((entry, at) => ({ ...entry, ...(other && ownersOf(here, other)?.[at]) }))
        return expectSame(
          'two attributes populated together differ from each attribute populated separately',
          both && ownersOf(here, both)?.map((entry) => entry),
          merged,
        )
      },
    }
  },
})

const onUnion = live({
  id: 'populate.on-union',
  kind: 'law',
  lacking: 'no readable type has a dynamic zone',
  rules: [
    'populate.on',
    'populate.form.zone-on',
    'component.bare',
    'populate.kind.zone',
    'populate.zone-options',
  ],
  says:
    'An `on` with several types gives the disjoint union of the elements that each type alone gives. The elements that an `on` with several types gives are in the order of the zone. ' +
    'An `on` with all types gives the whole zone.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input, ({ kind }) => kind === 'zone')
    if (here?.attribute.kind !== 'zone') return undefined
    const { name, components } = here.attribute
    const on = (uids: readonly string[]): QueryTree => ({
      [name]: { on: Object.fromEntries(uids.map((uid) => [uid, 'true'])) },
    })
    const kinds = here.scene.roll.some(components, components.length)
    if (kinds.length === 0) return undefined
    return {
      requests: variants(here, name, on(components), on(kinds), ...kinds.map((uid) => on([uid]))),
      judge: ([zone, every, some, ...each]) => {
        const of = (reply: Reply | undefined): readonly (readonly JsonObject[])[] => listsOf(here, reply)
        const fault = expectSame(
          'the whole zone differs from the union of its types',
          of(zone).flat(),
          of(every).flat(),
        )
        if (fault !== undefined) return fault
        const expected = of(zone).map((list) =>
          list.filter(({ __component }) => kinds.includes(String(__component))),
        )
        const apart = of(some).flat().length === each.flatMap((reply) => of(reply).flat()).length
        return apart
          ? expectSame('some types under `on` are not in the order of the zone', expected, of(some))
          : 'two types under `on` show the same element'
      },
    }
  },
})

const onOff = live({
  id: 'populate.on-off',
  kind: 'law',
  lacking: 'no readable type has a dynamic zone',
  rules: ['populate.on', 'populate.form.zone-on'],
  says: 'The answer omits the elements of a type that has the flag `false` under `on`.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input, ({ kind }) => kind === 'zone')
    if (here?.attribute.kind !== 'zone') return undefined
    const { name, components } = here.attribute
    const kinds = here.scene.roll.some(components, components.length)
    const on = (uids: readonly string[], flagOf: (uid: string) => string): QueryTree => ({
      [name]: { on: Object.fromEntries(uids.map((uid) => [uid, flagOf(uid)])) },
    })
    if (kinds.length === 0) return undefined
    return {
      requests: variants(
        here,
        on(kinds, () => 'true'),
        on(components, (uid) => String(kinds.includes(uid))),
      ),
      judge: ([some, flagged]) =>
        expectSame(
          'the populate without the other types differs from the populate with the flag `false` for these types',
          listsOf(here, some).flat(),
          listsOf(here, flagged).flat(),
        ),
    }
  },
})

/**
 * Returns, for each entry that contains the populated attribute, the list of linked entries or components in this
 * attribute.
 */
const listsOf = (here: Setting, reply: Reply | undefined): readonly (readonly JsonObject[])[] =>
  ((reply && ownersOf(here, reply)) ?? []).map((entry) => below(entry, here.attribute.name))

/** Returns an experiment that populates one attribute twice: without options and with options. */
function withOptions(
  graph: Graph,
  input: ExperimentInput,
  fits: (attribute: Attribute) => boolean,
  options: (target: Model, scene: Scene) => QueryTree,
  judge: (
    plain: readonly JsonObject[],
    cut: readonly JsonObject[],
    target: Model,
    options: QueryTree,
  ) => Fault,
): Experiment | undefined {
  const here = nestedSetting(graph, input, fits)
  const target = here && leadsTo(here.attribute, graph.schema)
  if (here === undefined || target === undefined) return undefined
  const { name } = here.attribute
  const chosen = options(target, here.scene)
  return {
    requests: variants(here, name, { [name]: chosen }),
    judge: ([plain, cut]) => {
      const lists = listsOf(here, plain)
      const found = listsOf(here, cut)
      if (lists.length !== found.length)
        return 'options inside a populate change the entries that contain the populated attribute'
      return lists
        .map((list, at) => judge(list, found[at] ?? [], target, chosen))
        .find((fault) => fault !== undefined)
    },
  }
}

const permutation = live({
  id: 'populate.sort-permutes',
  kind: 'law',
  lacking: 'no readable type has a list to populate',
  rules: ['populate.sort.list', 'populate.form.sort', 'sort.ties'],
  says: '`sort` inside a populate only reorders the populated list. A populated list that is sorted by `id` is in ascending order of id.',
  experiment: (graph, input) =>
    withOptions(
      graph,
      input,
      isSimpleList,
      (target, scene) => ({ sort: scene.roll.chance(30) ? 'id' : sortTree(target, scene, false) }),
      (all, found, _, options) => {
        const inOrder = (entries: readonly JsonObject[]): readonly JsonObject[] =>
          entries.toSorted((a, b) => Number(a.id) - Number(b.id))
        return (
          expectSame('a sort changes which entries the populated list has', inOrder(all), inOrder(found)) ??
          (same(options, { sort: 'id' })
            ? expectSame('a populated list sorted by id is not in ascending order of id', inOrder(all), found)
            : undefined)
        )
      },
    ),
})

const sortedById = live({
  id: 'populate.sort-orders',
  kind: 'law',
  unedited: 'by every server',
  lacking: 'no readable type has a list to populate',
  rules: ['populate.sort.list', 'sort.order'],
  says: 'A populated list that is sorted by `id:desc` is in descending order of id.',
  experiment: (graph, input) =>
    withOptions(
      graph,
      input,
      isSimpleList,
      () => ({ sort: ['id:desc'] }),
      (all, found) =>
        expectSame(
          'a populated list sorted by `id:desc` is not in descending order of id',
          all.map(({ id }) => Number(id)).toSorted((a, b) => b - a),
          found.map(({ id }) => Number(id)),
        ),
    ),
})

const fieldsCut = live({
  id: 'populate.fields-cut',
  kind: 'law',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: ['fields.nested', 'populate.form.fields', 'component.fields', 'component.document-id'],
  says:
    'With `fields` inside a populate, each populated entry has its id. With `fields` inside a populate, each populated entry has its documentId. ' +
    '`fields` inside a populate keeps the named scalars and no other scalars. `fields` inside a populate does not change a value.',
  experiment: (graph, input) => {
    const chosen = (target: Model): readonly string[] =>
      openScalars(target).flatMap(({ name }, at) => ((input.dice[at] ?? 0) % 2 === 0 ? [name] : []))
    // Real servers show the position of a component in place of an attribute named `order`.
    const isOrdered = (attribute: Attribute): boolean =>
      leadsTo(attribute, graph.schema)?.attributes.has('order') === true
    return withOptions(
      graph,
      input,
      (attribute) => isSimple(attribute) && !isOrdered(attribute),
      (target) => ({ fields: ['id', ...chosen(target)] }),
      (all, found, target) => {
        const hidden = openScalars(target).flatMap(({ name }) =>
          chosen(target).includes(name) ? [] : [name],
        )
        return expectSame(
          'entries with `fields` differ from the same members of full entries',
          all.map((entry) => without(entry, ...hidden)),
          found,
        )
      },
    )
  },
})

const count = live({
  id: 'populate.count',
  kind: 'law',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: ['populate.count', 'populate.to-one'],
  says:
    '`count` gives the number of entries that the same populate lists without `count`. `count` together with filters gives the number of entries that the filters keep. ' +
    'Every kind of attribute except localizations can have a `count`.',
  experiment: (graph, input) => {
    // Real servers ignore `count` on localizations.
    const here = nestedSetting(graph, input, ({ name }) => name !== 'localizations')
    if (here === undefined) return undefined
    const { name } = here.attribute
    const target = isSimple(here.attribute) ? leadsTo(here.attribute, graph.schema) : undefined
    const filters =
      target !== undefined && here.scene.roll.chance(60) ? { filters: filterTree(target, here.scene, 1) } : {}
    const plain: QueryTree = Object.keys(filters).length === 0 ? 'true' : filters
    return {
      requests: variants(here, { [name]: plain }, { [name]: { ...filters, count: 'true' } }),
      judge: ([listed, counted]) => {
        const lengths = listsOf(here, listed).map((list) => ({ count: list.length }))
        const counts = ((counted && ownersOf(here, counted)) ?? []).map((entry) => entry[name])
        // An attribute that the role may not see is absent from the answer, with or without `count`.
        if (counts.every((found) => found === undefined)) return undefined
        return expectSame(
          '`count` differs from the number of listed entries',
          lengths,
          counts.flatMap((found) => found ?? []),
        )
      },
    }
  },
})

export const POPULATE_OPTION_LAWS: readonly LiveLaw[] = [
  levels,
  onUnion,
  onOff,
  permutation,
  sortedById,
  fieldsCut,
  count,
]

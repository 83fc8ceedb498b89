/**
 * Filters as sets of entries. A condition is true, false or unknown of an entry: unknown where it tests a value that is
 * not there. `$and` and `$or` are those of three-valued logic, `$not` leaves the unknown unknown, and an entry is found
 * if the whole is true, so that a condition and its negation need not find every entry between them. Each mention of a
 * relation chooses one linked row, and one choice that makes the whole true is enough.
 */
import type { Graph } from '../../src/graph/graph.ts'
import type { TestOperator } from '../../src/operators.ts'
import type { ScalarAttribute } from '../../src/schema/schema.ts'
import { filterTree, oneOperator } from '../arbitraries/filters.ts'
import { openScalars, passages } from '../arbitraries/places.ts'
import type { QueryObject, QueryTree } from '../arbitraries/print.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { operandsOf, TEXTS } from '../arbitraries/values.ts'
import { type Experiment, expectSame, type Fault, type LiveLaw, live, type Luck } from './law.ts'
import { allOf, changing, idsOf, wholeList } from './replies.ts'
import type { Json } from '../../src/schema/schema.ts'

type Found = ReadonlySet<Json>

/** An experiment on which entries several filters find. An undefined filter finds all. */
function finding(
  graph: Graph,
  luck: Luck,
  filters: (scene: Scene, ask: ReturnType<typeof wholeList>['ask']) => readonly (QueryObject | undefined)[] | undefined,
  judge: (found: readonly Found[]) => Fault,
): Experiment | undefined {
  const { ask, scene } = wholeList(luck, graph)
  const trees = filters(scene, ask)
  if (trees === undefined) return undefined
  return {
    requests: trees.map((tree) => changing(ask, graph, { filters: tree })),
    judge: (replies) => {
      const lists = allOf(replies)
      if (lists !== undefined) return judge(lists.map(idsOf))
      const statuses = new Set(replies.map(({ status }) => status))
      return statuses.size > 1 ? `some of the filters are refused: ${replies.map(({ status }) => status)}` : undefined
    },
  }
}

const none: Found = new Set()
const sameSet = (what: string, a: Found = none, b: Found = none): Fault =>
  expectSame(what, [...a].toSorted(), [...b].toSorted())
const within = (what: string, a: Found = none, b: Found = none): Fault =>
  sameSet(what, a, new Set([...a].filter((id) => b.has(id))))
const meet = (a: Found = none, b: Found = none): Found => new Set([...a].filter((id) => b.has(id)))
const union = (a: Found = none, b: Found = none): Found => new Set([...a, ...b])

const and = live({
  id: 'filters.and',
  kind: 'law',
  rules: ['filters.op.$and', 'filters.all'],
  says: '`$and` finds what each of its conditions finds.',
  experiment: (graph, luck) =>
    finding(graph, luck, (scene, { type }) => {
      const [f, g] = [filterTree(type, scene, 2), filterTree(type, scene, 2)]
      return [f, g, { $and: [f, g] }, { $and: [f, { $and: [g] }] }]
    }, ([f, g, both, nested]) => sameSet('the meet and `$and`', meet(f, g), both) ?? sameSet('nested', both, nested)),
})

const or = live({
  id: 'filters.or',
  kind: 'law',
  rules: ['filters.op.$or'],
  says: '`$or` finds what any of its conditions finds.',
  experiment: (graph, luck) =>
    finding(graph, luck, (scene, { type }) => {
      const [f, g] = [filterTree(type, scene, 2), filterTree(type, scene, 2)]
      return [f, g, { $or: [f, g] }, { $or: [g, f, f] }]
    }, ([f, g, either, turned]) => sameSet('the union and `$or`', union(f, g), either) ?? sameSet('turned', either, turned)),
})

const deMorgan = live({
  id: 'filters.de-morgan',
  kind: 'law',
  rules: ['filters.op.$not', 'filters.op.$or', 'filters.op.$and'],
  says: 'De Morgan: not (f or g) is not f and not g, not (f and g) is not f or not g, and not not f is f, the unknown staying unknown.',
  experiment: (graph, luck) =>
    finding(graph, luck, (scene, { type }) => {
      const [f, g] = [filterTree(type, scene, 2), filterTree(type, scene, 2)]
      const [notF, notG] = [{ $not: f }, { $not: g }]
      return [
        { $not: { $or: [f, g] } },
        { $and: [notF, notG] },
        { $not: { $and: [f, g] } },
        { $or: [notF, notG] },
        { $not: notF },
        f,
      ]
    }, ([a, b, c, d, e, f]) => sameSet('not or', a, b) ?? sameSet('not and', c, d) ?? sameSet('not not', e, f)),
})

/** A scalar that can be filtered by. */
function pickScalar({ roll }: Scene, scalars: readonly ScalarAttribute[]): ScalarAttribute | undefined {
  return scalars.length === 0 ? undefined : roll.pick(scalars)
}

const complement = live({
  id: 'filters.complement',
  kind: 'law',
  rules: ['filters.op.$not', 'filters.op.$notNull', 'filters.op.$null'],
  says: 'A test of a value and its `$not` find, between them and apart, just the entries that have the value.',
  experiment: (graph, luck) =>
    finding(graph, luck, (scene, { type }) => {
      const scalar = pickScalar(scene, openScalars(type))
      if (scalar === undefined) return undefined
      const operand = scene.roll.pick(operandsOf(scalar.type, '$eq', []))
      const operator = scene.roll.pick<TestOperator>(['$eq', '$gt', '$lte', '$ne', '$lt', '$gte', '$in', '$notIn', '$contains', '$startsWithi'])
      const test = { [operator]: operand }
      return [
        { [scalar.name]: test },
        { [scalar.name]: { $not: test } },
        { [scalar.name]: { $notNull: 'true' } },
        { $not: { [scalar.name]: test } },
        { [scalar.name]: { $null: 'true' } },
        undefined,
      ]
    }, ([test, not, has, outer, lacks, all]) =>
      sameSet('a test or its negation, and having a value', union(test, not), has) ??
      sameSet('a test and its negation', meet(test, not), none) ??
      sameSet('negated inside and outside', not, outer) ??
      sameSet('with and without value', union(has, lacks), all) ??
      sameSet('with a value and without', meet(has, lacks), none)),
})

const inOrEq = live({
  id: 'filters.in',
  kind: 'law',
  rules: ['filters.op.$in', 'filters.op.$notIn', 'filters.op.$eq', 'filters.op.$ne', 'filters.implicit', 'filters.list-operand'],
  says: '`$in` is an `$or` of `$eq`, a bare list and a list under `$eq`; `$notIn` is an `$and` of `$ne` and a list under `$ne`.',
  experiment: (graph, luck) =>
    finding(graph, luck, (scene, { type }) => {
      const scalar = pickScalar(scene, openScalars(type))
      if (scalar === undefined) return undefined
      const operands = operandsOf(scalar.type, '$eq', [])
      const values = [scene.roll.pick(operands), scene.roll.pick(operands)]
      const on = (test: QueryTree): QueryObject => ({ [scalar.name]: test })
      return [
        on({ $in: values }),
        { $or: values.map((value) => on({ $eq: value })) },
        on(values),
        on({ $eq: values }),
        { $or: values.map(on) },
        on({ $notIn: values }),
        { $and: values.map((value) => on({ $ne: value })) },
        on({ $ne: values }),
        on({ $not: { $in: values } }),
      ]
    }, (found) => {
      const [first, , , , , negative] = found
      return found.map((one, at) => sameSet(`the way number ${at}`, at < 5 ? first : negative, one)).find(Boolean)
    }),
})

const between = live({
  id: 'filters.between',
  kind: 'law',
  rules: ['filters.op.$between', 'filters.op.$gte', 'filters.op.$lte', 'filters.op.$gt', 'filters.op.$lt'],
  says: '`$between` is `$gte` and `$lte`; `$gte` is `$gt` or `$eq`; `$lt` is what has a value and is not `$gte`.',
  experiment: (graph, luck) =>
    finding(graph, luck, (scene, { type }) => {
      const scalar = pickScalar(scene, openScalars(type))
      if (scalar === undefined) return undefined
      const operands = operandsOf(scalar.type, '$gte', [])
      const [low, high] = [scene.roll.pick(operands), scene.roll.pick(operands)]
      const on = (test: QueryTree): QueryObject => ({ [scalar.name]: test })
      return [
        on({ $between: [low, high] }),
        on({ $gte: low, $lte: high }),
        on({ $gte: low }),
        { $or: [on({ $gt: low }), on({ $eq: low })] },
        on({ $lt: low }),
        on({ $not: { $gte: low } }),
        on({ $lte: low }),
        on({ $not: { $gt: low } }),
      ]
    }, ([a, b, c, d, e, f, g, h]) =>
      sameSet('between', a, b) ?? sameSet('at least', c, d) ?? sameSet('below', e, f) ?? sameSet('at most', g, h)),
})

const PAIRS: readonly (readonly [TestOperator, TestOperator])[] = [
  ['$eq', '$ne'],
  ['$eqi', '$nei'],
  ['$in', '$notIn'],
  ['$contains', '$notContains'],
  ['$containsi', '$notContainsi'],
]

const negations = live({
  id: 'filters.negations',
  kind: 'law',
  rules: ['filters.op.$ne', 'filters.op.$nei', 'filters.op.$notIn', 'filters.op.$notContains', 'filters.op.$notContainsi'],
  says: 'Each negative operator finds, of the entries that have the value, just those that its positive one does not.',
  experiment: (graph, luck) =>
    finding(graph, luck, (scene, { type }) => {
      const scalar = pickScalar(scene, openScalars(type))
      if (scalar === undefined) return undefined
      const [positive, negative] = scene.roll.pick(PAIRS)
      const operand = scene.roll.pick(operandsOf(scalar.type, positive, []))
      const on = (test: QueryTree): QueryObject => ({ [scalar.name]: test })
      return [on({ [positive]: operand }), on({ [negative]: operand }), on({ $notNull: 'true' }), on({ $null: 'false' })]
    }, ([yes, no, has, hasToo]) =>
      sameSet('both', meet(yes, no), none) ?? sameSet('either', union(yes, no), has) ?? sameSet('not null', has, hasToo)),
})

const narrows = live({
  id: 'filters.narrow',
  kind: 'law',
  rules: ['filters.all', 'search.text', 'locale.chosen', 'locale.all'],
  says: 'A further condition, a search text or a single locale in place of all never adds an entry.',
  experiment: (graph, luck) =>
    finding(graph, luck, (scene, { type }) => {
      const [f, g] = [filterTree(type, scene, 2), filterTree(type, scene, 2)]
      return [f, { $and: [f, g] }, { ...g, ...f }]
    }, ([f, both, more]) => within('with `$and`', both, f) ?? within('with a member', more, f)),
})

const search = live({
  id: 'search.contains',
  kind: 'law',
  rules: ['search.text', 'filters.op.$containsi'],
  says: '`_q` finds what `$containsi` finds on id, documentId or a searched text, and nothing but that.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const text = scene.roll.pick(TEXTS.filter((one) => one !== '' && Number.isNaN(Number(one))))
    const isText = ({ type, searchable }: ScalarAttribute): boolean =>
      searchable && ['string', 'text', 'richtext', 'email', 'uid', 'enumeration'].includes(type)
    const names = ['id', 'documentId', ...openScalars(ask.type).filter(isText).map(({ name }) => name)]
    const filters = { $or: names.map((name) => ({ [name]: { $containsi: text } })) }
    return {
      requests: [changing(ask, graph, { _q: text }), changing(ask, graph, { filters })],
      judge: (replies) => {
        const lists = allOf(replies)
        return lists === undefined ? undefined : sameSet('searched and filtered', ...(lists.map(idsOf) as [Found, Found]))
      },
    }
  },
})

const mention = live({
  id: 'filters.mention',
  kind: 'law',
  rules: ['filters.through', 'filters.relation-id'],
  says: 'Two conditions in one mention of a relation hold of one linked row: they find a part of what two mentions find; of a to-one they find the same.',
  experiment: (graph, luck) => {
    let isToOne = false
    return finding(graph, luck, (scene, { type, role }) => {
      const ways = passages(type, role)
      if (ways.length === 0) return undefined
      const attribute = scene.roll.pick(ways)
      isToOne = attribute.kind === 'component' && !attribute.many
      const [f, g] = [{ id: oneOperator('id', scene) }, { id: { $notNull: 'true' }, ...oneId(scene) }]
      const on = (tree: QueryTree): QueryObject => ({ [attribute.name]: tree })
      return [
        on({ $and: [f, g] }),
        { $and: [on(f), on(g)] },
        on({ id: { $null: 'true' } }),
        on(null),
        on({ $null: 'true' }),
        { $not: on({ id: { $notNull: 'true' } }) },
        on('2'),
        on({ id: '2' }),
        on({ $in: ['1', '2'] }),
        on(['1', '2']),
      ]
    }, ([one, two, a, b, c, d, e, f, g, h]) =>
      within('one mention', one, two) ??
      (isToOne ? sameSet('of a to-one', one, two) : undefined) ??
      [b, c, d].map((way) => sameSet('nothing linked', a, way)).find(Boolean) ??
      sameSet('an id', e, f) ??
      sameSet('some ids', g, h))
  },
})

const oneId = ({ roll }: Scene): QueryObject => ({ id: roll.pick(['1', '2', '3']) })

const ids = live({
  id: 'filters.ids',
  kind: 'law',
  rules: ['filters.id', 'filters.cast', 'entry.id', 'entry.document-id'],
  says: 'A filter on an id finds the entry with that id and no other, and one on a documentId that document.',
  experiment: (graph, luck) => {
    const { ask } = wholeList(luck, graph)
    const id = String(1 + ((luck.dice[0] ?? 0) % 4))
    const documentId = `doc${(luck.dice[1] ?? 0) % 8}`
    return {
      requests: [undefined, { id }, { id: { $ne: id } }, { documentId }].map((filters) => changing(ask, graph, { filters })),
      judge: (replies) => {
        const [all, one, others, document] = allOf(replies) ?? []
        const kept = (test: (entry: { readonly [key: string]: Json }) => boolean): Found => idsOf((all ?? []).filter(test))
        return (
          sameSet('by id', one && idsOf(one), kept((entry) => String(entry.id) === id)) ??
          sameSet('by another id', others && idsOf(others), kept((entry) => String(entry.id) !== id)) ??
          sameSet('by document', document && idsOf(document), kept((entry) => entry.documentId === documentId))
        )
      },
    }
  },
})

const values = live({
  id: 'filters.shown-values',
  kind: 'law',
  rules: ['filters.op.$eq', 'filters.op.$contains', 'filters.op.$startsWith', 'filters.op.$endsWith', 'filters.cast', 'filters.op.$eqi', 'filters.op.$startsWithi', 'filters.op.$endsWithi'],
  says: 'A text that is shown is found by `$eq` just where it is shown, and by the other text operators there at least.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const scalar = pickScalar(scene, openScalars(ask.type).filter(({ type }) => type === 'string' || type === 'text'))
    if (scalar === undefined) return undefined
    const { name } = scalar
    const text = scene.roll.pick(TEXTS)
    const operators = ['$eq', '$contains', '$startsWith', '$endsWith', '$eqi', '$containsi', '$startsWithi', '$endsWithi'] as const
    return {
      requests: [undefined, ...operators.map((operator) => ({ [name]: { [operator]: text } }))].map((filters) => changing(ask, graph, { filters })),
      judge: (replies) => {
        const lists = allOf(replies)
        if (lists === undefined) return undefined
        const [all = [], equal = [], ...others] = lists
        const shown = idsOf(all.filter((entry) => entry[name] === text))
        return (
          sameSet('shown and found', shown, idsOf(equal)) ??
          others.map((found) => within('found by another operator', shown, idsOf(found))).find(Boolean) ??
          textOperators(all, others, name, text)
        )
      },
    }
  },
})

/** The operators that tell upper from lower case, held against the texts that are shown. */
function textOperators(
  all: readonly { readonly [key: string]: Json }[],
  [contains = [], starts = [], ends = []]: readonly (readonly { readonly [key: string]: Json }[])[],
  name: string,
  text: string,
): Fault {
  const kept = (test: (value: string) => boolean): Found =>
    idsOf(all.filter((entry) => typeof entry[name] === 'string' && test(entry[name])))
  return (
    sameSet('$contains', kept((value) => value.includes(text)), idsOf(contains)) ??
    sameSet('$startsWith', kept((value) => value.startsWith(text)), idsOf(starts)) ??
    sameSet('$endsWith', kept((value) => value.endsWith(text)), idsOf(ends))
  )
}

export const FILTER_LAWS: readonly LiveLaw[] = [
  and,
  or,
  deMorgan,
  complement,
  inOrEq,
  between,
  negations,
  narrows,
  search,
  mention,
  ids,
  values,
]

/** Filters held against the values that the answer shows. */
import type { Json } from '../../src/ground/json.ts'
import type { ScalarAttribute } from '../../src/reference/schema/schema.ts'
import { openScalars } from '../arbitraries/places.ts'
import { TEXTS } from '../arbitraries/values.ts'
import { type Fault, type LiveLaw, live } from './law.ts'
import { allOf, changing, idsOf, wholeList } from './replies.ts'
import { type Found, pickScalar, sameSet, within } from './sets.ts'

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
    const names = [
      'id',
      'documentId',
      ...openScalars(ask.type)
        .filter(isText)
        .map(({ name }) => name),
    ]
    const filters = { $or: names.map((name) => ({ [name]: { $containsi: text } })) }
    return {
      requests: [changing(ask, { _q: text }), changing(ask, { filters })],
      judge: (replies) => {
        const [searched, filtered] = allOf(replies) ?? []
        return searched && filtered && sameSet('searched and filtered', idsOf(searched), idsOf(filtered))
      },
    }
  },
})

const ids = live({
  id: 'filters.ids',
  kind: 'law',
  rules: ['filters.id', 'filters.cast', 'entry.id', 'entry.document-id'],
  says:
    'A filter on an id finds the entry with that id and no other, and one on a documentId that ' +
    'document.',
  experiment: (graph, luck) => {
    const { ask } = wholeList(luck, graph)
    const id = String(1 + ((luck.dice[0] ?? 0) % 4))
    const documentId = `doc${(luck.dice[1] ?? 0) % 8}`
    return {
      requests: [undefined, { id }, { id: { $ne: id } }, { documentId }].map((filters) =>
        changing(ask, { filters }),
      ),
      judge: (replies) => {
        const [all, one, others, document] = allOf(replies) ?? []
        const kept = (test: (entry: { readonly [key: string]: Json }) => boolean): Found =>
          idsOf((all ?? []).filter(test))
        return (
          sameSet(
            'by id',
            one && idsOf(one),
            kept((entry) => String(entry.id) === id),
          ) ??
          sameSet(
            'by another id',
            others && idsOf(others),
            kept((entry) => String(entry.id) !== id),
          ) ??
          sameSet(
            'by document',
            document && idsOf(document),
            kept((entry) => entry.documentId === documentId),
          )
        )
      },
    }
  },
})

/** Texts that other texts begin with, end with and hold. */
const SHORT_TEXTS = TEXTS.slice(0, 8)

const values = live({
  id: 'filters.shown-values',
  kind: 'law',
  rules: [
    'filters.op.$eq',
    'filters.op.$contains',
    'filters.op.$startsWith',
    'filters.op.$endsWith',
    'filters.cast',
    'filters.op.$eqi',
    'filters.op.$startsWithi',
    'filters.op.$endsWithi',
  ],
  says:
    'A text that is shown is found by `$eq` just where it is shown, and by the other text ' +
    'operators there at least.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const scalar = pickScalar(
      scene,
      openScalars(ask.type).filter(({ type }) => type === 'string' || type === 'text'),
    )
    if (scalar === undefined) return undefined
    const { name } = scalar
    const text = scene.roll.pick(scene.roll.chance(60) ? SHORT_TEXTS : TEXTS)
    const operators = [
      '$eq',
      '$contains',
      '$startsWith',
      '$endsWith',
      '$eqi',
      '$containsi',
      '$startsWithi',
      '$endsWithi',
    ] as const
    return {
      requests: [undefined, ...operators.map((operator) => ({ [name]: { [operator]: text } }))].map(
        (filters) => changing(ask, { filters }),
      ),
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
    sameSet(
      '$contains',
      kept((value) => value.includes(text)),
      idsOf(contains),
    ) ??
    sameSet(
      '$startsWith',
      kept((value) => value.startsWith(text)),
      idsOf(starts),
    ) ??
    sameSet(
      '$endsWith',
      kept((value) => value.endsWith(text)),
      idsOf(ends),
    )
  )
}

/** Texts that are one when case does not count. */
const CASE_PAIRS: readonly (readonly [string, string])[] = [
  ['ß', 'SS'],
  ['ß', 'ẞ'],
  ['straße', 'STRASSE'],
  ['ς', 'Σ'],
  ['οδός', 'ΟΔΌΣ'],
  ['İ', 'i\u0307'],
  ['É', 'é'],
  ['ﬁ', 'FI'],
  ['abba', 'ABBA'],
  ['AB', 'aB'],
]

const casePairs = live({
  id: 'filters.case-pairs',
  kind: 'law',
  rules: [
    'filters.op.$eqi',
    'filters.op.$nei',
    'filters.op.$containsi',
    'filters.op.$notContainsi',
    'filters.op.$startsWithi',
    'filters.op.$endsWithi',
    'search.text',
  ],
  says:
    'Two texts that differ in case alone find the same entries by `_q` and by every operator that leaves case aside, ' +
    'and a dotless i is no i.',
  experiment: (graph, luck) => {
    const { ask, scene } = wholeList(luck, graph)
    const texts = openScalars(ask.type).filter(({ type }) => type === 'string' || type === 'text')
    const scalar = pickScalar(scene, texts)
    if (scalar === undefined) return undefined
    const { name } = scalar
    const pair = scene.roll.pick(CASE_PAIRS)
    const operators = ['$eqi', '$nei', '$containsi', '$notContainsi', '$startsWithi', '$endsWithi'] as const
    const filters = operators.flatMap((operator) => pair.map((text) => ({ [name]: { [operator]: text } })))
    const changes = [...filters.map((one) => ({ filters: one })), ...pair.map((text) => ({ _q: text }))]
    return {
      requests: [...changes, { filters: { [name]: { $eqi: 'I' } } }].map((change) => changing(ask, change)),
      judge: (replies) => {
        const lists = allOf(replies)
        if (lists === undefined) return undefined
        if (lists.at(-1)?.some((entry) => entry[name] === 'ı')) return 'a dotless i is found as an i'
        const found = lists.slice(0, -1).map(idsOf)
        return found
          .map((one, at) =>
            at % 2 === 0 ? undefined : sameSet(`${pair.join(' and ')}, ${at}`, found[at - 1], one),
          )
          .find((fault) => fault !== undefined)
      },
    }
  },
})

export const SHOWN_LAWS: readonly LiveLaw[] = [search, ids, values, casePairs]

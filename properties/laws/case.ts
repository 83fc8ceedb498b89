/** Laws about comparisons that ignore case. */

import { heldBy, likenesses } from '../arbitraries/held.ts'
import { type LiveLaw, live } from './law.ts'
import { allOf, changing, idsOf, wholeList } from './replies.ts'
import { isText, pickScalar, sameSet } from './sets.ts'
import { textIn } from './shown.ts'

/** Pairs of texts that differ only in letter case. */
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

const bothCases = (text: string): readonly [string, string] => [text.toLowerCase(), text.toUpperCase()]

const casePairs = live({
  id: 'filters.case-pairs',
  kind: 'law',
  looksAt: 'lists',
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
    'Two search texts that differ only in letter case find the same entries by `_q`. ' +
    'Two operands that differ only in letter case find the same entries by a case-insensitive operator. ' +
    'A dotless `ı` does not match an `i`.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const scalar = pickScalar(scene, ask.type, isText)
    if (scalar === undefined) return undefined
    const { name } = scalar
    const held = heldBy(graph, ask.type, scalar)
    const known = held.filter((text) => /^[ -~]*[A-Za-z][ -~]*$/.test(text))
    const paired = CASE_PAIRS.filter(([one, other]) => held.includes(one) || held.includes(other))
    const pair =
      known.length > 0 && scene.roll.chance(40)
        ? bothCases(scene.roll.pick(likenesses(scene.roll.pick(known))))
        : scene.roll.pick(paired.length > 0 && scene.roll.chance(70) ? paired : CASE_PAIRS)
    const operators = ['$eqi', '$nei', '$containsi', '$notContainsi', '$startsWithi', '$endsWithi'] as const
    const filters = operators.flatMap((operator) => pair.map((text) => ({ [name]: { [operator]: text } })))
    const changes = [...filters.map((one) => ({ filters: one })), ...pair.map((text) => ({ _q: text }))]
    return {
      requests: [...changes, { filters: { [name]: { $eqi: 'I' } } }].map((change) => changing(ask, change)),
      judge: (replies) => {
        const lists = allOf(replies)
        if (lists === undefined) return undefined
        if (lists.at(-1)?.some((entry) => entry[name] === 'ı')) return 'a search for i finds a dotless ı'
        const found = lists.slice(0, -1).map(idsOf)
        return found
          .map((one, at) =>
            at % 2 === 0
              ? undefined
              : sameSet(`${pair.join(' and ')} find different entries in request ${at}`, found[at - 1], one),
          )
          .find((fault) => fault !== undefined)
      },
    }
  },
})

/** The case-insensitive operators, with their meaning for texts of printable ASCII in lower case. */
const CASELESS: readonly (readonly [string, (value: string, text: string) => boolean])[] = [
  ['$eqi', (value, text) => value === text],
  ['$containsi', (value, text) => value.includes(text)],
  ['$startsWithi', (value, text) => value.startsWith(text)],
  ['$endsWithi', (value, text) => value.endsWith(text)],
]

const isPlain = (text: unknown): text is string => typeof text === 'string' && /^[ -~]+$/.test(text)

const shownCase = live({
  id: 'filters.shown-case',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has a text attribute',
  rules: ['filters.op.$eqi', 'filters.op.$containsi', 'filters.op.$startsWithi', 'filters.op.$endsWithi'],
  says:
    'Of printable ASCII texts, `$eqi` finds exactly those that equal the operand, ignoring case. ' +
    'Of printable ASCII texts, `$containsi` finds exactly those that contain the operand, ignoring case. ' +
    'Of printable ASCII texts, `$startsWithi` finds exactly those that start with the operand, ignoring case. ' +
    'Of printable ASCII texts, `$endsWithi` finds exactly those that end with the operand, ignoring case.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const requested = textIn(graph, ask, scene)
    if (requested === undefined || !isPlain(requested.text)) return undefined
    const { name } = requested
    const text = requested.text.toLowerCase()
    const sent = scene.roll.pick(bothCases(text))
    const tests = CASELESS.map(([operator]) => ({ [name]: { [operator]: sent } }))
    return {
      requests: [undefined, ...tests].map((filters) => changing(ask, { filters })),
      judge: (replies) => {
        const [all, ...found] = allOf(replies) ?? []
        if (all === undefined) return undefined
        const plain = all.filter((entry) => isPlain(entry[name]))
        return CASELESS.map(([operator, test], at) => {
          const ids = idsOf(found[at] ?? [])
          const hit = plain.filter((entry) => test(String(entry[name]).toLowerCase(), text))
          return sameSet(
            operator,
            idsOf(hit),
            idsOf(plain.filter(({ id }) => id !== undefined && ids.has(id))),
          )
        }).find(Boolean)
      },
    }
  },
})

export const CASE_LAWS: readonly LiveLaw[] = [casePairs, shownCase]

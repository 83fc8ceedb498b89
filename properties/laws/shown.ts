/** Laws that compare the entries that a filter finds with the values in the answer. */

import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType, ScalarAttribute, ScalarType } from '../../src/reference/schema/schema.ts'
import { mayFindOne } from '../../src/semantics/access.ts'
import { isSecret, openScalars } from '../../src/semantics/model.ts'
import type { Json, JsonObject } from '../../src/util/json.ts'
import { knownIn } from '../arbitraries/filters.ts'
import { heldBy, likenesses } from '../arbitraries/held.ts'
import { type Ask, searched } from '../arbitraries/request.ts'
import type { Scene } from '../arbitraries/scene.ts'
import { TEXTS } from '../arbitraries/values.ts'
import { expectSame, type Fault, type LiveLaw, live } from './law.ts'
import { allOf, changing, entriesOf, idsOf, wholeList, without } from './replies.ts'
import { isText, pickScalar, sameSet, within } from './sets.ts'

const search = live({
  id: 'search.contains',
  kind: 'law',
  looksAt: 'lists',
  rules: ['search.text', 'filters.op.$containsi'],
  says:
    '`_q` finds every entry that `$containsi` with the same text finds. ' +
    '`_q` finds the entries whose id or documentId contains the search text. ' +
    '`_q` finds the entries that have the search text in a searched text attribute. `_q` finds no other entry.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const hidden = hiddenTexts(ask.type, graph)
    const isHidden = hidden.length > 0 && scene.roll.chance(40)
    // Picks a type of attribute before an attribute, because few attributes are enumerations.
    const scalar = isHidden || scene.roll.chance(40) ? undefined : pickScalar(scene, ask.type, isSearched)
    const known = isHidden ? hidden : scalar ? heldBy(graph, ask.type, scalar).flatMap(likenesses) : []
    const text = known.length > 0 ? scene.roll.pick(known) : searched(ask.type, scene)
    // The law skips texts that are numbers, because a search for a number also matches ids and number attributes.
    if (text.trim() === '' || !Number.isNaN(Number(text))) return undefined
    const names = [
      'id',
      'documentId',
      ...openScalars(ask.type)
        .filter(isSearched)
        .map(({ name }) => name),
    ]
    const filters = { $or: names.map((name) => ({ [name]: { $containsi: text } })) }
    return {
      requests: [changing(ask, { _q: text }), changing(ask, { filters })],
      judge: (replies) => {
        const [searched, filtered] = allOf(replies) ?? []
        return searched && filtered && sameSet('search and filter differ', idsOf(searched), idsOf(filtered))
      },
    }
  },
})

const SEARCHED_TYPES: readonly ScalarType[] = ['string', 'text', 'richtext', 'email', 'uid', 'enumeration']

const isSearched = ({ type, searchable }: ScalarAttribute): boolean =>
  searchable && SEARCHED_TYPES.includes(type)

/** Returns the values of the private attributes of a type as texts. No search may read these values. */
const hiddenTexts = (type: ContentType, graph: Graph): readonly string[] =>
  [...type.attributes.values()]
    .filter((attribute) => attribute.kind === 'scalar')
    .filter((attribute) => isSecret(attribute))
    .flatMap((attribute) => heldBy(graph, type, attribute))

const searchedIds = live({
  id: 'search.ids',
  kind: 'law',
  unedited: 'by every server',
  looksAt: 'lists',
  rules: ['search.text', 'entry.id', 'entry.document-id'],
  says: '`_q` with the id of an entry finds this entry. `_q` with the documentId of an entry finds this entry.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const known = [knownIn(ask.type, 'id', graph), knownIn(ask.type, 'documentId', graph)]
    const texts = known.flatMap((all) => (all.length === 0 ? [] : [scene.roll.pick(all)]))
    if (texts.length === 0) return undefined
    return {
      requests: [undefined, ...texts].map((_q) => changing(ask, { _q })),
      judge: (replies) => {
        const [all, ...found] = allOf(replies) ?? []
        return found
          .map((entries, at) => {
            const named = (all ?? []).filter(({ id, documentId }) =>
              [String(id), documentId].includes(texts[at] ?? ''),
            )
            return within(`\`_q=${texts[at]}\` misses the entry with this id`, idsOf(named), idsOf(entries))
          })
          .find((fault) => fault !== undefined)
      },
    }
  },
})

const searchedAlone = live({
  id: 'search.documents',
  kind: 'law',
  looksAt: 'answers',
  lacking: 'no type may be both listed and read one by one',
  rules: ['search.text', 'endpoint.document', 'endpoint.not-found'],
  says:
    "If a list finds a document by a search text, this text does not change the answer at the document's path. " +
    'With a search text that does not find a document, the answer at the path of the document is 404.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const { roll } = scene
    if (!mayFindOne(ask.role, ask.type.uid)) return undefined
    const documentId = roll.pick([...knownIn(ask.type, 'documentId', graph), 'nobody'])
    const texts = [searched(ask.type, scene), roll.chance(50) ? documentId.slice(1) : 'text of no document']
    const document = {
      ...ask,
      target: 'document' as const,
      documentId,
      query: without(ask.query, 'pagination'),
    }
    return {
      requests: [
        changing(document, {}),
        ...texts.flatMap((_q) => [
          changing(ask, { _q, filters: { documentId } }),
          changing(document, { _q }),
        ]),
      ],
      judge: ([plain, ...replies]): Fault => {
        if (plain?.status !== 200) return undefined
        return texts
          .map((text, at) => {
            const [list, found] = replies.slice(2 * at, 2 * at + 2)
            const entries = list && entriesOf(list)
            if (entries === undefined || found === undefined) return undefined
            if (entries.length > 0) return expectSame(`_q=${text} changes the answer`, plain.json, found.json)
            return found.status === 404
              ? undefined
              : `the status is ${found.status} for _q=${text}, although no list finds the document by this text`
          })
          .find(Boolean)
      },
    }
  },
})

const ids = live({
  id: 'filters.ids',
  kind: 'law',
  unedited: 'by every server',
  looksAt: 'lists',
  rules: ['filters.id', 'filters.cast', 'entry.id', 'entry.document-id'],
  says:
    'A filter on an id finds the entry with this id. A filter on an id finds no entry with another id. ' +
    'A filter on a documentId finds only entries of this document.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const id = scene.roll.pick([...knownIn(ask.type, 'id', graph), '1', '99'])
    const documentId = scene.roll.pick([...knownIn(ask.type, 'documentId', graph), 'doc0', 'nobody'])
    return {
      requests: [undefined, { id }, { id: { $ne: id } }, { documentId }].map((filters) =>
        changing(ask, { filters }),
      ),
      judge: (replies) => {
        const [all, one, others, document] = allOf(replies) ?? []
        if (all === undefined) return undefined
        const tests: readonly (readonly [string, typeof one, (entry: JsonObject) => boolean])[] = [
          ['by id', one, (entry) => String(entry.id) === id],
          ['by another id', others, (entry) => String(entry.id) !== id],
          ['by document', document, (entry) => entry.documentId === documentId],
        ]
        return tests
          .map(([what, found = [], test]) => expectSame(what, byId(found), byId(all.filter(test))))
          .find(Boolean)
      },
    }
  },
})

const byId = (entries: readonly JsonObject[]): readonly Json[] =>
  entries.toSorted((a, b) => Number(a.id) - Number(b.id))

/** Short texts, which other generated texts contain at the start, at the end or inside. */
const SHORT_TEXTS = TEXTS.slice(0, 8)

/**
 * Selects a random text attribute of a type, and a text. The selected text is random or resembles a value of the
 * attribute.
 */
export function textIn(
  graph: Graph,
  { type }: Ask,
  scene: Scene,
): { readonly name: string; readonly text: string } | undefined {
  const scalar = pickScalar(scene, type, isText)
  if (scalar === undefined) return undefined
  const known = heldBy(graph, type, scalar).flatMap(likenesses)
  const isKnown = known.length > 0 && scene.roll.chance(70)
  const text = scene.roll.pick(isKnown ? known : scene.roll.chance(60) ? SHORT_TEXTS : TEXTS)
  return { name: scalar.name, text }
}

const values = live({
  id: 'filters.shown-values',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has a text attribute',
  rules: [
    'filters.op.$eq',
    'filters.op.$in',
    'filters.cast',
    'filters.op.$eqi',
    'filters.op.$startsWithi',
    'filters.op.$endsWithi',
  ],
  says:
    '`$eq` with a text from the answer finds exactly the entries that show this text. ' +
    '`$in` with a text from the answer finds exactly the entries that show this text. ' +
    'The case-insensitive operators find at least the entries that `$eq` finds.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const requested = textIn(graph, ask, scene)
    if (requested === undefined) return undefined
    const { name, text } = requested
    const operators = ['$eq', '$in', '$eqi', '$containsi', '$startsWithi', '$endsWithi'] as const
    return {
      requests: [undefined, ...operators.map((operator) => ({ [name]: { [operator]: text } }))].map(
        (filters) => changing(ask, { filters }),
      ),
      judge: (replies) => {
        const lists = allOf(replies)
        if (lists === undefined) return undefined
        const [all = [], equal = [], listed = [], ...others] = lists
        const shown = idsOf(all.filter((entry) => entry[name] === text))
        return (
          sameSet('`$eq` finds other entries than those that show the text', shown, idsOf(equal)) ??
          sameSet('`$in` finds other entries than those that show the text', shown, idsOf(listed)) ??
          others
            .map((found) =>
              within('a case-insensitive operator misses an entry that shows the text', shown, idsOf(found)),
            )
            .find(Boolean)
        )
      },
    }
  },
})

/**
 * The case-sensitive operators, each with a function that returns whether a value satisfies the operator with an
 * operand.
 */
const TESTS: readonly (readonly [string, (value: string, text: string) => boolean])[] = [
  ['$contains', (value, text) => value.includes(text)],
  ['$startsWith', (value, text) => value.startsWith(text)],
  ['$endsWith', (value, text) => value.endsWith(text)],
]

/** Characters that are wildcards in SQL, in a shell or in a regular expression. */
const WILD = ['_', '%', '*', '?', '.'] as const

const pieces = live({
  id: 'filters.shown-texts',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type has a text attribute',
  rules: ['filters.op.$contains', 'filters.op.$startsWith', 'filters.op.$endsWith'],
  says:
    '`$contains` finds exactly the entries that show a text that contains the operand. ' +
    '`$startsWith` finds exactly the entries that show a text that starts with the operand. ' +
    '`$endsWith` finds exactly the entries that show a text that ends with the operand. ' +
    '`$contains`, `$startsWith` and `$endsWith` do not ignore letter case. ' +
    'No character in the operand of `$contains`, `$startsWith` or `$endsWith` is a wildcard.',
  experiment: (graph, input) => {
    const { ask, scene } = wholeList(input, graph)
    const requested = textIn(graph, ask, scene)
    if (requested === undefined) return undefined
    const { name, text: known } = requested
    const letters = [...known]
    const at = scene.roll.upTo(0xff) % Math.max(letters.length, 1)
    const isWild = letters.length > 1 && scene.roll.chance(40)
    const text = isWild ? letters.with(at, scene.roll.pick(WILD)).join('') : known
    return {
      requests: [undefined, ...TESTS.map(([operator]) => ({ [name]: { [operator]: text } }))].map((filters) =>
        changing(ask, { filters }),
      ),
      judge: (replies) => {
        const [all, ...found] = allOf(replies) ?? []
        if (all === undefined) return undefined
        return TESTS.map(([operator, test], at) =>
          sameSet(
            operator,
            idsOf(all.filter((entry) => typeof entry[name] === 'string' && test(entry[name], text))),
            idsOf(found[at] ?? []),
          ),
        ).find(Boolean)
      },
    }
  },
})

export const SHOWN_LAWS: readonly LiveLaw[] = [search, searchedIds, searchedAlone, ids, values, pieces]

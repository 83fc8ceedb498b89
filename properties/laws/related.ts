/** Laws that compare one answer with other ways to the same entries. */
import type { ApiRequest } from '../../src/reference/api.ts'
import type { RelationAttribute } from '../../src/reference/schema/schema.ts'
import { isOpenTo, mayFind, mayFindOne } from '../../src/semantics/access.ts'
import { knownIn } from '../arbitraries/filters.ts'
import { requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live } from './law.ts'
import { below } from './populate-filters.ts'
import { setting, variants } from './populate-place.ts'
import { changing, entriesOf, sceneOf, without } from './replies.ts'

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

const localizations = live({
  id: 'populate.localizations',
  kind: 'law',
  lacking: 'no type that may be read is translated',
  rules: ['populate.kind.relation', 'entry.locale', 'locale.all'],
  says: 'The localizations of an entry are the other entries of its document: each in a locale of its own, the entry not among them.',
  experiment: (graph, input) => {
    const here = setting(graph, input, ({ name }) => name === 'localizations')
    if (here === undefined) return undefined
    const fields = ['documentId', 'locale']
    return {
      requests: variants(
        { ...here, ask: { ...here.ask, query: { ...here.ask.query, fields } } },
        { localizations: { fields } },
      ),
      judge: ([reply]) =>
        (reply === undefined ? [] : (entriesOf(reply) ?? []))
          .map((entry): Fault => {
            const others = below(entry, 'localizations')
            if (others.some(({ documentId }) => documentId !== entry.documentId))
              return `${entry.documentId} has a localization of another document`
            const locales = [entry, ...others].map(({ locale }) => locale)
            return new Set(locales).size === locales.length
              ? undefined
              : `${entry.documentId} has a locale twice: ${JSON.stringify(locales)}`
          })
          .find((fault) => fault !== undefined),
    }
  },
})

export const RELATED_LAWS: readonly LiveLaw[] = [bothSides, alone, listed, localizations]

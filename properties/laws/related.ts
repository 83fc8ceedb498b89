/** Laws that compare an answer with answers to other requests for the same entries. */
import type { ContentType, RelationAttribute } from '../../src/reference/schema/schema.ts'
import { isOpenTo, mayFind } from '../../src/semantics/access.ts'
import { populatable } from '../../src/semantics/model.ts'
import type { JsonObject } from '../../src/util/json.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live } from './law.ts'
import { setting, variants } from './populate-place.ts'
import { allOf, below, EVERYTHING, entriesOf } from './replies.ts'

const hasOtherSide = (attribute: { readonly kind: string }): attribute is RelationAttribute =>
  attribute.kind === 'relation' && 'inverse' in attribute && attribute.inverse !== null

const bothSides = live({
  id: 'populate.both-sides',
  kind: 'law',
  lacking: 'no readable type has a relation with an inverse side',
  rules: ['populate.kind.relation', 'populate.depth', 'populate.to-one'],
  says: 'If entry A shows a linked entry B, B shows A in the list on the other side of the relation.',
  experiment: (graph, input) => {
    const here = setting(graph, input, hasOtherSide)
    if (here === undefined || !hasOtherSide(here.attribute)) return undefined
    const { name, target, inverse } = here.attribute
    const back = inverse === null ? undefined : graph.schema.contentTypes.get(target)?.attributes.get(inverse)
    // The other side of the relation must be to-many. A to-one side shows only one entry, even if several entries link
    // to the entry.
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
                : `entry ${entry.id} shows ${name} ${linked.id}, but ${back.name} of that entry does not show entry ${entry.id}`,
            ),
          )
          .find((fault) => fault !== undefined),
    }
  },
})

const oldest = live({
  id: 'populate.oldest',
  kind: 'law',
  lacking: 'no readable type has a relation to a type whose relation has another side',
  rules: ['populate.to-one', 'populate.kind.relation'],
  says: 'If several entries link to an entry through a to-one side, that entry shows only the linking entry with the smallest id.',
  experiment: (graph, input) => {
    const here = setting(graph, input, (one) => hasOtherSide(one) && !one.many)
    if (here === undefined || !hasOtherSide(here.attribute)) return undefined
    const { attribute, ask } = here
    const target = graph.schema.contentTypes.get(attribute.target)
    const back = target?.attributes.get(attribute.inverse ?? '')
    if (target?.kind !== 'collectionType' || back?.kind !== 'relation' || !back.many || back.private)
      return undefined
    if (!isOpenTo(back, ask.role) || !mayFind(ask.role, ask.type.uid) || !mayFind(ask.role, target.uid))
      return undefined
    const { status = 'published' } = ask.query
    const listOf = (type: ContentType, name: string) => {
      const locale = type.localized ? { locale: '*' } : {}
      const query = {
        status,
        ...locale,
        fields: ['id'],
        populate: { [name]: { fields: ['id'] } },
        pagination: EVERYTHING,
      }
      return requestOf({ ...ask, type, target: 'list' as const, documentId: '', query })
    }
    return {
      requests: [listOf(ask.type, attribute.name), listOf(target, back.name)],
      judge: (replies): Fault => {
        const [all = [], others = []] = allOf(replies) ?? []
        const wrong = all.find((entry) => {
          const holders = others.filter((one) => below(one, back.name).some(({ id }) => id === entry.id))
          const ids = holders.map(({ id }) => Number(id))
          return ids.length > 0 && below(entry, attribute.name)[0]?.id !== Math.min(...ids)
        })
        return (
          wrong &&
          `entry ${wrong.id} does not show the ${attribute.name} with the smallest id that lists the entry: ${JSON.stringify(wrong)}`
        )
      },
    }
  },
})

const localizations = live({
  id: 'populate.localizations',
  kind: 'law',
  lacking: 'no readable type is localized',
  rules: ['populate.kind.relation', 'entry.locale', 'locale.all'],
  says:
    'The localizations of an entry are other entries of its document. ' +
    'No two localizations of an entry have the same locale. An entry is never one of its own localizations.',
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
              return `entry ${entry.documentId} has a localization of another document`
            const locales = [entry, ...others].map(({ locale }) => locale)
            return new Set(locales).size === locales.length
              ? undefined
              : `the localizations of ${entry.documentId} have a locale twice: ${JSON.stringify(locales)}`
          })
          .find((fault) => fault !== undefined),
    }
  },
})

const allLocalizations = live({
  id: 'populate.all-localizations',
  kind: 'law',
  looksAt: 'lists',
  lacking: 'no readable type is localized',
  rules: ['populate.kind.relation', 'entry.locale', 'locale.all'],
  says:
    'In a list of all locales, the localizations of an entry are entries of its document. ' +
    'In a list of all locales, every other entry of the document is one of the localizations.',
  experiment: (graph, { ask }) => {
    const one = ask(graph, { listsOnly: true })
    if (!one.type.localized) return undefined
    const { status = 'published' } = one.query
    const populate = { localizations: { fields: ['id'] } }
    const query = { status, locale: '*', fields: ['id'], populate, pagination: EVERYTHING }
    return {
      requests: [requestOf({ ...one, query })],
      judge: (replies): Fault => {
        const [all = []] = allOf(replies) ?? []
        const ascending = (entries: readonly JsonObject[]): number[] =>
          entries.map(({ id }) => Number(id)).toSorted((a, b) => a - b)
        return all
          .map((entry) => {
            const others = all.filter(
              (other) => other.documentId === entry.documentId && other.id !== entry.id,
            )
            const what = `the localizations of entry ${entry.id}, and the other entries of its document`
            return expectSame(what, ascending(below(entry, 'localizations')), ascending(others))
          })
          .find((fault) => fault !== undefined)
      },
    }
  },
})

const shownBy = live({
  id: 'media.related',
  kind: 'law',
  lacking: 'no readable type has media',
  rules: ['populate.morph', 'populate.kind.media'],
  says: 'Each entry in `related` of a file shows the file in one of its own media attributes.',
  experiment: (graph, { ask }) => {
    const one = ask(graph, { listsOnly: true })
    const { status = 'published' } = one.query
    const types = [...graph.schema.contentTypes.values()].filter(
      ({ uid, kind }) => uid.startsWith('api::') && kind === 'collectionType' && mayFind(one.role, uid),
    )
    if (!types.includes(one.type) || mediaOf(one.type).length === 0) return undefined
    const on = Object.fromEntries(types.map(({ uid }) => [uid, { fields: ['id'] }]))
    const listOf = (type: ContentType, under: QueryTree) => {
      const locale = type.localized ? { locale: '*' } : {}
      const populate = Object.fromEntries(mediaOf(type).map((name) => [name, under]))
      const query = { status, ...locale, fields: ['id'], populate, pagination: EVERYTHING }
      return requestOf({ ...one, type, target: 'list' as const, documentId: '', query })
    }
    return {
      requests: [
        listOf(one.type, { populate: { related: { on } } }),
        ...types.map((type) => listOf(type, { fields: ['id'] })),
      ],
      judge: (replies): Fault => {
        const [shown = [], ...lists] = allOf(replies) ?? []
        const holders = new Map(types.map(({ uid }, at) => [uid, lists[at] ?? []]))
        return shown
          .flatMap((entry) => filesOf(entry, one.type))
          .map((file) => strangerOf(file, types, holders))
          .find((fault) => fault !== undefined)
      },
    }
  },
})

const mediaOf = (type: ContentType): readonly string[] =>
  populatable(type).flatMap(({ kind, name }) => (kind === 'media' ? [name] : []))

const filesOf = (entry: JsonObject, type: ContentType): readonly JsonObject[] =>
  mediaOf(type).flatMap((name) => below(entry, name))

/** Returns the fault if an entry in `related` of a file does not show this file. */
function strangerOf(
  file: JsonObject,
  types: readonly ContentType[],
  holders: ReadonlyMap<string, readonly JsonObject[]>,
): Fault {
  for (const { id, __type: uid } of below(file, 'related')) {
    const type = types.find((one) => one.uid === uid)
    const holder = holders.get(String(uid))?.find((entry) => entry.id === id)
    if (type === undefined || holder === undefined) continue
    if (!filesOf(holder, type).some((shown) => shown.id === file.id))
      return `file ${file.id} is related to ${uid} ${id}, which does not show the file`
  }
  return undefined
}

export const RELATED_LAWS: readonly LiveLaw[] = [bothSides, oldest, localizations, allLocalizations, shownBy]

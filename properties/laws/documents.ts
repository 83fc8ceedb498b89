/** Laws about one document: at its own path, in the list of its type, and in the relations of other entries. */
import type { ApiRequest } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { PopulatableAttribute } from '../../src/reference/schema/schema.ts'
import { mayFind, mayFindOne } from '../../src/semantics/access.ts'
import { populatable } from '../../src/semantics/model.ts'
import { knownIn } from '../arbitraries/filters.ts'
import { underAttribute } from '../arbitraries/populate.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { type Ask, type AskSeed, requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live } from './law.ts'
import { ownersOf, settingOfListed, variants } from './populate-place.ts'
import { bare, below, changing, EVERYTHING, entriesOf, sceneOf, without } from './replies.ts'

/** The query parameters that select or order the entries of a list. */
const OF_LISTS = ['filters', 'sort', '_q', 'pagination', 'publicationFilter', 'hasPublishedVersion'] as const

/** The maximum number of documents of a list that an experiment requests one by one. */
const MOST_ALONE = 3

/** Returns a request for a list if the role may also read the entries one by one; otherwise undefined. */
function readable(graph: Graph, ask: AskSeed): Ask | undefined {
  const one = ask(graph, { listsOnly: true })
  return mayFind(one.role, one.type.uid) && mayFindOne(one.role, one.type.uid) ? one : undefined
}

const alone = live({
  id: 'document.alone',
  kind: 'law',
  lacking: 'no type may be both listed and read one by one',
  rules: ['endpoint.document', 'list.data', 'populate.adds'],
  says:
    'Each entry of a list equals the answer at the path of its documentId. ' +
    'An entry of a list also equals the answer at its path if both requests have the same `fields`. ' +
    'An entry of a list also equals the answer at its path if both requests have the same `populate`. ' +
    'An entry of a list also equals the answer at its path if both requests have the same `status`. ' +
    'An entry of a list also equals the answer at its path if both requests have the same `locale`.',
  experiment: (graph, { ask, dice }) => {
    const one = readable(graph, ask)
    if (one === undefined) return undefined
    const [status = 0, locale = 0] = dice
    const code = graph.locales.codes[locale % (2 * graph.locales.codes.length)]?.code
    const query = {
      ...without(one.query, ...OF_LISTS, 'locale'),
      ...(one.type.draftAndPublish && status % 2 === 0 ? { status: 'draft' } : {}),
      ...(one.type.localized && code !== undefined ? { locale: code } : {}),
    }
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
          .map((other, at) =>
            expectSame(
              'the entry in the list differs from the answer at its own path',
              entries[at],
              entriesOf(other)?.[0],
            ),
          )
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
  says:
    'A filter on the documentId of a document finds the document if it has an answer at its own path. ' +
    'If a document has an answer at its own path, the list of its type is not empty.',
  experiment: (graph, { ask, dice }) => {
    const one = readable(graph, ask)
    if (one === undefined) return undefined
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
          return `the path of ${documentId} has an answer, but the list of the type is empty`
        return (entriesOf(found) ?? []).length > 0
          ? undefined
          : `the path of ${documentId} has an answer, but the list does not contain the document`
      },
    }
  },
})

const byId = live({
  id: 'document.by-id',
  kind: 'law',
  unedited: 'by every server',
  looksAt: 'answers',
  lacking: 'no type may be both listed and read one by one',
  rules: ['endpoint.document', 'endpoint.not-found'],
  says: 'The numeric id of an entry is not a documentId: a request for the path with the numeric id gets the answer 404.',
  experiment: (graph, { ask }) => {
    const one = readable(graph, ask)
    if (one === undefined) return undefined
    const plain = { ...one, query: {} }
    const documentIds = new Set(knownIn(one.type, 'documentId', graph))
    const alone = (documentId: string): ApiRequest => requestOf({ ...plain, target: 'document', documentId })
    return {
      requests: [requestOf({ ...plain, target: 'list' })],
      follow: ([reply]) => {
        const entries = reply === undefined ? [] : (entriesOf(reply) ?? [])
        const taken = new Set([...documentIds, ...entries.map(({ documentId }) => documentId)])
        return entries
          .map(({ id }) => String(id))
          .filter((id) => !taken.has(id))
          .slice(0, MOST_ALONE)
          .map(alone)
      },
      judge: ([, ...others]) => {
        const found = others.find(({ status }) => status !== 404)
        return (
          found && `the answer to the path with a numeric id is ${found.status}: ${found.body.slice(0, 300)}`
        )
      },
    }
  },
})

const asListed = live({
  id: 'populate.as-listed',
  kind: 'law',
  unedited: 'by every server',
  lacking: 'no readable type has a relation to a type that may be listed',
  rules: ['populate.depth', 'populate.kind.relation', 'populate.kind.component', 'populate.adds'],
  says:
    'A populated entry equals the entry with the same id in the list of its type. ' +
    'A populated entry also equals its entry in the list if both requests populate the same attributes of the entry.',
  experiment: (graph, input) => {
    const found = settingOfListed(graph, input)
    if (found === undefined) return undefined
    const { here, target } = found
    // A real server omits from `localizations` the entries on the same page of a list, so the comparison omits
    // `localizations`.
    const open = populatable(target).filter((one) => one.name !== 'localizations')
    if (open.length === 0) return undefined
    const { name } = here.attribute
    const { roll } = here.scene
    const of = (attribute: PopulatableAttribute) =>
      [attribute.name, underAttribute(attribute, here.scene)] as const
    const populate: QueryTree = roll.chance(30)
      ? open.map((attribute) => attribute.name)
      : Object.fromEntries([roll.pick(open), ...roll.some(open, 2)].map(of))
    const { status, locale } = here.ask.query
    const query = {
      populate,
      pagination: EVERYTHING,
      ...(status === undefined ? {} : { status }),
      ...(locale === undefined ? {} : { locale }),
    }
    const list: Ask = { ...here.ask, type: target, target: 'list', documentId: '', query }
    return {
      requests: [...variants(here, { [name]: { populate } }), requestOf(list)],
      judge: ([populated, all]): Fault => {
        const known = new Map((all === undefined ? [] : (entriesOf(all) ?? [])).map((one) => [one.id, one]))
        return (populated === undefined ? [] : (ownersOf(here, populated) ?? []))
          .flatMap((entry) => below(entry, name))
          .map((linked) => {
            const own = known.get(linked.id)
            return (
              own &&
              expectSame(
                `entry ${linked.id} under ${name} differs from the entry in the list of its type`,
                bare([linked]),
                bare([own]),
              )
            )
          })
          .find((fault) => fault !== undefined)
      },
    }
  },
})

export const DOCUMENT_LAWS: readonly LiveLaw[] = [alone, listed, byId, asListed]

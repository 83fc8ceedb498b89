/** Laws of single writes: connecting and disconnecting, writing twice, and writing by a role. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import { mayDo } from '../../src/reference/access.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType, RelationAttribute } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'
import { firstState, modelsOf, type WritingState } from '../../src/writing/index.ts'
import { dice, roll } from '../arbitraries/dice.ts'
import { worlds } from '../arbitraries/world.ts'
import { expectSame, type Fault } from '../laws/law.ts'
import { randomWrite, requestFor } from './request.ts'
import { type MadeWrite, type WriteLaw, type WriteTrial, writeLaw } from './write-law.ts'

function put(
  { subject: { write } }: WriteTrial,
  state: WritingState,
  url: string,
  data: object,
): WritingState | undefined {
  const body = new TextEncoder().encode(JSON.stringify({ data }))
  const made = write(state, { method: 'PUT', url, headers: { 'content-type': 'application/json' }, body })
  return made === undefined || made.answer.status !== 200 ? undefined : made.state
}

const TIMES = ['createdAt', 'updatedAt', 'publishedAt']
const isNothing = (value: unknown): boolean => Array.isArray(value) && value.length === 0
/** Removes instants and empty values from an answer before a comparison; if `ids` is true, also row ids. */
const without = (json: unknown, ids: boolean): Json =>
  JSON.parse(JSON.stringify(json), (key, value) =>
    TIMES.includes(key) || (ids && key === 'id') || isNothing(value) ? undefined : value,
  )

/** Returns the rows of all types with their links, regardless of which side of a relation the dataset files contain. */
const rowsOf = ({ tables }: Graph): unknown => [...tables].map(([uid, { rows }]) => [uid, rows])

const ownTypes = ({ schema }: Graph): readonly ContentType[] =>
  [...schema.contentTypes.values()].filter(
    ({ uid, kind }) => uid.startsWith('api::') && kind === 'collectionType',
  )

/**
 * Returns the many-to-many relations of a type. In such a relation, connecting a row removes no link of another row.
 */
const sharedLinks = (graph: Graph, type: ContentType): readonly RelationAttribute[] =>
  [...type.attributes.values()].flatMap((attribute) =>
    attribute.kind === 'relation' &&
    attribute.via === 'stored' &&
    modelsOf(graph).get(type.uid)?.attributes.get(attribute.name)?.cardinality === 'manyToMany'
      ? [attribute]
      : [],
  )

const disconnecting = writeLaw(
  {
    id: 'writes.disconnect',
    says: 'In a many-to-many relation, connecting an entry that is not linked yet, and then disconnecting it, restores the earlier state.',
    sees: ['undone'],
  },
  fc.record({ world: worlds({ restrictions: false }), throws: dice(20) }),
  (trial, { world: { graph }, throws }) => {
    const { pick } = roll(throws)
    const links = ownTypes(graph).flatMap((type) => sharedLinks(graph, type).map((link) => ({ type, link })))
    if (links.length === 0) return undefined
    const { type, link } = pick(links)
    const status = type.draftAndPublish ? 'draft' : 'published'
    const rows = (graph.tables.get(type.uid)?.rows ?? []).filter((row) => row.status === status)
    const targets = graph.tables.get(link.target)?.rows ?? []
    if (rows.length === 0 || targets.length === 0) return undefined
    const [row, target] = [pick(rows), pick(targets)]
    if ((row.links[link.name] ?? []).some(({ id }) => id === target.id)) return undefined
    const locale = row.locale === null ? '' : `&locale=${row.locale}`
    const url = `/api/${type.pluralName}/${row.documentId}?status=draft${locale}`
    const named = { id: target.id }
    const first = put(trial, firstState(graph), url, {})
    const connected = first && put(trial, first, url, { [link.name]: { connect: [named] } })
    const gone = connected && put(trial, connected, url, { [link.name]: { disconnect: [named] } })
    if (first === undefined || connected === undefined || gone === undefined) return undefined
    trial.see('undone')
    return expectSame(
      'connecting a target and then disconnecting it changes the rows',
      without(rowsOf(gone.graph), false),
      without(rowsOf(first.graph), false),
    )
  },
)

const twice = writeLaw(
  {
    id: 'writes.twice',
    says: 'A repeated update with an empty `data` changes nothing except times and row ids.',
    sees: ['again'],
  },
  fc.record({ world: worlds({ restrictions: false }), throws: dice(20) }),
  (trial, { world: { graph }, throws }) => {
    const { pick } = roll(throws)
    const types = ownTypes(graph).filter(({ uid }) => (graph.tables.get(uid)?.rows.length ?? 0) > 0)
    if (types.length === 0) return undefined
    const type = pick(types)
    const { documentId, locale } = pick(graph.tables.get(type.uid)?.rows ?? [])
    const url = `/api/${type.pluralName}/${documentId}?${locale === null ? '' : `locale=${locale}&`}populate=*`
    const once = put(trial, firstState(graph), url, {})
    const twice = once && put(trial, once, url, {})
    if (once === undefined || twice === undefined) return undefined
    trial.see('again')
    return ['draft', 'published']
      .map((status): Fault => {
        const read = ({ graph: of }: WritingState): Json =>
          without(
            JSON.parse(trial.subject.createApi(of).answer({ url: `${url}&status=${status}` }).body),
            true,
          )
        return expectSame(status, read(twice), read(once))
      })
      .find(Boolean)
  },
)

const byRoles = writeLaw(
  {
    id: 'writes.roles',
    says:
      'A write for which the role lacks the permission changes nothing. ' +
      'In rows of other types, a permitted write changes only links.',
    sees: ['taken', 'refused'],
  },
  fc.record({ world: worlds(), all: fc.array(dice(80), { minLength: 3, maxLength: 3 }) }),
  ({ subject: { write }, see }, { world: { graph }, all }) => {
    for (const role of graph.access.roles.values()) {
      for (const throws of all) {
        const one = randomWrite(graph, throws)
        if (one === undefined) continue
        const state = firstState(graph)
        const request = requestFor(one)
        const headers = { ...request.headers, authorization: 'Bearer whoever' }
        const made = write(state, { ...request, headers }, { roleOfToken: () => role })
        if (made === undefined) continue
        const action = { POST: 'create', PUT: 'update', DELETE: 'delete' }[one.method]
        const isAllowed = mayDo(role, `${one.type.uid}.${action}`)
        if (!isAllowed) see('refused')
        else if (made.state !== state) see('taken')
        const fault = isAllowed ? othersFault(graph, made, one.type) : refusedFault(state, made)
        if (fault !== undefined) return `${role.name}: ${one.method} ${one.path}: ${fault}`
      }
    }
    return undefined
  },
)

const refusedFault = (before: WritingState, { state }: MadeWrite): Fault =>
  state === before ? undefined : 'a write without permission changes the world'

/** Returns the fault if a write changes more than the links of rows of other types. */
function othersFault(graph: Graph, { state }: MadeWrite, { uid: written }: ContentType): Fault {
  for (const [uid, table] of state.graph.tables) {
    const before = graph.tables.get(uid)
    if (uid === written || before === undefined || before === table) continue
    if (table.rows.length !== before.rows.length)
      return `the write changes the number of rows of the other type ${uid} to ${table.rows.length}`
    const other = table.rows.find((row) => !isDeepStrictEqual(row.values, before.byId.get(row.id)?.values))
    if (other !== undefined) return `the write changes values of the row ${uid} ${other.id}`
  }
  return undefined
}

export const SINGLE_WRITE_LAWS: readonly WriteLaw[] = [disconnecting, twice, byRoles]

/** Helpers for the clauses of laws of worlds. */
import { createHash } from 'node:crypto'
import type { Explanation, Place } from '../../../src/explain/explanation.ts'
import type { ExplainOptions } from '../../../src/explain/index.ts'
import type { ApiOptions, ApiResponse } from '../../../src/reference/api.ts'
import type { Graph, Role, Row } from '../../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../../src/reference/load/files/files.ts'
import type { Attribute, ContentType, Schema } from '../../../src/reference/schema/schema.ts'
import { mayFind, mayFindOne } from '../../../src/semantics/access.ts'
import { isSecret } from '../../../src/semantics/model.ts'
import { wordsOf } from '../../laws/frame.ts'
import { also, type ClauseFault, type SubjectFault } from '../clause.ts'
import { type Asked, askedOf, has } from '../kit.ts'

/** An API as it was made. */
interface MadeApi {
  readonly options: ApiOptions
  /** Whether it answers of the generated world, and not of a change of it. */
  readonly isOfWorld: boolean
}

/** Changes the answers of each API. */
export const answering = (
  says: string,
  change: (response: ApiResponse, asked: Asked, made: MadeApi) => ApiResponse,
): SubjectFault => ({
  says,
  around: ({ createApi }, world) => ({
    createApi: (graph, options = {}) => {
      const api = createApi(graph, options)
      const made = { options, isOfWorld: graph === world }
      return { ...api, answer: (request) => change(api.answer(request), askedOf(request, graph), made) }
    },
  }),
})

export const withBlank = (response: ApiResponse): ApiResponse =>
  response.body === '' ? response : { ...response, body: `${response.body} ` }
export const withHeader = (response: ApiResponse, value: string): ApiResponse => ({
  ...response,
  headers: { ...response.headers, 'x-state': value },
})

/** A value that answers of a kind reveal; undefined for any other answer. */
type Reveal = (asked: Asked, response: ApiResponse) => unknown

const digestOf = (value: unknown): string => createHash('md5').update(JSON.stringify(value)).digest('hex')

/** A header depends on a value. */
export const revealing = (says: string, reveal: Reveal): SubjectFault =>
  answering(says, (response, asked) => {
    const value = reveal(asked, response)
    return value === undefined ? response : withHeader(response, digestOf(value))
  })

/** The reason of a fault that is not in the explanation of an answer. */
export const EXPLAINED = { 'explain.same': 'It compares status and length with those of the explanation.' }

/** One byte of the body depends on a value. */
export const revealingByte = (says: string, reveal: Reveal): SubjectFault =>
  also(
    EXPLAINED,
    answering(says, (response, asked) => {
      const value = reveal(asked, response)
      return value === undefined || digestOf(value) < '8' ? response : withBlank(response)
    }),
  )

export const isRefused = ({ status }: ApiResponse): boolean => status === 400
/** Whether the caller may read what it asks for. */
export const isOpen = ({ status }: ApiResponse): boolean => status !== 401 && status !== 403
export const isFound = ({ status }: ApiResponse): boolean => status === 200

/** A request or an explanation, with the graph that it reads. */
type OfGraph = Pick<Asked, 'graph'>

export const typesOf = ({ graph }: OfGraph): readonly ContentType[] =>
  [...graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
export const rowsIn = ({ graph }: OfGraph, types: readonly ContentType[]): readonly Row[] =>
  types.flatMap(({ uid }) => graph.tables.get(uid)?.rows ?? [])
/** The values of some attributes in the rows of some types. */
export const valuesIn = (
  asked: OfGraph,
  types: readonly ContentType[],
  isChosen: (attribute: Attribute) => boolean,
  isRow: (row: Row) => boolean = () => true,
): unknown =>
  types.flatMap((type) => {
    const names = [...type.attributes.values()].filter(isChosen).map(({ name }) => name)
    return rowsIn(asked, [type]).map((row) => isRow(row) && names.map((name) => row.values[name]))
  })
/** Whether an attribute is a scalar that answers may show and a changed dataset may change. */
export const isOpenValue = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && !isSecret(attribute) && !['locale', 'publishedAt'].includes(attribute.name)
/** Whether `fields` chooses some scalars, and nothing else shows or finds further ones. */
export const choosesFields = (asked: Asked): boolean =>
  has(asked, 'fields') &&
  !has(asked, 'populate', '_q', 'publicationFilter', 'hasPublishedVersion') &&
  !wordsOf(asked.query.fields ?? null).includes('*')
export const ownType = ({ type }: Asked): readonly ContentType[] => (type === undefined ? [] : [type])
/** The types of which no version can be a draft: no law about drafts changes their rows. */
export const withoutDrafts = (types: readonly ContentType[]): readonly ContentType[] =>
  types.filter(({ draftAndPublish }) => !draftAndPublish)
/** The types without drafts that a role may not read; with one entry of them, or not. */
export function closedTypes(of: OfGraph, role: Role | undefined, isOneOpen = false): readonly ContentType[] {
  if (role === undefined) return []
  return withoutDrafts(typesOf(of)).filter(
    ({ uid }) => !mayFind(role, uid) && mayFindOne(role, uid) === isOneOpen,
  )
}
export const isPrivate = (attribute: Attribute): boolean =>
  attribute.private && attribute.kind === 'scalar' && attribute.type !== 'password'
export const isPassword = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && attribute.type === 'password'

/** Loads other files than those that are given. */
export const loading = (
  says: string,
  change: (files: DatasetFiles, schema: Schema) => DatasetFiles,
): SubjectFault => ({
  says,
  around: ({ load }) => ({ load: (files) => load(change(files, load(files).schema)) }),
})

/** Changes a graph after it was loaded. */
export const loaded = (says: string, change: (graph: Graph, files: DatasetFiles) => Graph): SubjectFault => ({
  says,
  around: ({ load }) => ({ load: (files) => change(load(files), files) }),
})
/** The reason of laws that edit a graph. */
export const COPIED = {
  'frame.edit': 'A copy of a graph cannot be edited.',
  'paths.same': 'A copy of a graph cannot be edited.',
}

/** Changes explanations. */
export const explaining = (
  says: string,
  change: (explanation: Explanation, graph: Graph, options: ExplainOptions) => Explanation,
): SubjectFault => ({
  says,
  around: ({ createExplainer }) => ({
    createExplainer: (graph, options = {}) => {
      const explainer = createExplainer(graph, options)
      return {
        ...explainer,
        explain: (request, run) => change(explainer.explain(request, run), graph, options),
      }
    },
  }),
})

/** Changes the places of explanations. */
export const placing = (
  says: string,
  change: (place: Place, explanation: Explanation) => Place,
): SubjectFault =>
  explaining(says, (explanation) => ({
    ...explanation,
    places: explanation.places.map((place) => change(place, explanation)),
  }))

/** The APIs answer as a faulty server. */
export const serving = ({ around, ...fault }: ClauseFault): SubjectFault => ({
  ...fault,
  around: ({ createApi }) => ({
    createApi: (graph, options) => {
      const api = createApi(graph, options)
      return { ...api, answer: around(api.answer, graph) }
    },
  }),
})

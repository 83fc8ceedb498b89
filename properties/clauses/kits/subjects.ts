/** Helpers that make faulty implementations for the clauses of laws for generated worlds. */
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

/** The arguments with which an API was created. */
interface MadeApi {
  readonly options: ApiOptions
  /** Whether the API answers from the graph of the generated world, and not from a graph that a law changed. */
  readonly isOfWorld: boolean
}

/** Returns a faulty implementation that changes the answers of each API that it creates. */
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

/** A function that returns the value on which a faulty answer depends; undefined leaves the answer unchanged. */
type Reveal = (asked: Asked, response: ApiResponse) => unknown

const digestOf = (value: unknown): string => createHash('md5').update(JSON.stringify(value)).digest('hex')

/**
 * Returns a faulty implementation that adds a header to answers; the header depends on the value that `reveal`
 * returns.
 */
export const revealing = (says: string, reveal: Reveal): SubjectFault =>
  answering(says, (response, asked) => {
    const value = reveal(asked, response)
    return value === undefined ? response : withHeader(response, digestOf(value))
  })

/** The reason why the law `explain.same` notices a fault that changes an answer but not its explanation. */
export const EXPLAINED = {
  'explain.same':
    'The law `explain.same` compares the status and length of the answer with those of the explanation.',
}

/**
 * Returns a faulty implementation that changes a byte in the body of answers; the byte depends on the value that
 * `reveal` returns.
 */
export const revealingByte = (says: string, reveal: Reveal): SubjectFault =>
  also(
    EXPLAINED,
    answering(says, (response, asked) => {
      const value = reveal(asked, response)
      return value === undefined || digestOf(value) < '8' ? response : withBlank(response)
    }),
  )

export const isRefused = ({ status }: ApiResponse): boolean => status === 400
/**
 * Returns whether the status of a response is neither 401 nor 403, so that the caller had the permission for the
 * request.
 */
export const isOpen = ({ status }: ApiResponse): boolean => status !== 401 && status !== 403
export const isFound = ({ status }: ApiResponse): boolean => status === 200

/** The graph that a request or an explanation reads. */
type OfGraph = Pick<Asked, 'graph'>

export const typesOf = ({ graph }: OfGraph): readonly ContentType[] =>
  [...graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
export const rowsIn = ({ graph }: OfGraph, types: readonly ContentType[]): readonly Row[] =>
  types.flatMap(({ uid }) => graph.tables.get(uid)?.rows ?? [])
/** Returns the values of some attributes in the rows of some types. */
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
/**
 * Returns whether an attribute is a scalar that is neither private, a password, `locale` nor `publishedAt`. Answers
 * show such an open scalar attribute, and laws may change its value in a dataset.
 */
export const isOpenValue = (attribute: Attribute): boolean =>
  attribute.kind === 'scalar' && !isSecret(attribute) && !['locale', 'publishedAt'].includes(attribute.name)
/** Returns whether a request has `fields` without `*`, and none of `populate`, `_q` and `publicationFilter`. */
export const choosesFields = (asked: Asked): boolean =>
  has(asked, 'fields') &&
  !has(asked, 'populate', '_q', 'publicationFilter', 'hasPublishedVersion') &&
  !wordsOf(asked.query.fields ?? null).includes('*')
export const ownType = ({ type }: Asked): readonly ContentType[] => (type === undefined ? [] : [type])
/** Returns the types without draft & publish, whose rows the laws about drafts do not change. */
export const withoutDrafts = (types: readonly ContentType[]): readonly ContentType[] =>
  types.filter(({ draftAndPublish }) => !draftAndPublish)
/**
 * Returns the types without draft & publish whose lists the role may not read. With `isOneOpen`, the role may read the
 * single entries of the returned types.
 */
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

/** Returns a faulty implementation that loads changed dataset files. */
export const loading = (
  says: string,
  change: (files: DatasetFiles, schema: Schema) => DatasetFiles,
): SubjectFault => ({
  says,
  around: ({ load }) => ({ load: (files) => load(change(files, load(files).schema)) }),
})

/** Returns a faulty implementation that changes each graph after loading the graph. */
export const loaded = (says: string, change: (graph: Graph, files: DatasetFiles) => Graph): SubjectFault => ({
  says,
  around: ({ load }) => ({ load: (files) => change(load(files), files) }),
})
/** The reasons why laws that edit a graph also notice a fault that copies the graph. */
export const COPIED = {
  'frame.edit': 'A copy of a graph cannot be edited.',
  'paths.same': 'A copy of a graph cannot be edited.',
}

/** Returns a faulty implementation that changes explanations. */
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

/** Returns a faulty implementation that changes the places of the answer that an explanation describes. */
export const placing = (
  says: string,
  change: (place: Place, explanation: Explanation) => Place,
): SubjectFault =>
  explaining(says, (explanation) => ({
    ...explanation,
    places: explanation.places.map((place) => change(place, explanation)),
  }))

/** Returns a faulty implementation whose APIs give the answers of a faulty server. */
export const serving = ({ around, ...fault }: ClauseFault): SubjectFault => ({
  ...fault,
  around: ({ createApi }) => ({
    createApi: (graph, options) => {
      const api = createApi(graph, options)
      return { ...api, answer: around(api.answer, graph) }
    },
  }),
})

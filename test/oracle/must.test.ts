/**
 * Tests that MUST cases need only the behaviour of the guide. A server that only implements the guide's lists,
 * without callers, passes all MUST cases.
 */
import { describe, expect, test } from 'vitest'
import { checkCase, loadSuite, requestOf, type SuiteCase } from '../../src/oracle/index.ts'
import { answered } from '../../src/oracle/target/target.ts'
import { type ApiRequest, type ApiResponse, createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { isOfGuide, type RuleId } from '../../src/reference/rules.ts'
import { type EditableJson, type EditableObject, editGraph } from '../../src/writing/edit/edit.ts'
import { graphOf } from '../support/datasets.ts'
import { type Collections, isGuideForm } from '../support/shown.ts'

const must = loadSuite().filter(({ level }) => level === 'MUST')

type Answering = (request: ApiRequest) => ApiResponse

/** The rules that the guide does not state, but that the answers to the guide's own requests follow. */
const NEEDED: ReadonlySet<RuleId> = new Set<RuleId>([
  // Every list has some order, but the guide specifies none.
  'sort.ties',
  'populate.order',
  // The reference follows the rules about null, but the MUST cases do not need them: one of the servers in `READINGS`
  // breaks these rules, because it omits attributes without a value.
  'entry.answers-null',
  'populate.to-one',
  // The guide also shows wrapped values, but states that servers should implement the flat format.
  'entry.unwrapped',
  // The guide's own requests with `[$eq]=value` and `name:asc` implicitly follow the rules of filters and sorts.
  'filters.op.$eq',
  'filters.cast',
  'sort.order',
  'sort.text',
  'sort.nulls',
  'sort.values',
  'query.encoding',
  'endpoint.content-type',
  // The datasets have drafts and translations, but the guide does not state which drafts and translations a list shows.
  'status.default',
  'populate.status',
  'locale.default',
])

const collections = (graph: Graph): Collections =>
  new Set(
    [...graph.schema.contentTypes.values()].flatMap(({ kind, pluralName }) =>
      kind === 'collectionType' ? [pluralName] : [],
    ),
  )

/** The servers that make different choices where the guide leaves a choice. */
const READINGS: Readonly<Record<string, (graph: Graph) => Answering>> = {
  'as documented': (graph) => createReferenceApi(graph).answer,
  'by the letter': (graph) => createReferenceApi(graph, { profile: 'guide' }).answer,
  'with everything shown, secrets too': (graph) => createReferenceApi(withoutSecrets(graph)).answer,
  'without what has no value': (graph) => {
    const { answer } = createReferenceApi(graph)
    const isLeftOut = nullsToLeaveOut(graph)
    return (request) => {
      const response = answer(request)
      const body = JSON.parse(response.body, (name, value) =>
        value === null && isLeftOut(name) ? undefined : value,
      )
      return { ...response, body: JSON.stringify(body) }
    }
  },
}

/** The names of the attributes of uploaded files that may be null according to the guide. */
const NULLABLE = new Set(['alternativeText', 'caption', 'previewUrl', 'provider_metadata', 'path'])

/**
 * Returns a function of the name of a member. It returns true if a server may omit the member in place of null. The
 * guide does not state that empty attributes are null.
 */
function nullsToLeaveOut({ schema }: Graph): (name: string) => boolean {
  const models = [...schema.contentTypes.values(), ...schema.components.values()]
  const names = new Set(models.flatMap(({ attributes }) => [...attributes.keys()]))
  return (name) => names.has(name) && !NULLABLE.has(name)
}

/**
 * Returns a dataset in which private attributes are public and passwords are texts, because the guide describes neither
 * private attributes nor passwords.
 */
function withoutSecrets(graph: Graph): Graph {
  return editGraph(graph, ({ contentTypes, components }) => {
    for (const { attributes } of [...Object.values(contentTypes), ...Object.values(components)]) {
      for (const attribute of members(attributes).flatMap((one) => (isEditable(one) ? [one] : []))) {
        delete attribute.private
        if (attribute.type === 'password') attribute.type = 'string'
      }
    }
  })
}

const isEditable = (json: EditableJson | undefined): json is EditableObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)
const members = (json: EditableJson | undefined): readonly EditableJson[] =>
  isEditable(json) ? Object.values(json) : []

/** Returns a server for the lists of collection types only, without tokens and roles. */
function listsAlone(graph: Graph, answer: Answering): Answering {
  const known = collections(graph)
  return (request) => {
    const [path = ''] = request.url.split('?')
    const isList = path.startsWith('/api/') && known.has(path.slice('/api/'.length))
    const isPlain = request.method === 'GET' && Object.keys(request.headers ?? {}).length === 0
    return isList && isPlain ? answer(request) : { status: isPlain ? 404 : 501, headers: {}, body: '' }
  }
}

describe.each(Object.entries(READINGS))('a server that only answers public lists, %s', (_name, reading) => {
  test('a server that only answers public lists passes every suite case of the level MUST', () => {
    const servers = new Map<string, Answering>()
    const wrong = must.flatMap((one) => {
      const graph = graphOf(one.dataset)
      const answer = servers.get(one.dataset) ?? listsAlone(graph, reading(graph))
      servers.set(one.dataset, answer)
      const { status, headers, body } = answer(requestOf(one))
      const difference = checkCase(one, answered(status, body, headers).answer)
      return difference === null ? [] : [`${one.id}: ${difference.path}`]
    })
    expect(wrong).toEqual([])
  })
})

describe('a MUST case', () => {
  test('a MUST case has a request in a form that the guide shows', () => {
    expect(
      must.filter((one) => !isGuideForm(one, collections(graphOf(one.dataset)))).map(({ id }) => id),
    ).toEqual([])
  })

  test('a MUST case cites only rules of the guide', () => {
    expect(must.filter(({ rules }) => !rules.every(isOfGuide)).map(({ id }) => id)).toEqual([])
  })

  test('a MUST case follows only rules of the guide and the rules that its requests need', () => {
    const strays = must.flatMap((one) =>
      [...followed(one)]
        .filter((rule) => !isOfGuide(rule) && !NEEDED.has(rule))
        .map((rule) => `${one.id} ${rule}`),
    )
    expect(strays).toEqual([])
  })
})

function followed(one: SuiteCase): ReadonlySet<RuleId> {
  const cited = new Set<RuleId>()
  createReferenceApi(graphOf(one.dataset), { cite: (rule) => cited.add(rule) }).answer(requestOf(one))
  return cited
}

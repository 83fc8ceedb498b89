/** MUST is what the guide states and shows: a server that does exactly the guide, with anonymous lists alone, is right. */
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

/** What the guide is silent about, and an answer to its own requests cannot do without. */
const NEEDED: ReadonlySet<RuleId> = new Set<RuleId>([
  // Every list has some order, and the guide names none: that of the rows.
  'sort.ties',
  'populate.order',
  // Held apart by the reading that leaves out what has no value.
  'entry.answers-null',
  'populate.to-one',
  // The guide shows wrapped values too, and says that the flat form is the one to implement.
  'entry.unwrapped',
  // What the guide's own `[$eq]=value` and `name:asc` mean.
  'filters.op.$eq',
  'filters.cast',
  'sort.order',
  'sort.text',
  'sort.nulls',
  // The datasets have drafts and translations, which the guide does not choose between.
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

/** Ways to answer what the guide leaves open. */
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

/** The guide says of these that they may be null. */
const NULLABLE = new Set(['alternativeText', 'caption', 'previewUrl', 'provider_metadata', 'path'])

/** Attributes that are not said to be null where they have no value. */
function nullsToLeaveOut({ schema }: Graph): (name: string) => boolean {
  const models = [...schema.contentTypes.values(), ...schema.components.values()]
  const names = new Set(models.flatMap(({ attributes }) => [...attributes.keys()]))
  return (name) => names.has(name) && !NULLABLE.has(name)
}

/** The guide knows no private attributes, and would show a password. */
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

/** Knows the lists of collections, and nobody who asks. */
function listsAlone(graph: Graph, answer: Answering): Answering {
  const known = collections(graph)
  return (request) => {
    const [path = ''] = request.url.split('?')
    const isList = path.startsWith('/api/') && known.has(path.slice('/api/'.length))
    const isPlain = request.method === 'GET' && Object.keys(request.headers ?? {}).length === 0
    return isList && isPlain ? answer(request) : { status: isPlain ? 404 : 501, headers: {}, body: '' }
  }
}

describe.each(Object.entries(READINGS))('a server of anonymous lists, %s', (_name, reading) => {
  test('is right in every MUST', () => {
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

describe('a MUST', () => {
  test('is asked as the guide shows', () => {
    expect(
      must.filter((one) => !isGuideForm(one, collections(graphOf(one.dataset)))).map(({ id }) => id),
    ).toEqual([])
  })

  test('names rules of the guide alone', () => {
    expect(must.filter(({ rules }) => !rules.every(isOfGuide)).map(({ id }) => id)).toEqual([])
  })

  test('follows no other rules than those and the ones that it cannot do without', () => {
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

/**
 * Writes queries and their answers as a program for the TypeScript compiler. The program asserts that `Answer` is
 * exactly the type that the query plan implies. It also asserts that the types reject invalid answers, misspelt
 * queries, and every query that the API rejects.
 */
import * as fc from 'fast-check'
import { type Ask, asksFor, requestOf } from '../../../properties/arbitraries/request.ts'
import { worlds } from '../../../properties/arbitraries/world.ts'
import { createReferenceApi } from '../../../src/reference/api.ts'
import { checkQuery } from '../../../src/reference/check/query.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { parseQuery } from '../../../src/reference/parse/query.ts'
import { parseQueryString } from '../../../src/reference/parse/url.ts'
import type { PlanContext, QueryPlan, Target } from '../../../src/reference/plan/plan.ts'
import { planQuery } from '../../../src/reference/plan/query.ts'
import { PLAIN } from '../../../src/reference/strapi/databases/database.ts'
import { departures, type Profile, profile } from '../../../src/reference/strapi/profile.ts'
import { declarationsOf } from '../../../src/tools/types/declarations.ts'
import { describedIn } from '../../../src/tools/types/departs.ts'
import { type Seen, seenOf } from '../../../src/tools/types/seen.ts'
import { isList, isObject, type Json } from '../../../src/util/json.ts'
import { REFUSED } from './compile.ts'
import { answerType, type Known } from './expected.ts'
import { withFormats } from './formats.ts'
import { misspelt } from './misspelt.ts'
import { spoilt } from './spoilt.ts'
import { typedQuery, writtenQuery } from './typed.ts'
import type { Typed } from './typed-value.ts'

/** A TypeScript program, and the numbers of its assertions. */
export interface Batch {
  /** By file name. */
  readonly files: Readonly<Record<string, string>>
  readonly schemas: number
  readonly queries: number
  /** The number of real answers that must be assignable to the declared type. */
  readonly answers: number
  /** The number of answers and queries that the compiler must reject. */
  readonly refused: number
}

/** Generates schemas and queries. A random role of the schema sends each query. */
export function generatedBatch(
  schemas: number,
  queries: number,
  seed: number,
  profile = 'documented',
  name = 'world',
): Batch {
  const all = fc.sample(worlds(), { numRuns: schemas, seed })
  return joined(
    all.map((world, at) => batchOf(withFormats(world), `${name}${at}`, queries, seed + at, profile)),
  )
}

/** Returns the TypeScript program that checks queries and answers of one graph. */
export function batchOf(
  given: Graph,
  name: string,
  queries: number,
  seed: number,
  profile = 'documented',
): Batch {
  const graph = describedIn(profile, given)
  const asks = fc.sample(asksFor(graph, { depth: 3 }), { numRuns: queries, seed })
  const roles = [...new Set(asks.map(({ role }) => role.name))]
  return joined(
    roles.map((role) => {
      const own = asks.filter((ask) => ask.role.name === role)
      return batchOfRole({ graph, role, profile }, `${name}-${role}`, own)
    }),
  )
}

export function joined(batches: readonly Batch[]): Batch {
  const sum = (count: (batch: Batch) => number): number => batches.reduce((all, one) => all + count(one), 0)
  return {
    files: Object.assign({}, ...batches.map(({ files }) => files)),
    schemas: sum(({ schemas }) => schemas),
    queries: sum(({ queries }) => queries),
    answers: sum(({ answers }) => answers),
    refused: sum(({ refused }) => refused),
  }
}

interface Line {
  readonly text: readonly string[]
  readonly answers: number
  readonly refused: number
}

/** The role that sends typed requests, and the graph and the profile of the server. */
interface TypedRequest {
  readonly graph: Graph
  readonly role: string
  readonly profile: string
}

function batchOfRole(asked: TypedRequest, name: string, asks: readonly Ask[]): Batch {
  const { graph, role, profile } = asked
  const seen = seenOf(graph, { role, profile })
  const lines = asks.map((ask, at) => linesOf(ask, at, asked, seen))
  const text = lines.flatMap((line) => line.text).join('\n')
  const names = ['Answer', 'AnswerOne', 'Block', 'FileFormat', 'Json', 'Query', 'QueryOne']
  const used = names.filter((one) => new RegExp(`\\b${one}\\b`).test(text))
  const program = `import type { ${used.join(', ')} } from './${name}.schema.ts'\n${SAME}\n${text}\n`
  return {
    files: { [`${name}.schema.ts`]: declarationsOf(graph, { role, profile }), [`${name}.ts`]: program },
    schemas: 1,
    queries: lines.filter(({ text }) => text.length > 0).length,
    answers: lines.reduce((sum, { answers }) => sum + answers, 0),
    refused: lines.reduce((sum, { refused }) => sum + refused, 0),
  }
}

const SAME =
  'export type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false'

/**
 * The maximum number of entries of an answer in the program, because all entries of an answer have the same declared
 * type.
 */
const MOST_ENTRIES = 3
const MOST_MISSPELT = 3

function linesOf(ask: Ask, at: number, { graph, profile: name }: TypedRequest, seen: Seen): Line {
  const isList = ask.target === 'list'
  const route = seen.routes.find(({ type }) => type.uid === ask.type.uid)
  const isSeen = isList ? route?.find : ask.target === 'document' ? route?.findOne : route?.find
  if (isSeen !== true) return NOTHING
  const codes = graph.locales.codes.map(({ code }) => code)
  const typed = typedQuery(ask.query, ask.type, isList, seen, codes)
  const request = requestOf({ ...ask, query: writtenQuery(typed) })
  const response = createReferenceApi(graph, { profile: name }).answer(request)
  const body: Json = JSON.parse(response.body)
  const plan = planOf(request.url, ask, graph, profile(name))
  const uid = JSON.stringify(ask.type.uid)
  const [answer, query] = isList ? ['Answer', 'Query'] : ['AnswerOne', 'QueryOne']
  const refuse = (line: string): string => `${REFUSED}\n${line}`
  const asked = (one: Typed): string => `${JSON.stringify(one)} as const satisfies ${query}<${uid}>`
  // A database may reject certain comparisons with 500, which the types cannot express.
  if (response.status === 500 && profile(name).database.errors !== PLAIN.errors) return NOTHING
  if (response.status !== 200 && response.status !== 404) {
    const why = `// ${request.url} ${response.body}`
    return { text: [why, refuse(`export const r${at} = ${asked(typed)}`)], answers: 0, refused: 1 }
  }
  const expected = answerType(plan, knownOf(graph))
  const wrong = misspelt(typed, MOST_MISSPELT)
  const real = response.status === 200 ? [cut(body)] : []
  const spoils = real.flatMap((one) => spoilt(one, plan, at))
  return {
    text: [
      `const q${at} = ${asked(typed)}`,
      `export type A${at} = ${answer}<${uid}, typeof q${at}>`,
      `export const s${at}: Same<A${at}, ${expected}> = true`,
      ...real.map((one) => `export const a${at}: A${at} = ${JSON.stringify(one)}`),
      ...spoils.map((one, n) => refuse(`export const x${at}_${n}: A${at} = ${JSON.stringify(one)}`)),
      ...wrong.map((one, n) => refuse(`export type W${at}_${n} = ${answer}<${uid}, ${typeText(one)}>`)),
      ...wrong.map((one, n) => refuse(`export const w${at}_${n} = ${asked(one)}`)),
    ],
    answers: real.length,
    refused: spoils.length + 2 * wrong.length,
  }
}

const NOTHING: Line = { text: [], answers: 0, refused: 0 }

const cut = (body: Json): Json =>
  isObject(body) && isList(body.data ?? null)
    ? { ...body, data: entriesIn(body.data).slice(0, MOST_ENTRIES) }
    : body

const entriesIn = (data: Json | undefined): readonly Json[] =>
  data !== undefined && isList(data) ? data : []

/** Returns the query as the text of a TypeScript type. */
function typeText(typed: Typed): string {
  if (typeof typed !== 'object') return JSON.stringify(typed)
  if (isTypedList(typed)) return `readonly [${typed.map(typeText).join(', ')}]`
  return `{ ${Object.entries(typed)
    .map(([name, value]) => `${JSON.stringify(name)}: ${typeText(value)}`)
    .join('; ')} }`
}

const isTypedList = (typed: Typed): typed is readonly Typed[] => Array.isArray(typed)

function planOf(
  url: string,
  { type, role, target, documentId }: Ask,
  graph: Graph,
  chosen: Profile,
): QueryPlan {
  const { schema, settings, locales } = graph
  const context: PlanContext = {
    schema,
    settings,
    locales,
    role,
    has: departures(chosen),
    database: chosen.database,
  }
  const at: Target = target === 'document' ? { kind: target, documentId } : { kind: target }
  const syntax = parseQuery(parseQueryString(url.split('?')[1] ?? '', () => {}))
  const checked = checkQuery(syntax, type, at, context)
  return planQuery(syntax, type, at, context, checked.ok ? checked.late : new Map())
}

const knowns = new WeakMap<Graph, Known>()

function knownOf(graph: Graph): Known {
  const known = knowns.get(graph) ?? { withDocumentId: new Set(uidsWithDocumentId(graph)) }
  knowns.set(graph, known)
  return known
}

type Inner = Graph['tables'] extends ReadonlyMap<string, { readonly rows: readonly (infer R)[] }> ? R : never

function uidsWithDocumentId({ tables }: Graph): readonly string[] {
  const inside = (components: Inner['components']): readonly string[] =>
    Object.values(components)
      .flat()
      .flatMap(({ uid, documentId, components: more }) => [
        ...(documentId === undefined ? [] : [uid]),
        ...inside(more),
      ])
  return [...tables.values()].flatMap(({ rows }) => rows.flatMap((row) => inside(row.components)))
}

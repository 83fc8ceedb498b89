/** Identifies the release and database of a target by the answers to a few requests. */
import { type ApiRequest, type ContentApi, createReferenceApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import { DATABASE_TITLES } from '../../reference/strapi/databases/atlas.ts'
import { type DatabaseName, decisionsOf } from '../../reference/strapi/databases/databases.ts'
import { profile, withoutRevealing } from '../../reference/strapi/profile.ts'
import { ERAS, MINORS, NEWEST, OLDEST } from '../../reference/strapi/versions.ts'
import { isStress } from '../exchange/load.ts'
import type { Reference } from '../exchange/reference.ts'
import { isAboutNames } from '../names/request.ts'
import type { SuiteCase } from '../suite/case.ts'
import { type Answer, answered, type WireRequest } from '../target/target.ts'
import { onWire } from '../target/wire.ts'
import { candidates } from './candidates.ts'
import { choose, fitting, isSame, type Question, type Send } from './questions.ts'

/** How many requests distinguish databases, and how many releases. */
const FOR_DATABASE = 4
const FOR_RELEASE = 2
/** How many requests are evaluated under every release. */
const MAX_CHANGING = 40
/** The longest request in characters: complex requests may differ for unrelated reasons. */
const MAX_URL = 110
/** The longest answer in characters that is compared. */
const MAX_ANSWER = 20_000
/** In order of preference, if the answers match several. */
const DATABASES = [
  'sqlite',
  'postgres',
  'mariadb',
  'mysql',
  'postgres+icu',
  'postgres+c',
] as const satisfies readonly DatabaseName[]
type Served = (typeof DATABASES)[number]

export interface Guess {
  /** The name of the profile. */
  readonly profile: string
  /** A sentence about the result; undefined if the target answers as documented. */
  readonly says: string | undefined
}

const DOCUMENTED: Guess = { profile: 'documented', says: undefined }
/** The result without a match. */
export const UNKNOWN: Guess = {
  profile: 'documented',
  says: 'It could not be told which release it resembles, so it is checked against the guide; `--profile` chooses another.',
}

/**
 * The documented behaviour on each database, for other implementations. It ranks after the documented behaviour on
 * none.
 */
const OWN = ['sqlite', 'postgres', 'mariadb'] as const satisfies readonly Served[]
type Server = 'documented' | `own ${(typeof OWN)[number]}` | Served

const ownOn = (database: Served): string =>
  ['documented', ...decisionsOf(database).map((decision) => `${decision}=${database}`)].join(',')

/** `reference` has the profile `documented`. The target accepts the tokens of the dataset. */
export async function guess(reference: Reference, cases: readonly SuiteCase[], put: Send): Promise<Guess> {
  const { graph } = reference
  const apis = apisOf(graph)
  const under = answersOf(apis)
  const asked = suitable(reference, candidates(graph, cases))
  const steady = asked.flatMap((one) => databaseQuestion(one, { apis, under, graph }))
  const kept = await fitting(choose(steady, FOR_DATABASE, graph), put, graph)
  if (kept === undefined) return UNKNOWN
  const isOwn = kept.some((server) => server === 'documented' || server.startsWith('own '))
  const isReal = DATABASES.some((name) => kept.includes(name))
  // If a single answer is wrong, it may be either.
  if (isOwn) return isReal ? UNKNOWN : DOCUMENTED
  const fit = DATABASES.filter((name) => kept.includes(name))
  const [database] = fit
  if (database === undefined) return UNKNOWN
  const eras = await releases(asked, database, { apis, under, graph, put })
  return told(fit, database, eras)
}

/** The profile of the newest matching release, and a sentence about all of them. */
function told(fit: readonly Served[], database: Served, eras: readonly string[]): Guess {
  const first = eras[0] ?? NEWEST
  const last = lastBefore(eras.at(-1) ?? NEWEST)
  const name = `strapi-${last}-${database}`
  const span = minorOf(first) === minorOf(last) ? minorOf(last) : `${minorOf(first)}–${minorOf(last)}`
  const titles = fit.map((one) => DATABASE_TITLES[one]).join(' or ')
  return {
    profile: name,
    says: `It answers like ${span} on ${titles}, and is checked against that (${name}); \`--profile\` chooses another.`,
  }
}

/** The newest release before the next change of answers, written as a minor if it is the newest of its minor. */
function lastBefore(era: string): string {
  const next = ERAS[ERAS.indexOf(era) + 1]
  if (next === undefined) return minorOf(NEWEST)
  const [major = '5', minor = '0', patch = '0'] = next.split('.')
  if (patch !== '0') return `${major}.${minor}.${Number(patch) - 1}`
  return MINORS[MINORS.indexOf(`${major}.${minor}`) - 1] ?? era
}

const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.')

type Apis = (profile: string) => ContentApi

/** Creates the API of each profile once. */
function apisOf(graph: Graph): Apis {
  const made = new Map<string, ContentApi>()
  return (name) => {
    const api = made.get(name) ?? createReferenceApi(graph, { profile: name })
    made.set(name, api)
    return api
  }
}

/** Shares one object between equal answers, so that most comparisons are by identity. */
type Answers = (profile: string, request: WireRequest) => Answer

function answersOf(apis: Apis): Answers {
  const known = new Map<string, Answer>()
  return (name, request) => {
    const { status, headers, body } = apis(name).answer(request)
    const key = `${status} ${body}`
    const answer = known.get(key) ?? answered(status, body, headers).answer
    known.set(key, answer)
    return answer
  }
}

interface GuessedWorld {
  readonly apis: Apis
  readonly under: Answers
  readonly graph: Graph
}

interface GuessArgs {
  readonly request: WireRequest
  readonly type: ContentType
}

/** Requests that only read, are light, and do not depend on ids or instants. */
function suitable(reference: Reference, given: readonly ApiRequest[]): readonly GuessArgs[] {
  const seen = new Set<string>()
  return given.flatMap((one) => {
    const request = onWire(one)
    const route = reference.routeOf(request)
    const isKnown = seen.has(request.url)
    seen.add(request.url)
    const isPlain = Object.keys(request.headers).every((name) => name === 'authorization')
    if (isKnown || request.method !== 'GET' || !isPlain || route.kind !== 'read') return []
    if (request.url.length > MAX_URL) return []
    const referenced = reference.ask(request)
    const { answer, length } = referenced
    if (![200, 400].includes(answer.status) || length > MAX_ANSWER) return []
    if (isAboutNames(route, reference.graph.schema) || isStress(request, referenced)) return []
    return [{ request, type: route.type }]
  })
}

/** The answers of all databases; none if the answer changed between releases or reveals private data. */
function databaseQuestion(
  { request, type }: GuessArgs,
  { apis, under: answer, graph }: GuessedWorld,
): readonly Question<Server>[] {
  const under = (name: string): Answer => answer(name, request)
  const documented = under('documented')
  const sqlite = under(newest('sqlite'))
  if (!isSame(sqlite, under(`strapi-${OLDEST}-sqlite`), type, graph) || reveals(request, apis)) return []
  const answers = new Map<Server, Answer>([['documented', documented]])
  for (const name of DATABASES) answers.set(name, name === 'sqlite' ? sqlite : under(newest(name)))
  for (const name of OWN) answers.set(`own ${name}`, under(ownOn(name)))
  return [{ request, type, answers }]
}

const newest = (database: Served): string => `strapi-${minorOf(NEWEST)}-${database}`
const closed = withoutRevealing(profile(newest('sqlite'))).name

/** Whether the real server shows more than the caller may see. */
const reveals = (request: WireRequest, apis: Apis): boolean =>
  apis(newest('sqlite')).answer(request).body !== apis(closed).answer(request).body

/** The releases of a database that answer as the target; the newest if none does. */
async function releases(
  asked: readonly GuessArgs[],
  database: Served,
  { apis, under: answer, graph, put }: GuessedWorld & { readonly put: Send },
): Promise<readonly string[]> {
  const under = (era: string, request: WireRequest): Answer => answer(`strapi-${era}-${database}`, request)
  const changing = asked.filter(
    ({ request, type }) =>
      !isSame(under(OLDEST, request), under(NEWEST, request), type, graph) && !reveals(request, apis),
  )
  const questions = changing.slice(0, MAX_CHANGING).map(
    ({ request, type }): Question<string> => ({
      request,
      type,
      answers: new Map(ERAS.map((era) => [era, under(era, request)])),
    }),
  )
  let left: readonly string[] = ERAS
  for (let count = 0; count < FOR_RELEASE && left.length > 1; count++) {
    const now = left
    const narrowed = questions.map(({ answers, ...rest }) => ({
      ...rest,
      answers: new Map([...answers].filter(([era]) => now.includes(era))),
    }))
    const chosen = choose(narrowed, 1, graph)
    if (chosen.length === 0) break
    const fit = await fitting(chosen, put, graph)
    left = now.filter((era) => fit?.includes(era) === true)
  }
  return left.length === 0 ? [NEWEST] : left
}

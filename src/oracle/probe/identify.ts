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
import { mentionsNames } from '../names/request.ts'
import type { SuiteCase } from '../suite/case.ts'
import { type Answer, answered, type WireRequest } from '../target/target.ts'
import { onWire } from '../target/wire.ts'
import { candidates } from './candidates.ts'
import { bestMatches, isSame, type Question, type Send, selectQuestions } from './questions.ts'

/** The maximum number of requests that the probe sends to distinguish databases. */
const FOR_DATABASE = 4
/** The maximum number of requests that the probe sends to distinguish releases. */
const FOR_RELEASE = 2
export const MAX_QUESTIONS = FOR_DATABASE + FOR_RELEASE
/**
 * The maximum number of requests that the probe evaluates under every release, to select those that distinguish
 * releases.
 */
const MAX_CHANGING = 40
/**
 * The maximum length, in characters, of the URL of a request with which the probe identifies the target. Answers to
 * longer requests may differ for unrelated reasons.
 */
const MAX_URL = 110
/** The maximum length, in characters, of an answer that the identification of the target compares. */
const MAX_ANSWER = 20_000
/**
 * The databases in order of preference. If the target's answers match several databases, the identification chooses
 * the first of them.
 */
const DATABASES = [
  'sqlite',
  'postgres',
  'mariadb',
  'mysql',
  'postgres+icu',
  'postgres+c',
] as const satisfies readonly DatabaseName[]
type RealDatabase = (typeof DATABASES)[number]

export interface Identification {
  /** The name of the profile that the target resembles. */
  readonly profile: string
  /** A sentence about the server that the target resembles; undefined if the target answers as documented. */
  readonly says: string | undefined
}

const DOCUMENTED: Identification = { profile: 'documented', says: undefined }
/** The result for a target that the probe cannot identify. */
export const UNKNOWN: Identification = {
  profile: 'documented',
  says: 'The answers match no release, so the check compares with the guide. `--profile` selects another profile.',
}

/**
 * The databases on which a server other than Strapi may show the documented behaviour. The candidates `own …` stand
 * for such servers.
 */
const OTHER_IMPLEMENTATIONS = ['sqlite', 'postgres', 'mariadb'] as const satisfies readonly RealDatabase[]
type Candidate = 'documented' | `own ${(typeof OTHER_IMPLEMENTATIONS)[number]}` | RealDatabase

const ownOn = (database: RealDatabase): string =>
  ['documented', ...decisionsOf(database).map((decision) => `${decision}=${database}`)].join(',')

/**
 * Identifies the release and database of a target. The parameter `reference` must have the profile `documented`, and
 * `send` sends a request to the target.
 */
export async function identify(
  reference: Reference,
  cases: readonly SuiteCase[],
  send: Send,
): Promise<Identification> {
  const { graph } = reference
  const apis = apisOf(graph)
  const under = answersOf(apis)
  const requests = suitable(reference, candidates(graph, cases))
  const steady = requests.flatMap((one) => databaseQuestion(one, { apis, under, graph }))
  const matches = await bestMatches(selectQuestions(steady, FOR_DATABASE, graph), send, graph)
  if (matches === undefined) return UNKNOWN
  const isOwn = matches.some((server) => server === 'documented' || server.startsWith('own '))
  const isReal = DATABASES.some((name) => matches.includes(name))
  // If the answers match the documented behaviour and a real server equally well, the probe does not identify the
  // target.
  if (isOwn) return isReal ? UNKNOWN : DOCUMENTED
  const fit = DATABASES.filter((name) => matches.includes(name))
  const [database] = fit
  if (database === undefined) return UNKNOWN
  const eras = await releases(requests, database, { apis, under, graph, send })
  return identificationOf(fit, database, eras)
}

/**
 * Returns the profile of the newest release whose answers match the target's, with a sentence about all matching
 * releases and databases.
 */
function identificationOf(
  fit: readonly RealDatabase[],
  database: RealDatabase,
  eras: readonly string[],
): Identification {
  const first = eras[0] ?? NEWEST
  const last = lastBefore(eras.at(-1) ?? NEWEST)
  const name = `strapi-${last}-${database}`
  const span = minorOf(first) === minorOf(last) ? minorOf(last) : `${minorOf(first)}–${minorOf(last)}`
  const titles = fit.map((one) => DATABASE_TITLES[one]).join(' or ')
  return {
    profile: name,
    says: `The server answers like ${span} on ${titles}, so the check compares with that (${name}). \`--profile\` selects another profile.`,
  }
}

/**
 * Returns the newest release that answers like the release `era`. If it is the newest release of its minor version,
 * returns only the minor version, such as `5.12`.
 */
function lastBefore(era: string): string {
  const next = ERAS[ERAS.indexOf(era) + 1]
  if (next === undefined) return minorOf(NEWEST)
  const [major = '5', minor = '0', patch = '0'] = next.split('.')
  if (patch !== '0') return `${major}.${minor}.${Number(patch) - 1}`
  return MINORS[MINORS.indexOf(`${major}.${minor}`) - 1] ?? era
}

const minorOf = (version: string): string => version.split('.').slice(0, 2).join('.')

type Apis = (profile: string) => ContentApi

/** Returns a function that creates the content API of a profile, once per profile. */
function apisOf(graph: Graph): Apis {
  const made = new Map<string, ContentApi>()
  return (name) => {
    const api = made.get(name) ?? createReferenceApi(graph, { profile: name })
    made.set(name, api)
    return api
  }
}

/**
 * Returns the reference's answer to a request under a profile. Equal answers are the same object, so that a comparison
 * by identity usually suffices.
 */
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

interface IdentifyContext {
  readonly apis: Apis
  readonly under: Answers
  readonly graph: Graph
}

interface CandidateRequest {
  readonly request: WireRequest
  readonly type: ContentType
}

/** Selects the GET requests that are not heavy and whose answers do not depend on ids or instants. */
function suitable(reference: Reference, requests: readonly ApiRequest[]): readonly CandidateRequest[] {
  const seen = new Set<string>()
  return requests.flatMap((one) => {
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
    if (mentionsNames(route, reference.graph.schema) || isStress(request, referenced)) return []
    return [{ request, type: route.type }]
  })
}

/**
 * Returns a list with one question: a request with the answer of each database. The list is empty if the answer
 * changed between releases or reveals private data.
 */
function databaseQuestion(
  { request, type }: CandidateRequest,
  { apis, under: answer, graph }: IdentifyContext,
): readonly Question<Candidate>[] {
  const under = (name: string): Answer => answer(name, request)
  const documented = under('documented')
  const sqlite = under(newest('sqlite'))
  if (!isSame(sqlite, under(`strapi-${OLDEST}-sqlite`), type, graph) || reveals(request, apis)) return []
  const answers = new Map<Candidate, Answer>([['documented', documented]])
  for (const name of DATABASES) answers.set(name, name === 'sqlite' ? sqlite : under(newest(name)))
  for (const name of OTHER_IMPLEMENTATIONS) answers.set(`own ${name}`, under(ownOn(name)))
  return [{ request, type, answers }]
}

const newest = (database: RealDatabase): string => `strapi-${minorOf(NEWEST)}-${database}`
const closed = withoutRevealing(profile(newest('sqlite'))).name

/** Returns whether the newest release reveals private data to a request, so that the profile `closed` differs. */
const reveals = (request: WireRequest, apis: Apis): boolean =>
  apis(newest('sqlite')).answer(request).body !== apis(closed).answer(request).body

/**
 * Resolves to the releases that answer like the target on a given database. If no release does, resolves to the newest
 * release.
 */
async function releases(
  requests: readonly CandidateRequest[],
  database: RealDatabase,
  { apis, under: answer, graph, send }: IdentifyContext & { readonly send: Send },
): Promise<readonly string[]> {
  const under = (era: string, request: WireRequest): Answer => answer(`strapi-${era}-${database}`, request)
  const changing = requests.filter(
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
  let remaining: readonly string[] = ERAS
  for (let count = 0; count < FOR_RELEASE && remaining.length > 1; count++) {
    const now = remaining
    const narrowed = questions.map(({ answers, ...rest }) => ({
      ...rest,
      answers: new Map([...answers].filter(([era]) => now.includes(era))),
    }))
    const chosen = selectQuestions(narrowed, 1, graph)
    if (chosen.length === 0) break
    const fit = await bestMatches(chosen, send, graph)
    remaining = now.filter((era) => fit?.includes(era) === true)
  }
  return remaining.length === 0 ? [NEWEST] : remaining
}

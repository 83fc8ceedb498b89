/**
 * Sends the requests of an upgrade report to real servers, and compares the real answers with the predicted answers.
 * Sends only reads.
 */
import type { RoleOfToken } from '../../reference/access.ts'
import { type ApiRequest, createReferenceApi } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { plainUrl } from '../../util/url/percent.ts'
import type { Target } from '../target/target.ts'
import { onWire } from '../target/wire.ts'
import { TrafficError } from '../traffic/read.ts'
import { firstPath, type StatusAndText, textAt } from './answer-text.ts'
import type { Servers } from './compare.ts'
import { BREAKS, effectOf } from './effect.ts'

/**
 * A wrong prediction about a request. With one real server, its answer differs from the prediction. With two real
 * servers, only the prediction or only the real answers change between the releases.
 */
export interface Surprise {
  readonly request: string
  /** The path at which the answers differ: `status`, or a JSON pointer. */
  readonly path: string
  readonly predicted: string
  readonly real: string
  readonly breaks: boolean
}

/** The comparison of the answers of real servers with the predicted answers. */
export interface LiveReport {
  readonly servers: readonly string[]
  readonly asked: number
  /** The number of requests that at least one server did not answer. */
  readonly unanswered: number
  /**
   * The number of predicted changes that the two real servers show. If only one real server is compared, it is the
   * number of answers that match the prediction.
   */
  readonly confirmed: number
  /**
   * The predicted changes that the two real servers do not show. The list is always empty if only one real server is
   * compared.
   */
  readonly missing: readonly Surprise[]
  /**
   * The changes between the real servers that were not predicted. If only one real server is compared, these are the
   * answers that differ from the prediction.
   */
  readonly surprises: readonly Surprise[]
}

export interface LiveTargets {
  readonly from?: Target
  readonly to?: Target
}

interface LiveOptions {
  readonly receivedOf: (request: ApiRequest) => ApiRequest
  readonly roleOfToken: RoleOfToken
}

/** The number of requests that are sent to a real server at the same time. */
const AT_ONCE = 4

/**
 * Sends the requests to real servers and compares the answers with the prediction.
 * @throws TrafficError if a server answers none of the first requests.
 */
export async function compareLive(
  graph: Graph,
  requests: readonly ApiRequest[],
  servers: Servers,
  targets: LiveTargets,
  { receivedOf, roleOfToken }: LiveOptions,
): Promise<LiveReport> {
  const [older, newer] = [servers.from, servers.to].map(({ name }) =>
    createReferenceApi(graph, { profile: name, roleOfToken }),
  )
  const found = new Findings()
  for (let at = 0; at < requests.length; at += AT_ONCE) {
    await Promise.all(
      requests.slice(at, at + AT_ONCE).map(async (request) => {
        const received = receivedOf(request)
        const [before, after] = await Promise.all(
          [targets.from, targets.to].map((target) => askedOf(target, request)),
        )
        found.add(
          request,
          { before: older?.answer(received), after: newer?.answer(received) },
          { before, after },
          targets,
        )
      }),
    )
    if (found.answered === 0 && found.unanswered >= AT_ONCE)
      throw new TrafficError(`${found.failure}: expected a server that answers`)
  }
  const names = [targets.from, targets.to].flatMap((target) => (target === undefined ? [] : [target.name]))
  return { servers: names, asked: requests.length, ...found.report() }
}

type Asked = StatusAndText | string | undefined

async function askedOf(target: Target | undefined, request: ApiRequest): Promise<Asked> {
  if (target === undefined) return undefined
  const outcome = await target.ask(onWire(request))
  return outcome.kind === 'failed'
    ? `${target.name}: ${outcome.message}`
    : { status: outcome.answer.status, body: outcome.text }
}

interface Pair<T> {
  readonly before: T
  readonly after: T
}

class Findings {
  answered = 0
  unanswered = 0
  failure = ''
  private confirmed = 0
  private readonly missing: Surprise[] = []
  private readonly surprises: Surprise[] = []

  add(
    request: ApiRequest,
    predicted: Pair<StatusAndText | undefined>,
    real: Pair<Asked>,
    { from, to }: LiveTargets,
  ): void {
    const [before, after] = [real.before, real.after]
    const failure = [before, after].find((one) => typeof one === 'string')
    if (typeof failure === 'string' || typeof before === 'string' || typeof after === 'string') {
      this.unanswered++
      this.failure = String(failure)
      return
    }
    this.answered++
    if (from !== undefined && to !== undefined && before !== undefined && after !== undefined)
      this.pair(request, predicted, { before, after })
    else this.one(request, before === undefined ? predicted.after : predicted.before, before ?? after)
  }

  report(): Pick<LiveReport, 'unanswered' | 'confirmed' | 'missing' | 'surprises'> {
    const { unanswered, confirmed, missing, surprises } = this
    return { unanswered, confirmed, missing, surprises }
  }

  private pair(
    request: ApiRequest,
    { before, after }: Pair<StatusAndText | undefined>,
    real: Pair<StatusAndText>,
  ): void {
    const expected = before === undefined || after === undefined ? undefined : firstPath(before, after)
    const seen = firstPath(real.before, real.after)
    if (expected !== undefined && seen !== undefined) this.confirmed++
    else if (seen !== undefined)
      this.surprises.push({
        ...{ request: plainUrl(request.url), path: seen, predicted: 'no change' },
        ...{ real: changeText(real, seen), breaks: BREAKS.has(effectOf(real)) },
      })
    else if (expected !== undefined && before !== undefined && after !== undefined)
      this.missing.push({
        ...{
          request: plainUrl(request.url),
          path: expected,
          predicted: changeText({ before, after }, expected),
        },
        ...{ real: 'no change', breaks: false },
      })
  }

  private one(
    request: ApiRequest,
    predicted: StatusAndText | undefined,
    real: StatusAndText | undefined,
  ): void {
    if (predicted === undefined || real === undefined) return
    const path = firstPath(predicted, real)
    if (path === undefined) this.confirmed++
    else
      this.surprises.push({
        ...{ request: plainUrl(request.url), path, predicted: textAt(predicted, path) },
        ...{ real: textAt(real, path), breaks: false },
      })
  }
}

const changeText = ({ before, after }: Pair<StatusAndText>, path: string): string =>
  `${textAt(before, path)} → ${textAt(after, path)}`

/**
 * Compares the answers of two datasets, and attributes each difference to the quirk (switch of a profile) that
 * causes it.
 */
import { type ApiRequest, type ContentApi, createReferenceApi } from '../../../src/reference/api.ts'
import { PROFILES, profile, revealing, withoutRevealing } from '../../../src/reference/strapi/profile.ts'
import type { QuirkId, Secret } from '../../../src/reference/strapi/quirks.ts'
import type { DatasetPair } from './non-interference.ts'

/** Three old releases with many departures: 5.0, 5.23 and 5.45. */
const OLD: readonly string[] = ['strapi-5.0-sqlite', 'strapi-5.23-sqlite', 'strapi-5.45-sqlite']

/**
 * The names of all profiles in `PROFILES` and of the old releases, without the switches that reveal private data. Under
 * these profiles, no pair of datasets may give different answers.
 */
export const HELD: readonly string[] = [...Object.keys(PROFILES), ...OLD].map(
  (name) => withoutRevealing(profile(name)).name,
)

/** The profiles in `PROFILES` that have a switch which reveals private data. */
export const REVEALING: readonly string[] = Object.keys(PROFILES).filter(
  (name) => revealing(profile(name)).length > 0,
)

export interface AnswerDifference {
  readonly pair: DatasetPair
  readonly profile: string
  readonly request: ApiRequest
  readonly before: string
  readonly after: string
}

/** Returns the requests to which the two datasets give different answers under a profile. */
export function differences(pair: DatasetPair, profile: string): readonly AnswerDifference[] {
  const [before, after] = apisOf(pair, profile)
  return pair.requests.flatMap((request) => {
    const [was, is] = [bytesOf(before, request), bytesOf(after, request)]
    return was === is ? [] : [{ pair, profile, request, before: was, after: is }]
  })
}

const apisOf = ({ first, second }: DatasetPair, profile: string): readonly [ContentApi, ContentApi] => [
  createReferenceApi(first, { profile }),
  createReferenceApi(second, { profile }),
]

/** Returns the status, the headers and the body of the answer to a request as one text. */
function bytesOf({ answer }: ContentApi, request: ApiRequest): string {
  const { status, headers, body } = answer(request)
  return `${status} ${JSON.stringify(headers)} ${body}`
}

/** A quirk, and the kind of private data that the quirk alone reveals. */
export interface Revealed {
  readonly quirk: QuirkId
  readonly secret: Secret
}

/**
 * The differences that single switches of a profile cause, and the differences that only several switches together
 * cause.
 */
export interface Attribution {
  readonly revealed: readonly Revealed[]
  /** The differences that only several quirks together cause. */
  readonly joint: readonly AnswerDifference[]
}

/** Finds the switches that cause the differences under a profile. */
export function attribute(pair: DatasetPair, name: string): Attribution {
  const found = differences(pair, name)
  if (found.length === 0) return { revealed: [], joint: [] }
  const whole = profile(name)
  const alone = withoutRevealing(whole).name
  const making = revealing(whole).map((quirk) => ({ quirk, apis: apisOf(pair, `${alone},+${quirk}`) }))
  const attributed = found.map((difference) => ({
    difference,
    quirks: making
      .filter(({ apis: [before, after] }) => {
        const { request } = difference
        return bytesOf(before, request) !== bytesOf(after, request)
      })
      .map(({ quirk }) => quirk),
  }))
  return {
    revealed: attributed.flatMap(({ quirks }) => quirks.map((quirk) => ({ quirk, secret: pair.differIn }))),
    joint: attributed.flatMap(({ difference, quirks }) => (quirks.length === 0 ? [difference] : [])),
  }
}

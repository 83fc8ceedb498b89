/** What tells twins apart: the requests whose answers differ, and the switch that makes them. */
import { type ApiRequest, type ContentApi, createReferenceApi } from '../../../src/reference/api.ts'
import { PROFILES, profile, revealing, withoutRevealing } from '../../../src/reference/strapi/profile.ts'
import type { QuirkId, Secret } from '../../../src/reference/strapi/quirks.ts'
import type { Twins } from './non-interference.ts'

/** Releases in which much was otherwise: the first one, and one of each half since. */
const OLD: readonly string[] = ['strapi-5.0-sqlite', 'strapi-5.23-sqlite', 'strapi-5.45-sqlite']

/** Every profile by name, with what reveals turned off: under these no twins may differ. */
export const HELD: readonly string[] = [...Object.keys(PROFILES), ...OLD].map(
  (name) => withoutRevealing(profile(name)).name,
)

/** The profiles that reveal something. */
export const REVEALING: readonly string[] = Object.keys(PROFILES).filter(
  (name) => revealing(profile(name)).length > 0,
)

export interface AnswerDifference {
  readonly twins: Twins
  readonly profile: string
  readonly request: ApiRequest
  readonly before: string
  readonly after: string
}

/** The requests that twins answer otherwise under a profile. */
export function differences(twins: Twins, profile: string): readonly AnswerDifference[] {
  const [before, after] = apisOf(twins, profile)
  return twins.requests.flatMap((request) => {
    const [was, is] = [bytesOf(before, request), bytesOf(after, request)]
    return was === is ? [] : [{ twins, profile, request, before: was, after: is }]
  })
}

const apisOf = ({ first, second }: Twins, profile: string): readonly [ContentApi, ContentApi] => [
  createReferenceApi(first, { profile }),
  createReferenceApi(second, { profile }),
]

/** Everything of an answer. */
function bytesOf({ answer }: ContentApi, request: ApiRequest): string {
  const { status, headers, body } = answer(request)
  return `${status} ${JSON.stringify(headers)} ${body}`
}

/** A switch, and what it reveals by itself. */
export interface Revealed {
  readonly quirk: QuirkId
  readonly secret: Secret
}

/** How often each switch of a profile, as the only one that is left on, tells twins apart; and what none does alone. */
export interface Attribution {
  readonly revealed: readonly Revealed[]
  /** Differences that no switch makes by itself. */
  readonly joint: readonly AnswerDifference[]
}

/** Of each difference under a profile: the switches that make it. */
export function attribute(twins: Twins, name: string): Attribution {
  const found = differences(twins, name)
  if (found.length === 0) return { revealed: [], joint: [] }
  const whole = profile(name)
  const alone = withoutRevealing(whole).name
  const making = revealing(whole).map((quirk) => ({ quirk, apis: apisOf(twins, `${alone},+${quirk}`) }))
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
    revealed: attributed.flatMap(({ quirks }) => quirks.map((quirk) => ({ quirk, secret: twins.differIn }))),
    joint: attributed.flatMap(({ difference, quirks }) => (quirks.length === 0 ? [difference] : [])),
  }
}

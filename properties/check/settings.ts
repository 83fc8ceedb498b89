/** The settings of a check of laws, and functions that decide which experiments these settings allow. */

import type { ApiRequest } from '../../src/reference/api.ts'
import { type RequestSettings, requestSettings } from '../arbitraries/settings.ts'
import type { ExperimentInput } from '../laws/law.ts'
import type { ServerOrigin } from '../server.ts'

/** The settings of a check of one or many laws; all settings are optional. */
export interface LawSettings extends Partial<RequestSettings> {
  /** The number of generated inputs of each law; 100 by default. */
  readonly runs?: number
  /** The seed of the generated inputs; random by default. */
  readonly seed?: number
  /** The path of a reported failure. If the path is set, the check repeats this failure, and checks no other input. */
  readonly path?: string
  /**
   * Whether early runs have mostly small inputs, as in fast-check; true by default. If `bias` is false, the sizes of
   * inputs are spread evenly.
   */
  readonly bias?: boolean
  /**
   * The minimum number of experiments that could have failed. With fewer such experiments, a law does not count as
   * held; 10 by default.
   */
  readonly enough?: number
  /** The maximum number of requests that the check sends to shrink one failure; 2,000 by default. */
  readonly shrinkRequests?: number
  /** The origin in the `curl` lines of reports; by default the `origin` of the server, which `serverAt` sets. */
  readonly origin?: ServerOrigin
  /** The methods of the requests that the check may send; by default, all methods that `server` accepts. */
  readonly methods?: readonly string[]
}

export interface FullSettings {
  readonly runs: number
  readonly seed: number
  readonly path: string | undefined
  readonly bias: boolean
  readonly enough: number
  readonly shrinkRequests: number
  /** The settings besides `seed` and `path` that are needed to generate the same input. */
  readonly repeated: LawSettings
  readonly allows: (requests: readonly ApiRequest[]) => boolean
  /** Returns the parts of requests that the settings exclude, such as `operator $not`, without duplicates. */
  readonly lacks: (requests: readonly ApiRequest[]) => readonly string[]
  /** Returns the input of an experiment with the settings applied to every request. */
  readonly limited: (input: ExperimentInput) => ExperimentInput
}

const RUNS = 100
const ENOUGH = 10
const SHRINK_REQUESTS = 2000
const SEEDS = 0x7fffffff

/**
 * Returns settings with defaults for all missing settings.
 * @throws RangeError for a setting that no check can follow.
 */
export function fullSettings(settings: LawSettings): FullSettings {
  const {
    runs = RUNS,
    seed = Math.floor(Math.random() * SEEDS),
    path,
    bias = true,
    enough = ENOUGH,
    shrinkRequests = SHRINK_REQUESTS,
    origin: _origin,
    methods,
    ...some
  } = settings
  if (!Number.isInteger(runs) || runs < 1)
    throw new RangeError(`\`runs\` is ${runs}; it must be a whole number from 1, or no law is tested`)
  if (!Number.isInteger(enough) || enough < 1)
    throw new RangeError(
      `\`enough\` is ${enough}; it must be a whole number from 1, or a law is held without a test`,
    )
  if (!Number.isInteger(shrinkRequests) || shrinkRequests < 0)
    throw new RangeError(`\`shrinkRequests\` is ${shrinkRequests}; it must be a whole number from 0`)
  if (path !== undefined && settings.seed === undefined)
    throw new RangeError(
      '`path` needs the `seed` of the same failure: pass all settings of the line `repeat:`',
    )
  const requests = requestSettings(some)
  const deepest = some.depth ?? Number.POSITIVE_INFINITY
  const limit =
    (seed: ExperimentInput['ask']): ExperimentInput['ask'] =>
    (graph, own) =>
      seed(graph, { ...some, ...own })
  const lacks = (sent: readonly ApiRequest[]): readonly string[] => [
    ...new Set(
      sent.flatMap(({ url, method = 'GET' }) => [
        ...(methods?.includes(method) === false ? [`method ${method}`] : []),
        ...namesMissing(url, requests),
        ...(depthOf(url) > deepest ? [`depth ${depthOf(url)}`] : []),
      ]),
    ),
  ]
  return {
    runs,
    seed,
    path,
    bias,
    enough,
    shrinkRequests,
    repeated: { ...(bias ? {} : { bias }), ...(methods === undefined ? {} : { methods }), ...some },
    allows: (sent) => lacks(sent).length === 0,
    lacks,
    limited: (input) => ({
      ...input,
      ask: limit(input.ask),
      other: limit(input.other),
      more: input.more.map(limit),
    }),
  }
}

/**
 * Returns the parameters and operators of a URL that the settings exclude. Laws may add excluded parameters and
 * operators to a generated request. The settings never exclude an unknown operator such as `$nothing`, because laws
 * about refusals send unknown operators.
 */
function namesMissing(url: string, { parameters, operators }: RequestSettings): readonly string[] {
  const at = url.indexOf('?')
  if (at < 0) return []
  const names: readonly string[] = parameters
  const known: readonly string[] = operators
  return url
    .slice(at + 1)
    .split('&')
    .map(decoded)
    .flatMap((part) => {
      const [top = '', ...below] = part.split('=')[0]?.split(/[[\].]+/) ?? []
      const name = FIXED.includes(top) ? top : 'others'
      const excluded = below.filter((key) => !known.includes(key) && ALL_OPERATORS.includes(key))
      return [
        ...(names.includes(name) ? [] : [`parameter ${name}`]),
        ...excluded.map((operator) => `operator ${operator}`),
      ]
    })
}

/**
 * Returns the number of levels of populate below the first level that a URL contains, both as objects and as dotted
 * paths.
 */
function depthOf(url: string): number {
  const [, search = ''] = url.split('?')
  return search
    .split('&')
    .map(decoded)
    .filter((part) => part.startsWith('populate'))
    .reduce((most, part) => {
      const [name = '', value = ''] = part.split('=')
      const keys = name.split(/[[\].]+/)
      const isPath = /^(populate|\d*)$/.test(keys.filter((key) => key !== '').at(-1) ?? '')
      const dots = isPath ? Math.max(...value.split(',').map((path) => path.split('.').length - 1)) : 0
      return Math.max(most, keys.filter((key) => key === 'populate').length - 1 + dots)
    }, 0)
}

/** The names of the known parameters. The name `others` stands for every other parameter. */
const FIXED: readonly string[] = requestSettings().parameters
const ALL_OPERATORS: readonly string[] = requestSettings().operators

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

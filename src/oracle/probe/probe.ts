/**
 * Probes a target before the check with about ten simple requests. The probe finds out whether the target answers JSON,
 * has the dataset and accepts the tokens. The probe also finds out how fast the target is, and which server the target
 * resembles.
 */
import { performance } from 'node:perf_hooks'
import type { Graph } from '../../reference/graph/graph.ts'
import { createReference, type Reference } from '../exchange/reference.ts'
import type { CheckSettings } from '../parts/options.ts'
import type { SuiteCase } from '../suite/case.ts'
import type { Guarded } from '../target/guard.ts'
import { isTooSlow } from '../target/limits/pace.ts'
import type { WireRequest } from '../target/target.ts'
import { type Tokens, withTokens } from '../target/wire.ts'
import { identify, MAX_QUESTIONS, UNKNOWN } from './identify.ts'
import {
  ALL_TYPES,
  hasDataset,
  isAllMissing,
  type Probed,
  refusesAllTokens,
  rolesOfUnknownTokens,
  type TypeProbe,
  typeProbes,
  unfit,
  unservedTypes,
  warnings,
} from './types.ts'

export interface ProbeOptions extends Pick<CheckSettings, 'endsAt' | 'concurrency'> {
  readonly graph: Graph
  readonly tokens: Tokens
  /** The name of the expected profile, or `guess` for the profile that the target resembles. */
  readonly profile: string
  /** The suite cases about the dataset, from which the probe selects some requests. */
  readonly cases: readonly SuiteCase[]
}

export type ProbeOutcome =
  | {
      readonly kind: 'fit'
      /** The name of the profile with which the check should compare. */
      readonly profile: string
      /** The notices about the probed target, one sentence each. */
      readonly notices: readonly string[]
      /** The roles whose tokens the target does not accept. */
      readonly unknownRoles: readonly string[]
      /** The uids of the content types that the target does not serve. */
      readonly unserved: readonly string[]
    }
  /** The result for a target that cannot be checked. The member `says` is the reason, in one sentence. */
  | { readonly kind: 'unfit'; readonly says: string }

/** The name of the profile for a target that resembles no known server. */
export const PLAIN_PROFILE = 'documented'
export const GUESS = 'guess'

/** The median response time, in milliseconds, above which the probe reports a slow target. */
const SLOW = 500

export const ENDED_AT_ONCE = 'The run ended early: nothing was compared.'

const NO_TIME =
  'No time is left to detect the release, so the check compares with the guide. `--profile` selects another profile.'
/**
 * The divisor of the remaining time of the run: the identification of the target may take at most a quarter of this
 * time.
 */
const PART = 4

export async function probeTarget(target: Guarded, options: ProbeOptions): Promise<ProbeOutcome> {
  const reference = createReference(options.graph, PLAIN_PROFILE)
  const first = await askTypes(target, typeProbes(reference), options.tokens)
  const { milliseconds } = first
  const probed = await withAllTypes(target, reference, options.tokens, first.probed)
  // If the user has stopped the run, skips the rest of the probe, because it takes seconds of work.
  if (target.isStopped()) return { kind: 'unfit', says: ENDED_AT_ONCE }
  const says = unfit(target.name, probed) ?? (await missing(target, reference, probed))
  if (says !== undefined) return { kind: 'unfit', says }
  const notices = [...warnings(probed), ...(milliseconds > SLOW ? [slowness(milliseconds)] : [])]
  const fit = {
    kind: 'fit',
    unknownRoles: unknownRolesOf(probed, options),
    unserved: unservedTypes(probed),
  } as const
  if (options.profile !== GUESS) return { ...fit, profile: options.profile, notices }
  if (isTooSlow(MAX_QUESTIONS * options.concurrency * PART, target, options))
    return { ...fit, profile: PLAIN_PROFILE, notices: [...notices, NO_TIME] }
  if (!hasDataset(probed)) return { ...fit, ...withoutMatch(notices) }
  const { tokens } = options
  const cases = options.cases.filter(
    ({ request }) => fit.unknownRoles.length === 0 || request.token === undefined,
  )
  const identified = await identify(reference, cases, async (request) => {
    const outcome = await target.ask(withTokens(request, tokens))
    return outcome.kind === 'answered' ? outcome.answer : undefined
  })
  const found = identified.says === undefined ? [] : [identified.says]
  return { ...fit, profile: identified.profile, notices: [...notices, ...found] }
}

/**
 * Returns the roles whose tokens the check must not send, because the target refuses them. If the target refuses all
 * tokens that were tried, it probably refuses the dataset's other tokens too. The check nevertheless sends the tokens
 * that the user gave for the target.
 */
function unknownRolesOf(probed: readonly Probed[], { graph, tokens }: ProbeOptions): readonly string[] {
  if (!refusesAllTokens(probed)) return rolesOfUnknownTokens(probed)
  return [...graph.access.tokens].flatMap(([token, role]) => (tokens.has(token) ? [] : [role]))
}

const withoutMatch = (
  notices: readonly string[],
): Pick<Extract<ProbeOutcome, { kind: 'fit' }>, 'notices' | 'profile'> => ({
  profile: UNKNOWN.profile,
  notices: UNKNOWN.says === undefined ? notices : [...notices, UNKNOWN.says],
})

async function askTypes(
  target: Guarded,
  probes: readonly TypeProbe[],
  tokens: Tokens,
): Promise<{ readonly probed: readonly Probed[]; readonly milliseconds: number }> {
  const times: number[] = []
  const probed = await Promise.all(
    probes.map(async (probe): Promise<Probed> => {
      const start = performance.now()
      const outcome = await target.ask(withTokens(probe.request, tokens))
      times.push(performance.now() - start)
      return { probe, outcome }
    }),
  )
  const middle = times.sort((a, b) => a - b)[Math.floor(times.length / 2)]
  return { probed, milliseconds: middle ?? 0 }
}

/**
 * Probes all content types if the target answers 404 for some of the first types, because such a target may serve only
 * some content types.
 */
async function withAllTypes(
  target: Guarded,
  reference: Reference,
  tokens: Tokens,
  probed: readonly Probed[],
): Promise<readonly Probed[]> {
  if (unservedTypes(probed).length === 0 || target.isStopped()) return probed
  const known = new Set(probed.map(({ probe }) => probe.type.uid))
  const others = typeProbes(reference, ALL_TYPES).filter(({ type }) => !known.has(type.uid))
  return [...probed, ...(await askTypes(target, others, tokens)).probed]
}

const slowness = (milliseconds: number): string =>
  `An answer takes about ${Math.round(milliseconds)} ms. To shorten the check, pass a smaller number to \`--runs\`.`

/**
 * Returns a sentence about the likely mistake if the target answers 404 for every content type. For this purpose,
 * requests one type without the path prefix.
 */
async function missing(
  target: Guarded,
  { graph }: Reference,
  probed: readonly Probed[],
): Promise<string | undefined> {
  const [first] = probed
  if (first === undefined || !isAllMissing(probed)) return undefined
  const { prefix } = graph.settings
  const { request } = first.probe
  const bare: WireRequest = { ...request, url: request.url.slice(prefix.length) }
  const outcome = prefix === '' ? undefined : await target.ask(bare)
  const none = `${target.name} answers 404 to requests for all ${probed.length} types tried, such as ${request.url}`
  if (outcome?.kind !== 'answered' || outcome.answer.status !== 200)
    return `${none}. Check the address, and that the server has the dataset; \`--data\` names another dataset.`
  return target.name.endsWith(prefix)
    ? `${none}, but answers ${bare.url}. The check adds ${prefix} to each path, so use \`--target ${target.name.slice(0, -prefix.length)}\`.`
    : `${none}, but answers ${bare.url}. The check adds ${prefix} to each path; to omit it, pass \`--settings FILE\` with {"rest": {"prefix": ""}}.`
}

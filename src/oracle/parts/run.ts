/** The state that all parts of a run share, such as the session and the settings. */
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { suspectKey } from '../attribution/suspect.ts'
import { traitOfRefusal, traitsOf } from '../attribution/traits.ts'
import { type Coverage, createCoverage } from '../causes/coverage.ts'
import { type ExampleOf, exampleMaker } from '../causes/example.ts'
import { findingMaker, type MakeFinding } from '../causes/finding.ts'
import { switchFinder } from '../causes/switches.ts'
import { type Contrast, createContrast } from '../circumstances/contrast.ts'
import { instantsOf } from '../compare/equality.ts'
import { createRenaming } from '../compare/renaming.ts'
import { createEarlyAnswers, type EarlyAnswers } from '../exchange/early-answers.ts'
import type { FlakyCount } from '../exchange/flaky-count.ts'
import { createReference } from '../exchange/reference.ts'
import { createFlakyCount } from '../exchange/repeat.ts'
import type { Exchange, Session } from '../exchange/session.ts'
import type { Guarded } from '../target/guard.ts'
import { isTooSlow } from '../target/limits/pace.ts'
import type { CheckSettings, Progress } from './options.ts'

export interface Run {
  readonly settings: CheckSettings
  readonly session: Session
  readonly exampleOf: ExampleOf
  readonly makeFinding: MakeFinding
  /**
   * For the key of each strongest suspect, the number of findings whose request was repeated and answered wrongly
   * again; see `steadiness`.
   */
  readonly confirmed: Map<string, number>
  /** The coverage so far: the number of compared answers, and for each rule the right answers that follow the rule. */
  readonly coverage: Coverage
  /** The right answers of the run so far. They show which circumstances distinguish wrong answers. */
  readonly contrast: Contrast
  /**
   * The first answers of the run. The check compares them with later answers to the same requests, to detect changed
   * data.
   */
  readonly early: EarlyAnswers
  /** Whether the time is too short for the whole run. In a run with too little time, the check repeats no request. */
  readonly isHurried: boolean
  /** The number of smaller requests that the run has sent so far to shrink other requests; see `minimal.ts`. */
  readonly attempts: { minimal: number; without: number }
  /**
   * The heavy generated requests, with their indexes in the run. The check sends heavy requests last, and only with
   * the option `stress`.
   */
  readonly deferred: { readonly request: ApiRequest; readonly index: number }[]
}

/**
 * Creates the state of a run.
 * @throws ProfileError for an unknown profile or quirk.
 */
export function startRun(
  settings: CheckSettings,
  target: Guarded,
  graph: Graph,
  coverage: Coverage = createCoverage(),
  flaky: FlakyCount = createFlakyCount(),
): Run {
  const { profile, ids, times, errors, tokens, methods, masks, unknownRoles, unserved, code } = settings
  const reference = createReference(graph, profile)
  const { loose } = reference.profile.database
  const equality = {
    ...{ ids, times, schema: graph.schema, renaming: createRenaming(), loose },
    instants: instantsOf(graph),
  }
  const session = {
    ...{ reference, target, equality, errors, tokens, methods, flaky, masks },
    stress: false,
    unknownTokens: tokensOfRoles(graph, unknownRoles),
    unserved: new Set(unserved),
    ...(code === undefined ? {} : { code }),
  }
  return {
    settings,
    session,
    exampleOf: exampleMaker(session),
    makeFinding: findingMaker(session, switchFinder(session)),
    confirmed: new Map(),
    coverage,
    contrast: createContrast(reference),
    early: createEarlyAnswers(),
    isHurried: isTooSlow(settings.cases.length + settings.runs, target, settings),
    attempts: { minimal: 0, without: 0 },
    deferred: [],
  }
}

/**
 * Counts a compared exchange in the coverage: the rules that its expected answer follows, and the traits of its
 * request.
 */
export function countExchange({ coverage, session, early }: Run, exchange: Exchange, differs: boolean): void {
  early.add(exchange)
  const { request, type, referenced } = exchange
  const { answer, rules } = referenced
  const traits = [
    ...traitsOf(request.url, type, session.reference.graph.schema),
    ...(answer.status === 400 ? traitOfRefusal(rules) : []),
  ]
  coverage.count(rules, differs, traits.map(suspectKey))
}

/** Calls `onProgress` with the progress of one part of the run. */
export function reportProgress(
  { settings, coverage, session }: Run,
  part: Progress['part'],
  done: number,
  of: number,
): void {
  settings.onProgress({ part, done, of, differing: coverage.differing(), sent: session.target.sent() })
}

/** Returns the API tokens that the dataset defines for the given roles, each with its role. */
const tokensOfRoles = ({ access }: Graph, roles: readonly string[]): Session['unknownTokens'] =>
  new Map([...access.tokens].filter(([, role]) => roles.includes(role)))

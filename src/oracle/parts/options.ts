/** The options of `check` and `checkTarget`, with their default values. */
import type { Graph } from '../../reference/graph/graph.ts'
import { loadDataset } from '../../reference/load/load.ts'
import { RULES } from '../../reference/rules.ts'
import type { KnownFailure } from '../causes/known-failures.ts'
import type { LastRun } from '../causes/last-run.ts'
import type { ErrorMode, IdMode, TimeMode } from '../compare/equality.ts'
import type { AnswerByCode } from '../exchange/after-code.ts'
import { type Masks, masksOf } from '../exchange/masks.ts'
import type { Generate } from '../requests/kinds.ts'
import type { Level } from '../suite/case.ts'
import { DEFAULT_DATASET, datasetOf, sampleTokens } from '../suite/dataset-name.ts'
import type { WriteSession } from '../suite/session.ts'
import { loadSessions } from '../suite/sessions.ts'
import { datasetFolder, loadSuite, type SuiteCase } from '../suite/suite.ts'
import type { Reload } from '../target/recovery/reload.ts'
import type { Tokens } from '../target/wire.ts'
import { type Choice, chosenCases, generates, isNamed, namesOf } from './choice.ts'
import type { WritePlan } from './writes/write-plan.ts'

/** The options of `check` and `checkTarget`. Every option is optional. */
export interface CheckOptions extends Omit<Choice, 'only'> {
  /**
   * The rules or features to test, as a list or one name: `fields.keeps-ids` is one rule, `fields` is a feature and all
   * rules of its chapter, `filters.op.$*` is all rules with this prefix. A name that no rule or feature has causes a
   * RangeError. The default is all rules.
   */
  readonly only?: string | readonly string[]
  /** The graph of the dataset that the target has loaded. The default is the graph of the option `dataset`. */
  readonly graph?: Graph
  /** The name of the target's dataset, whose suite cases the check runs; for the default, see `datasetOf`. */
  readonly dataset?: string
  /**
   * The expected behaviour: the name of a profile, optionally with changes (`documented,+ne-array-or`). With `look`,
   * `guess` selects the profile that the target resembles. The default is `documented`.
   */
  readonly profile?: string
  /**
   * The comparison of ids, documentIds and the identifying values of uploads. `mapped` accepts other values if a
   * single one-to-one mapping translates them in the whole run; `ignore` accepts any values; `exact` requires equal
   * values. The default is `mapped`.
   */
  readonly ids?: IdMode
  /**
   * The comparison of instants such as `createdAt`. With `times: 'shape'`, the check accepts another instant than the
   * expected instant. With `times: 'exact'`, it requires equal instants. The default is `shape`.
   */
  readonly times?: TimeMode
  /**
   * The comparison of error answers. With `errors: 'name'`, the check compares only status and error name. With
   * `errors: 'exact'`, it also compares message and details, unless the real server has none. The default is `exact`.
   */
  readonly errors?: ErrorMode
  /**
   * Maps bearer tokens of the dataset to bearer tokens of the target; see `tokensOf`. A dataset token that the map
   * omits is sent unchanged. By default, the map is empty.
   */
  readonly tokens?: Tokens
  /** The request methods to send: `reading` (default) sends only methods that change nothing, such as GET. */
  readonly methods?: 'reading' | 'all'
  /** The suite cases to run; false runs no suite cases. The default is all suite cases in the package. */
  readonly suite?: readonly SuiteCase[] | false
  /**
   * Whether the check writes to the target. Each write session creates its own documents, and the check deletes these
   * documents. Sessions that change entries of the dataset need the option `reload`. The default is false.
   */
  readonly writes?: boolean
  /** The write sessions to play. The default is all write sessions in the package, or none if `suite` is false. */
  readonly sessions?: readonly WriteSession[]
  /** The number of requests to generate. `writes` adds one sequence of writes per twenty requests. Default: 1000. */
  readonly runs?: number
  /** The whole number from which requests are generated. Equal seeds generate equal requests. Default: 1. */
  readonly seed?: number
  /** The kind of requests to generate. By default, most of them are valid and some contain a mistake. */
  readonly generate?: Generate
  /** Whether the check tests the live laws. The default is false. */
  readonly laws?: boolean
  /** The maximum number of causes for which the check shrinks a generated request. The default is 25. */
  readonly causes?: number
  /** Whether the run ends at the first mismatch. The default is false. */
  readonly bail?: boolean
  /** The maximum number of requests that are open at the same time. The default is 4. */
  readonly concurrency?: number
  /** The time in milliseconds after which `check` counts a request as unanswered. The default is 5000. */
  readonly timeout?: number
  /**
   * Whether the check also sends requests that may overload a small server. The check sends these heavy requests last,
   * one at a time. The default is false: the report then counts heavy requests as skipped.
   */
  readonly stress?: boolean
  /** The maximum number of requests that the check sends per second. By default, there is no limit. */
  readonly rate?: number
  /** Restarts the target after its process has ended, so that the check can find the request that ended the process. */
  readonly restart?: () => Promise<void>
  /** The signal that ends the run early. The report of the run then contains the results so far. */
  readonly signal?: AbortSignal
  /**
   * The time at which `signal` will end the run, in milliseconds of `performance.now()`. If the target is too slow for
   * the whole run, the check first sends the suite cases that together follow the most rules. By default, the check
   * knows no such time.
   */
  readonly endsAt?: number
  /** The lowest level (MUST, SHOULD, MAY) at which a difference fails the check. The default is MAY. */
  readonly failOn?: Level
  /** The failures of the last run. The report compares them with this run, and lists the fixed and the new causes. */
  readonly last?: LastRun
  /**
   * Whether the check first probes the target with about ten requests. The probe finds out whether the target answers,
   * has the dataset and accepts the tokens. If the probe shows that a check would be pointless, the report gives the
   * reason in one sentence. The default is false.
   */
  readonly look?: boolean
  /** The maximum time in seconds to wait until the target answers for the first time. The default is 0. */
  readonly waitForTarget?: number
  /** A function that the check calls with the notices of the probe that `look` enables, one sentence each. */
  readonly onLook?: (notices: readonly string[]) => void
  /** A function that runs a request through the code of the target's Strapi project. By default, there is none. */
  readonly code?: AnswerByCode
  /** The failures that the user knows and accepts, so that they do not fail the check; see `readKnownFailures`. */
  readonly known?: readonly KnownFailure[]
  /** Loads another dataset into the target, so that the check can also test generated datasets. See `reloader`. */
  readonly reload?: Reload
  /**
   * The address of the explorer, for links in reports. An address that is not http or https causes a RangeError. The
   * default is http://127.0.0.1:1337/_populace.
   */
  readonly explorer?: string
  /**
   * The arguments with which `populace serve` serves the dataset of the check. The default is the name of the dataset,
   * or no argument for the dataset `guide`.
   */
  readonly served?: readonly string[]
  /** A function that the check calls at its start, with the estimated numbers of requests and received bytes. */
  readonly onBudget?: (budget: Budget) => void
  /** A function that the check calls before the first request, with the plan of the writes to the target. */
  readonly onWrites?: (plan: WritePlan) => void
  /** A function that the check calls after each request, dataset, write session or law, with the progress. */
  readonly onProgress?: (progress: Progress) => void
}

/** The estimated size of a run, without the requests that are repeated and the requests that shrink a mismatch. */
export interface Budget {
  readonly requests: number
  /** The estimated number of bytes in all answers of the run, if the target conforms. */
  readonly bytes: number
  /**
   * The parts of the run in order. The member `of` is the number of requests in the part. For the part `laws`, it is
   * the number of laws; for `writes`, the number of write sessions.
   */
  readonly parts: readonly { readonly part: Progress['part']; readonly of: number }[]
}

/** The progress of one part of the run. */
export interface Progress {
  readonly part: 'suite' | 'generated' | 'data' | 'laws' | 'writes' | 'stress'
  /**
   * The number of completed requests in the part. In the parts `data`, `laws` and `writes`, it is the number of
   * completed datasets, laws or write sessions.
   */
  readonly done: number
  readonly of: number
  /** The number of mismatches in the run so far; in the part `laws`, the number of broken laws. */
  readonly differing: number
  /** The number of requests that the run has sent so far, in all parts. */
  readonly sent: number
}

/** The names of the options of a check that have no default. */
type Optional = 'code' | 'reload' | 'restart' | 'signal' | 'endsAt' | 'rate' | 'last'

/**
 * The settings of a check: all options with their values, the selected suite cases, and all suite cases about the
 * dataset.
 */
export type CheckSettings = Required<Omit<CheckOptions, Optional | 'suite' | keyof Choice>> &
  Pick<CheckOptions, Optional> & {
    readonly choice: Choice
    readonly cases: readonly SuiteCase[]
    readonly allCases: readonly SuiteCase[]
    /** Whether the check may send suite cases, so that `suite` is not false. */
    readonly hasSuite: boolean
    /** The selected write sessions; empty unless `writes` is set. */
    readonly sessions: readonly WriteSession[]
    /** The variables that replace tokens in each printed request. */
    readonly masks: Masks
    /** The roles whose tokens the target refused. The check sends no request with such a token. */
    readonly unknownRoles: readonly string[]
    /** The uids of the content types that the target does not serve. */
    readonly unserved: readonly string[]
  }

/** The default address of the explorer of `populace serve`. */
const DEFAULT_EXPLORER = 'http://127.0.0.1:1337/_populace'

/**
 * Returns the settings of a check: the given options, with defaults for the omitted options.
 * @throws DatasetError or TemplateError if a file of the package cannot be loaded, RangeError for an unknown name.
 */
export function settingsOf(given: CheckOptions): CheckSettings {
  const { suite, dataset = datasetOf(given.graph, suite), profile = 'documented' } = given
  const all = (suite === false ? [] : (suite ?? loadSuite())).filter((one) => one.dataset === dataset)
  const options = chosen(given, all)
  const { code, reload, restart, signal, endsAt, rate, last } = options
  const graph = options.graph ?? loadDataset(datasetFolder(dataset))
  const tokens = options.tokens ?? new Map<string, string>()
  return {
    graph,
    masks: masksOf(graph.access, tokens, sampleTokens(dataset)),
    unknownRoles: [],
    unserved: [],
    dataset,
    profile,
    ids: options.ids ?? 'mapped',
    times: options.times ?? 'shape',
    errors: options.errors ?? 'exact',
    tokens,
    methods: options.methods ?? 'reading',
    choice: options,
    allCases: all,
    hasSuite: suite !== false,
    writes: options.writes ?? false,
    sessions: options.writes === true ? sessionsFor(options, dataset) : [],
    cases: casesFor(profile, all, options, options.bail ?? false),
    runs: generates(options) ? (options.runs ?? 1000) : 0,
    generate: options.generate ?? 'both',
    seed: options.seed ?? 1,
    laws: !isNamed(options) && (options.laws ?? false),
    causes: options.causes ?? 25,
    bail: options.bail ?? false,
    failOn: options.failOn ?? 'MAY',
    concurrency: options.concurrency ?? 4,
    timeout: options.timeout ?? 5000,
    known: options.known ?? [],
    explorer: options.explorer ?? DEFAULT_EXPLORER,
    served: options.served ?? (dataset === DEFAULT_DATASET ? [] : [dataset]),
    onProgress: options.onProgress ?? (() => undefined),
    onBudget: options.onBudget ?? (() => undefined),
    onWrites: options.onWrites ?? (() => undefined),
    stress: options.stress ?? false,
    look: options.look ?? false,
    waitForTarget: options.waitForTarget ?? 0,
    onLook: options.onLook ?? (() => undefined),
    ...(code === undefined ? {} : { code }),
    ...(restart === undefined ? {} : { restart }),
    ...(signal === undefined ? {} : { signal }),
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(rate === undefined ? {} : { rate }),
    ...(reload === undefined ? {} : { reload }),
    ...(last === undefined ? {} : { last }),
  }
}

type Chosen = Omit<CheckOptions, 'only'> & Choice

/** Converts the options that select cases. Validates the names in the option `only`, and makes them a list. */
function chosen({ only, ...options }: CheckOptions, cases: readonly SuiteCase[]): Chosen {
  return only === undefined
    ? options
    : { ...options, only: namesOf(only, cases.length > 0 ? cases : loadSuite()) }
}

function sessionsFor({ suite, sessions, ...choice }: Chosen, dataset: string): readonly WriteSession[] {
  if (suite === false) return []
  return chosenCases(
    (sessions ?? loadSessions()).filter((one) => one.dataset === dataset),
    choice,
  )
}

/**
 * Returns the settings of a check with another expected profile, and with the suite cases whose expected answers
 * belong to that profile.
 */
export const expecting = (settings: CheckSettings, profile: string): CheckSettings => ({
  ...settings,
  profile,
  cases: casesFor(profile, settings.allCases, settings.choice, settings.bail),
})

const RULE_IDS = Object.keys(RULES)

/**
 * Returns the selected suite cases whose expected answers belong to a profile. With the option `bail`, the simplest
 * suite cases come first. A suite case is as difficult as its most difficult rule.
 */
function casesFor(
  profile: string,
  all: readonly SuiteCase[],
  choice: Choice,
  isEndingFirst: boolean,
): readonly SuiteCase[] {
  const fitting = all.filter((one) => (one.profile ?? 'documented') === profile)
  const cases = chosenCases(fitting, choice)
  const chapterOf = ({ rules }: SuiteCase): number =>
    Math.max(0, ...rules.map((rule) => RULE_IDS.indexOf(rule)))
  return isEndingFirst ? [...cases].sort((one, other) => chapterOf(one) - chapterOf(other)) : cases
}

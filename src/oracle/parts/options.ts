/** What a check may be told, and what it does where it is told nothing. */
import type { Graph } from '../../reference/graph/graph.ts'
import { loadDataset } from '../../reference/load/load.ts'
import { RULES } from '../../reference/rules.ts'
import type { KnownFailure } from '../causes/known-failures.ts'
import type { LastRun } from '../causes/memory.ts'
import type { ErrorMode, IdMode, TimeMode } from '../compare/equality.ts'
import { type Masks, masksOf } from '../exchange/masks.ts'
import type { Generate } from '../requests/requests.ts'
import { sampleTokens } from '../suite/dataset-name.ts'
import type { WriteSession } from '../suite/session.ts'
import { loadSessions } from '../suite/sessions.ts'
import { datasetFolder, loadSuite, type SuiteCase } from '../suite/suite.ts'
import type { Reload } from '../target/recovery/reload.ts'
import type { Tokens } from '../target/wire.ts'
import { type Choice, chosenCases, generates, isNamed } from './choice.ts'
import type { WritePlan } from './writes/write-plan.ts'

/** Every one may be left out. */
export interface CheckOptions extends Choice {
  /** The dataset that the target has loaded; that of the suite with the name below where it is left out. */
  readonly graph?: Graph
  /**
   * The name of that dataset, `guide` where it is left out: the cases of the suite that are about it are run.
   */
  readonly dataset?: string
  /**
   * Which behaviour is expected, by name with changes (`documented,+ne-array-or`): `documented` where it is
   * left out. With `look` also `guess`, which is the one that the target resembles.
   */
  readonly profile?: string
  /**
   * Ids, documentIds, and what uploads are found by: `mapped`, where it is left out, lets the target have
   * others, one to one and through the whole run; `ignore` takes any for any other; `exact` wants the same.
   */
  readonly ids?: IdMode
  /**
   * Instants of entries: `shape`, where it is left out, takes any instant for any other; `exact` wants the
   * same.
   */
  readonly times?: TimeMode
  /**
   * Errors: `exact`, where it is left out, compares message and details too, unless the real server has none;
   * `name` compares status and name only.
   */
  readonly errors?: ErrorMode
  /**
   * Bearer tokens of the dataset → those of the target; see `tokensOf`. A token that is not there is sent as
   * it is.
   */
  readonly tokens?: Tokens
  /** `reading`, where it is left out, sends nothing but GET, HEAD and OPTIONS. */
  readonly methods?: 'reading' | 'all'
  /** The cases of the suite, all that come with the package where it is left out; false runs none. */
  readonly suite?: readonly SuiteCase[] | false
  /**
   * Whether the target is written to, in sessions on documents of their own, which are taken away again; not where it is
   * left out. Sessions that change entries of the dataset are played where `reload` is given.
   */
  readonly writes?: boolean
  /** The sessions of the suite; all that come with the package where it is left out, none where `suite` is false. */
  readonly sessions?: readonly WriteSession[]
  /** How many requests are generated, and a twentieth as many sequences of writes: 1000 where it is left out. */
  readonly runs?: number
  /**
   * A whole number that the generated requests follow from: 1 where it is left out, so that two runs are the
   * same.
   */
  readonly seed?: number
  /** Which requests are generated: sound ones with some that have a mistake in them where it is left out. */
  readonly generate?: Generate
  /** Whether the laws that need no known data are run; not where it is left out. */
  readonly laws?: boolean
  /** How many differences of generated requests are looked into: 25 where it is left out. */
  readonly causes?: number
  /** Whether the run ends with the first difference; it goes on where it is left out. */
  readonly bail?: boolean
  /** How many requests are put at once: 4 where it is left out. */
  readonly concurrency?: number
  /** Milliseconds until a request counts as unanswered: 5000 where it is left out. For `check` only. */
  readonly timeout?: number
  /**
   * Whether requests that would stress a small server are sent too, last and one at a time; they are left out and
   * counted where this is left out.
   */
  readonly stress?: boolean
  /** How many requests are begun each second at most; as many as are answered where it is left out. */
  readonly rate?: number
  /** Starts the target again where it has ended, so that the request that ended it is found. */
  readonly restart?: () => Promise<void>
  /** Ends the run early, with a report of what is known by then. */
  readonly signal?: AbortSignal
  /** What failed in the run before, so that the report says what has changed. */
  readonly last?: LastRun
  /**
   * Whether the target is looked at first, with about ten requests: whether it answers, with this dataset, and to these
   * tokens. Where a check would say nothing of it, that is one sentence and the end. Not where it is left out.
   */
  readonly look?: boolean
  /** How many seconds are waited for a first answer; none where it is left out. */
  readonly waitForTarget?: number
  /** Told what was found by looking, a sentence each. */
  readonly onLook?: (notices: readonly string[]) => void
  /** Failures that are no news; see `readKnownFailures`. */
  readonly known?: readonly KnownFailure[]
  /** Loads another dataset into the target; datasets are then generated too. See `reloader`. */
  readonly reload?: Reload
  /**
   * The explorer's page, to which reports link: http://127.0.0.1:1337/_populace where it is left out. RangeError for what
   * is no address of http or https.
   */
  readonly explorer?: string
  /** Arguments by which `populace serve` serves the dataset: its name where they are left out, and none for `guide`. */
  readonly served?: readonly string[]
  /** Told before the first request how many there are going to be, and how much they bring. */
  readonly onBudget?: (budget: Budget) => void
  /** Told before anything is sent that the target will be written to, and how. */
  readonly onWrites?: (plan: WritePlan) => void
  /** Told how far the run is, after each request, dataset, session or law. */
  readonly onProgress?: (progress: Progress) => void
}

/** What a run is going to ask; what differs is asked again besides, and made smaller. */
export interface Budget {
  /** Requests, about. */
  readonly requests: number
  /** Bytes of the answers that a server which conforms gives to them, about. */
  readonly bytes: number
  /** In their order: requests, or laws in the part of that name. */
  readonly parts: readonly { readonly part: Progress['part']; readonly of: number }[]
}

/** How far a part of the run is. */
export interface Progress {
  readonly part: 'suite' | 'generated' | 'data' | 'laws' | 'writes' | 'stress'
  /** Requests; datasets, laws and sessions in the parts of that name. */
  readonly done: number
  readonly of: number
  /** Differences so far; broken laws in the part of that name. */
  readonly differing: number
  /** Requests sent so far, in all parts. */
  readonly sent: number
}

/** Options that stand for nothing where they are left out. */
type Optional = 'reload' | 'restart' | 'signal' | 'rate' | 'last'

/** Every option with its value, and the cases that fit; all cases of the dataset besides. */
export type CheckSettings = Required<Omit<CheckOptions, Optional | 'suite' | keyof Choice>> &
  Pick<CheckOptions, Optional> & {
    readonly choice: Choice
    readonly cases: readonly SuiteCase[]
    readonly allCases: readonly SuiteCase[]
    /** None where nothing is written. */
    readonly sessions: readonly WriteSession[]
    /** What is written in place of tokens. */
    readonly masks: Masks
    /** Roles whose tokens the target was found not to know: nothing is asked with them. */
    readonly strangers: readonly string[]
  }

const DEFAULT_DATASET = 'guide'
/** Where `populace serve` has it. */
const DEFAULT_EXPLORER = 'http://127.0.0.1:1337/_populace'

/** @throws DatasetError or TemplateError where what comes with the package cannot be loaded. */
export function settle(options: CheckOptions): CheckSettings {
  const { dataset = DEFAULT_DATASET, profile = 'documented', suite } = options
  const { reload, restart, signal, rate, last } = options
  const all = (suite === false ? [] : (suite ?? loadSuite())).filter((one) => one.dataset === dataset)
  const graph = options.graph ?? loadDataset(datasetFolder(dataset))
  const tokens = options.tokens ?? new Map<string, string>()
  return {
    graph,
    masks: masksOf(graph.access, tokens, sampleTokens(dataset)),
    strangers: [],
    dataset,
    profile,
    ids: options.ids ?? 'mapped',
    times: options.times ?? 'shape',
    errors: options.errors ?? 'exact',
    tokens,
    methods: options.methods ?? 'reading',
    choice: options,
    allCases: all,
    writes: options.writes ?? false,
    sessions: options.writes === true ? sessionsFor(options, dataset) : [],
    cases: casesFor(profile, all, options, options.bail ?? false),
    runs: generates(options) ? (options.runs ?? 1000) : 0,
    generate: options.generate ?? 'both',
    seed: options.seed ?? 1,
    laws: !isNamed(options) && (options.laws ?? false),
    causes: options.causes ?? 25,
    bail: options.bail ?? false,
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
    ...(restart === undefined ? {} : { restart }),
    ...(signal === undefined ? {} : { signal }),
    ...(rate === undefined ? {} : { rate }),
    ...(reload === undefined ? {} : { reload }),
    ...(last === undefined ? {} : { last }),
  }
}

function sessionsFor({ suite, sessions, ...choice }: CheckOptions, dataset: string): readonly WriteSession[] {
  if (suite === false) return []
  return chosenCases(
    (sessions ?? loadSessions()).filter((one) => one.dataset === dataset),
    choice,
  )
}

/** The settings with another profile, and the cases of it. */
export const expecting = (settings: CheckSettings, profile: string): CheckSettings => ({
  ...settings,
  profile,
  cases: casesFor(profile, settings.allCases, settings.choice, settings.bail),
})

const RULE_IDS = Object.keys(RULES)

/** Where the first difference ends the run, the simplest chapters come first: a case is as hard as its hardest rule. */
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

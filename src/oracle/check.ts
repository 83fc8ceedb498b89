/** The check: compares a target with the reference and reports the causes of all mismatches. */
import { performance } from 'node:perf_hooks'
import { caseLines } from './causes/case-lines.ts'
import type { Cause } from './causes/cause.ts'
import { markKnown, subjectOf, withoutFailure } from './causes/known-failures.ts'
import { type Passed, sinceOf } from './causes/last-run.ts'
import { matrixOf, totalOf } from './causes/matrix.ts'
import { findingsOf, NO_RESULTS, type Results } from './causes/results.ts'
import { flakyOf, isIdle, isSilent, noticesOf } from './notices.ts'
import { budgetOf } from './parts/budget.ts'
import { findCauses } from './parts/causes/find-causes.ts'
import { generates, isPart } from './parts/choice.ts'
import { type CheckOptions, type CheckSettings, expecting, settingsOf } from './parts/options.ts'
import { runParts } from './parts/parts.ts'
import { type Run, startRun } from './parts/run.ts'
import { writePlan } from './parts/writes/plan.ts'
import { ENDED_AT_ONCE, GUESS, PLAIN_PROFILE, probeTarget } from './probe/probe.ts'
import { waitForTarget } from './probe/wait.ts'
import { explorerPage, linked, serveLine } from './report/explorer.ts'
import type { Report, Verdict } from './report/report.ts'
import { type Guarded, guard } from './target/guard.ts'
import { type AnyServer, serverTarget } from './target/server.ts'
import type { Target } from './target/target.ts'

/**
 * Checks a server function in this process, which returns a response or a promise of a response to a request. Resolves
 * to the report of the check. `writeReport` and `terminalReport` convert the report to text, and `exitStatus` returns
 * the exit status for the report. If the server throws, hangs or answers nonsense, the report says so.
 * @throws ProfileError, DatasetError or RangeError for invalid options; a faulty server never causes an error.
 */
export function check(server: AnyServer, options: CheckOptions = {}): Promise<Report> {
  return checkTarget(serverTarget(server, { timeout: options.timeout ?? 5000 }), options)
}

/**
 * Checks a target (a server under test), and then closes the target. `httpTarget` makes a target from a URL,
 * `commandTarget` from a subprocess, `serverTarget` from a function.
 * @throws the same errors as the function `check`.
 */
export async function checkTarget(target: Target, options: CheckOptions = {}): Promise<Report> {
  const settings = settingsOf(options)
  // Throws for an invalid address of the explorer, before the check sends the first request.
  explorerPage(settings.explorer)
  if (settings.writes) settings.onWrites(writePlan(settings))
  const { concurrency, restart, signal, rate } = settings
  const guarded = guard(target, concurrency, {
    ...(restart === undefined ? {} : { restart }),
    ...(signal === undefined ? {} : { signal }),
    ...(rate === undefined ? {} : { rate }),
    secrets: settings.masks.secrets,
  })
  try {
    const { waitForTarget: seconds, graph, look } = settings
    const first = { method: 'GET', url: graph.settings.prefix || '/', headers: {} }
    // The check ignores failures of the target until the target has started.
    if (seconds > 0) await waitForTarget(target, first, seconds, signal)
    if (!look) return await run(guarded, settings, [])
    const found = await probeTarget(guarded, { ...settings, cases: settings.allCases })
    if (found.kind === 'unfit')
      return unfitReport(guarded, settings, guarded.isStopped() ? ENDED_AT_ONCE : found.says)
    if (guarded.isStopped()) return unfitReport(guarded, settings, ENDED_AT_ONCE)
    settings.onLook(found.notices)
    const { unknownRoles, unserved } = found
    return await run(
      guarded,
      { ...expecting(settings, found.profile), unknownRoles, unserved },
      found.notices,
    )
  } finally {
    await guarded.close()
  }
}

/** Returns the report about a target that cannot be checked. This report contains only the reason `says`. */
function unfitReport(target: Guarded, settings: CheckSettings, says: string): Report {
  const plain = settings.profile === GUESS ? expecting(settings, PLAIN_PROFILE) : settings
  return {
    ...reportOf(startRun(plain, target, plain.graph), NO_RESULTS, [], [says]),
    notices: [says],
    verdict: 'broken',
  }
}

async function run(target: Guarded, settings: CheckSettings, found: readonly string[]): Promise<Report> {
  const started = startRun(settings, target, settings.graph)
  settings.onBudget(budgetOf(started))
  const start = performance.now()
  const results = await runParts(started)
  const causes = await findCauses(started, results)
  const report = reportOf(started, results, causes, found)
  return { ...report, milliseconds: Math.round(performance.now() - start) }
}

function reportOf(
  started: Run,
  results: Results,
  differing: readonly Cause[],
  found: readonly string[],
): Report {
  const { settings } = started
  const { target } = started.session
  const { known, profile, dataset, seed, ids, times, errors } = settings
  const linking = { page: explorerPage(settings.explorer), profile, access: settings.masks.access }
  const causes = markKnown(differing, known)
  const cases = caseLines(results, causes, known)
  const gone = withoutFailure(results, causes, known, isOfPart(started, results))
  const passes = gone.passed.map(subjectOf)
  const passed = passedIn(results, settings)
  const matrix = matrixOf(results, cases, causes)
  return {
    version: 1,
    target: target.name,
    profile,
    dataset,
    seed,
    settings: { ids, times, errors },
    verdict: verdictOf(started, results, causes, passes),
    failOn: settings.failOn,
    shard: settings.choice.shard,
    sent: target.sent(),
    counts: totalOf(matrix),
    matrix,
    causes: causes.map((cause) => linked(cause, linking)),
    cases,
    laws: results.laws,
    unexpectedPasses: passes,
    unjudgedKnown: gone.unjudged,
    flaky: flakyOf(started),
    passedReplays: [...passed.replays],
    since:
      settings.last === undefined
        ? undefined
        : sinceOf(settings.last, causes, passed, { seed, sent: sentInOrder(started) }),
    tokens: settings.masks.names,
    headers: target.extra ?? [],
    notices: [...found, ...noticesOf(started, results)],
    serve: serveLine(settings.served, linking),
    milliseconds: 0,
  }
}

/**
 * Returns the number of generated requests that the run sent without gaps, from the first request on. Returns 0 if
 * options selected requests, if the option `bail` is set, or if the run ended early.
 */
function sentInOrder({ settings: { choice, runs, bail }, session: { target } }: Run): number {
  const isChosen = !generates(choice) || choice.only !== undefined || choice.shard !== undefined
  const isEnded = bail || target.isStopped() || target.givenUp() !== undefined
  return isChosen || isEnded ? 0 : runs
}

/** Returns whether the run sent only a part of the suite and of the generated requests. */
const isOfPart = ({ settings: { choice, runs }, session: { target } }: Run, { cases }: Results): boolean =>
  isPart(choice) || target.isStopped() || target.givenUp() !== undefined || (cases.length === 0 && runs === 0)

/** Returns the ids of the suite cases that passed, and the `--replay` values of the requests that caused no finding. */
function passedIn({ cases, findings }: Results, { choice }: CheckSettings): Passed {
  const wrong = findings.flatMap(({ foundIn: { example } }) =>
    example?.origin.part === 'generated' ? [example.origin.replay] : [],
  )
  const isRun = cases.length + findings.length > 0
  const sent = isRun ? (choice.replays ?? []) : []
  return {
    cases: new Set(cases.flatMap(({ kind, suiteCase }) => (kind === 'passed' ? [suiteCase.id] : []))),
    replays: new Set(sent.filter((text) => !wrong.includes(text))),
  }
}

function verdictOf(run: Run, results: Results, causes: readonly Cause[], passes: readonly string[]): Verdict {
  const { target, flaky } = run.session
  const isUnexplained = causes.length === 0 && findingsOf(results).length > 0
  const isNews = isUnexplained || causes.some(({ knownBecause }) => knownBecause === undefined)
  const isLawBroken = results.laws.some(({ outcome }) => outcome === 'failed')
  // If the user ends the run early, the findings so far still decide the verdict.
  if (target.isStopped()) return isNews || isLawBroken ? 'different' : 'broken'
  const isGivenUp = target.givenUp() !== undefined
  if (isSilent(run) || isGivenUp || isIdle(run, results) || results.problem !== undefined) return 'broken'
  if (results.writes?.problem !== undefined && !isNews) return 'broken'
  // A conforming server gives the right answer each time, so a flaky answer makes the verdict `different`.
  const isFlaky = flaky.all().count > 0
  return isNews || isLawBroken || isFlaky || passes.length > 0 ? 'different' : 'conformant'
}

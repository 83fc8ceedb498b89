/** The check: a target and the reference, side by side. */
import { performance } from 'node:perf_hooks'
import { quoted } from './bodies/line.ts'
import { caseLines } from './causes/case-lines.ts'
import type { Cause } from './causes/cause.ts'
import { markKnown, unexpectedPasses } from './causes/known-failures.ts'
import { matrixOf, totalOf } from './causes/matrix.ts'
import { type Results, sightingsOf } from './causes/results.ts'
import { idSpace } from './compare/meaning.ts'
import { isRising } from './compare/renaming.ts'
import type { Session } from './exchange/session.ts'
import { lookInto } from './parts/look-into.ts'
import { type CheckOptions, type CheckSettings, settle } from './parts/options.ts'
import { runParts } from './parts/parts.ts'
import { type Run, startRun } from './parts/run.ts'
import { explorerPage, linked, serveLine } from './report/explorer.ts'
import type { Report, Verdict } from './report/report.ts'
import { type Guarded, guard } from './target/guard.ts'
import { type Server, serverTarget } from './target/server.ts'
import type { Target } from './target/target.ts'

/**
 * Checks a server in this process: a function from request to response, or to a promise of one. Resolves to
 * what was found; `writeReport` and `terminalReport` write it down, `exitStatus` makes a process status of
 * its verdict. A server that throws, hangs or answers nonsense is a finding like others.
 * @throws ProfileError, DatasetError or RangeError for options that make no sense; never because of the
 * server.
 */
export function check(server: Server, options: CheckOptions = {}): Promise<Report> {
  return checkTarget(serverTarget(server, { timeout: options.timeout ?? 5000 }), options)
}

/**
 * Checks any target, and closes it: `httpTarget` for a URL, `commandTarget` for a subprocess, `serverTarget`
 * for a function. Throws as `check` does.
 */
export async function checkTarget(target: Target, options: CheckOptions = {}): Promise<Report> {
  const settings = settle(options)
  const guarded = guard(target, settings.concurrency)
  try {
    return await run(guarded, settings)
  } finally {
    await guarded.close()
  }
}

async function run(target: Guarded, settings: CheckSettings): Promise<Report> {
  const start = performance.now()
  const { known, runs, profile, dataset, seed, ids, times, errors } = settings
  const linking = { page: explorerPage(settings.explorer), profile, access: settings.graph.access }
  const started = startRun(settings, target, settings.graph)
  const results = await runParts(started)
  const causes = markKnown(await lookInto(started, sightingsOf(results)), known)
  const cases = caseLines(results, causes, known)
  const passes = unexpectedPasses(results, causes, known, runs)
  const matrix = matrixOf(results, cases, causes)
  return {
    version: 1,
    target: target.name,
    profile,
    dataset,
    seed,
    settings: { ids, times, errors },
    verdict: verdictOf(started, results, causes, passes),
    sent: target.sent(),
    counts: totalOf(matrix),
    matrix,
    causes: causes.map((cause) => linked(cause, linking)),
    cases,
    laws: results.laws,
    unexpectedPasses: passes,
    notices: noticesOf(started, results),
    serve: serveLine(settings.served, linking),
    milliseconds: Math.round(performance.now() - start),
  }
}

const isSilent = ({ session: { target } }: Run): boolean => target.sent() > 0 && target.answers() === 0

const isIdle = ({ settings, coverage }: Run, { laws }: Results): boolean =>
  settings.replay === undefined && coverage.compared() === 0 && laws.length === 0

function verdictOf(run: Run, results: Results, causes: readonly Cause[], passes: readonly string[]): Verdict {
  const isGivenUp = run.session.target.givenUp() !== undefined
  if (isSilent(run) || isGivenUp || isIdle(run, results) || results.problem !== undefined) return 'broken'
  const isNews = causes.some(({ knownBecause }) => knownBecause === undefined)
  const isLawBroken = results.laws.some(({ outcome }) => outcome === 'failed')
  return isNews || isLawBroken || passes.length > 0 ? 'different' : 'conformant'
}

function noticesOf(run: Run, results: Results): readonly string[] {
  const { problem, skipped } = results
  const notices: string[] = []
  if (isIdle(run, results)) notices.push('Nothing was compared.')
  if (isSilent(run)) notices.push('The target answered no request at all.')
  const givenUp = run.session.target.givenUp()
  if (givenUp !== undefined) notices.push(`The target ${givenUp}: the rest was not sent.`)
  for (const uid of fallingTypes(run.session))
    notices.push(
      `The ids of ${uid} do not rise as in the dataset: equal sort keys may come in another order.`,
    )
  if (problem !== undefined) notices.push(`A generated dataset could not be loaded: ${quoted(problem)}`)
  for (const [why, count] of skipped)
    notices.push(`${count} generated ${count === 1 ? 'request was' : 'requests were'} not sent: ${why}.`)
  return notices
}

function fallingTypes({ equality, reference }: Session): readonly string[] {
  const types = [...reference.graph.schema.contentTypes.values()]
  return types.filter((type) => !isRising(equality.renaming, idSpace(type))).map(({ uid }) => uid)
}

/** Runs the parts of a check, such as the suite and the generated requests, in order. */

import type { Finding } from '../causes/finding.ts'
import { type CaseResult, NO_RESULTS, type Results } from '../causes/results.ts'
import { readSequence } from '../writes/generate/sequences.ts'
import { isNamed } from './choice.ts'
import { type DataRun, replayData, runData } from './data.ts'
import { replayRequest, runGenerated } from './generated.ts'
import { runLaws } from './laws/laws.ts'
import { pairNames } from './pair-names.ts'
import type { Run } from './run.ts'
import { runStress } from './stress.ts'
import { runSuite } from './suite.ts'
import type { WriteResults } from './writes/results.ts'
import { runWrites } from './writes/writes.ts'

/**
 * Runs all parts of the check that the settings select. If the settings name single cases or generated requests, runs
 * only these cases and requests.
 */
export async function runParts(run: Run): Promise<Results> {
  const { settings, session, coverage } = run
  const { ids, runs, bail, laws, stress, choice } = settings
  const { replays = [] } = choice
  // A run that only replays requests pairs ids later, and only if a replayed request needs ids. A run with too little
  // time does not list entries to pair ids.
  const isPaired = ids === 'mapped' && !run.isHurried
  if (isPaired && (settings.cases.length > 0 || runs > 0)) await pairNames(session)
  const cases = await runSuite(run)
  if (isNamed(choice)) {
    const named = await runNamed(run, replays, cases)
    return stress && replays.length === 0 ? runStress(run, named) : named
  }
  if (bail && coverage.differing() > 0) return { ...NO_RESULTS, cases: firstFailed(cases) }
  const generated = await runGenerated(run)
  // The first answers are compared again at this point, because later parts of the check change the data of the target
  // themselves.
  if (!run.isHurried) await run.early.askAgain(session)
  const dataRun = runs === 0 ? undefined : dataRunOf(run)
  const data = dataRun === undefined ? NO_RESULTS : await runData(dataRun)
  const results = {
    ...generated,
    findings: [...generated.findings, ...data.findings],
    problem: data.problem,
    cases,
    laws: laws ? await runLaws(run) : [],
    writes: undefined,
    rightly: [],
  }
  const isEnough = bail && coverage.differing() > 0
  const written = settings.writes && !isEnough ? together(results, await runWrites(run)) : results
  return stress ? runStress(run, written) : written
}

/** Runs only the generated requests and the write sessions that the options name. */
async function runNamed(
  run: Run,
  replays: readonly string[],
  cases: readonly CaseResult[],
): Promise<Results> {
  const sequences = replays.flatMap((text) => readSequence(text) ?? [])
  const requests = replays.filter((text) => readSequence(text) === undefined)
  const results = requests.length > 0 ? await runReplays(run, requests, cases) : { ...NO_RESULTS, cases }
  return run.settings.writes ? together(results, await runWrites(run, sequences)) : results
}

/** Adds the results of the write sessions to the results of a run. */
const together = (results: Results, written: WriteResults): Results => ({
  ...results,
  cases: [...results.cases, ...written.cases],
  findings: [...results.findings, ...written.findings],
  generated: new Map([...results.generated, ...written.generated]),
  skipped: added(results.skipped, written.skipped),
  writes: written.writes,
  rightly: written.rightly,
})

const added = (
  one: ReadonlyMap<string, number>,
  other: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> => {
  const sum = new Map(one)
  for (const [why, count] of other) sum.set(why, (sum.get(why) ?? 0) + count)
  return sum
}

/**
 * Returns the results up to the first failed suite case. With `bail`, a report shows only the first failure, and
 * therefore stays the same until the target passes this case.
 */
const firstFailed = (cases: readonly CaseResult[]): readonly CaseResult[] => {
  const at = cases.findIndex(({ kind }) => kind === 'failed')
  return at < 0 ? cases : cases.slice(0, at + 1)
}

/**
 * Returns the run for generated datasets. The result is undefined without the option `reload`, because the target then
 * cannot load datasets.
 */
const dataRunOf = (run: Run): DataRun | undefined =>
  run.settings.reload === undefined ? undefined : { ...run, reload: run.settings.reload }

async function runReplays(
  run: Run,
  texts: readonly string[],
  cases: readonly CaseResult[],
): Promise<Results> {
  const dataRun = dataRunOf(run)
  const counts = { equal: 0, different: 0 }
  const findings: Finding[] = []
  let skipped = 0
  for (const text of texts) {
    const finding = await (dataRun === undefined ? replayRequest(run, text) : replayData(dataRun, text))
    if (finding === 'skipped') skipped++
    else if (finding === 'equal') counts.equal++
    else {
      counts.different++
      findings.push(finding)
    }
  }
  return {
    ...NO_RESULTS,
    cases,
    findings,
    generated: new Map([['replay', counts]]),
    skipped: new Map(skipped > 0 ? [['the target gave an answer that could not be compared', skipped]] : []),
  }
}

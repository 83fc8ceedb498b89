/** The parts of a run, one after the other. */

import { NO_RESULTS, type Results } from '../causes/results.ts'
import type { Sighting } from '../causes/sighting.ts'
import { type DataRun, replayData, runData } from './data.ts'
import { replayRequest, runGenerated } from './generated.ts'
import { runLaws } from './laws.ts'
import { learnNames } from './learn-names.ts'
import type { Run } from './run.ts'
import { runStress } from './stress.ts'
import { runSuite } from './suite.ts'

/** Everything that the settings ask for; nothing but one request where they name a replay. */
export async function runParts(run: Run): Promise<Results> {
  const { settings, session, coverage } = run
  const { ids, runs, bail, laws, replay, stress } = settings
  if (replay !== undefined) return runReplay(run, replay)
  if (ids === 'mapped') await learnNames(session)
  const cases = await runSuite(run)
  if (bail && coverage.differing() > 0) return { ...NO_RESULTS, cases }
  const generated = await runGenerated(run)
  const dataRun = runs === 0 ? undefined : dataRunOf(run)
  const data = dataRun === undefined ? NO_RESULTS : await runData(dataRun)
  const results = {
    ...generated,
    sightings: [...generated.sightings, ...data.sightings],
    problem: data.problem,
    cases,
    laws: laws ? await runLaws(run) : [],
  }
  return stress ? runStress(run, results) : results
}

/** For a target that can load datasets. */
const dataRunOf = (run: Run): DataRun | undefined =>
  run.settings.reload === undefined ? undefined : { ...run, reload: run.settings.reload }

async function runReplay(run: Run, text: string): Promise<Results> {
  const dataRun = dataRunOf(run)
  const sighting = await (dataRun === undefined ? replayRequest(run, text) : replayData(dataRun, text))
  return replayed(sighting)
}

function replayed(sighting: Sighting | 'equal' | 'skipped'): Results {
  if (sighting === 'skipped')
    return { ...NO_RESULTS, skipped: new Map([['its answer could not be compared', 1]]) }
  const isEqual = sighting === 'equal'
  const counts = isEqual ? { equal: 1, different: 0 } : { equal: 0, different: 1 }
  return { ...NO_RESULTS, generated: new Map([['replay', counts]]), sightings: isEqual ? [] : [sighting] }
}

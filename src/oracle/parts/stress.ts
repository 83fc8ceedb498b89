/**
 * Sends the heavy requests with `--stress`, after all other requests and one at a time. After each heavy request, a
 * simple request verifies that the target still answers.
 */
import { featureOfRequest } from '../causes/features.ts'
import type { Finding } from '../causes/finding.ts'
import type { CaseResult, Results } from '../causes/results.ts'
import { STRESS } from '../exchange/load.ts'
import { ask, type Session } from '../exchange/session.ts'
import { HEAVY_NOT_SENT } from '../report/words.ts'
import { requestOf } from '../suite/request.ts'
import { steadyFinding } from './generated.ts'
import { type Run, reportProgress } from './run.ts'
import { judgeCase } from './suite.ts'

/** Returns the number of heavy requests in a run that the check has not sent. */
export const stressing = ({ cases, skipped }: Results, { deferred }: Run): number =>
  cases.filter(isPostponed).length + (skipped.get(STRESS) ?? 0) + deferred.length

const isPostponed = (result: CaseResult): boolean => result.kind === 'skipped' && result.why === STRESS

/**
 * Sends the heavy requests that earlier parts of the check skipped, and adds their results to the results of the run.
 */
export async function runStress(run: Run, results: Results): Promise<Results> {
  const stressed: Run = { ...run, session: { ...run.session, stress: true } }
  const checkHealth = createHealthCheck(stressed.session)
  const of = stressing(results, run)
  let done = 0
  const progress = (): void => reportProgress(run, 'stress', ++done, of)
  const cases: CaseResult[] = []
  for (const result of results.cases) {
    const { suiteCase } = result
    if (isPostponed(result) && 'request' in suiteCase) {
      const exchange = await ask(stressed.session, requestOf(suiteCase))
      const caseResult = await judgeCase(stressed, suiteCase, exchange)
      if (exchange.kind === 'sent')
        run.coverage.count(exchange.referenced.rules, caseResult.kind === 'failed')
      cases.push(caseResult)
      await checkHealth()
      progress()
    } else cases.push(result)
  }
  const generated = await generatedFindings(stressed, results, { checkHealth, progress })
  return { ...results, ...generated, cases }
}

async function generatedFindings(
  run: Run,
  results: Results,
  { checkHealth, progress }: { readonly checkHealth: () => Promise<void>; readonly progress: () => void },
): Promise<Pick<Results, 'findings' | 'generated'>> {
  const { session, deferred, coverage } = run
  const findings: Finding[] = []
  const generated = new Map(results.generated)
  for (const { request, index } of deferred) {
    const result = await ask(session, request)
    const finding = result.kind === 'skipped' ? 'gone' : await steadyFinding(run, result, index)
    if (result.kind === 'sent' && finding !== 'gone') {
      const feature = featureOfRequest(result.request)
      const { equal, different } = generated.get(feature) ?? { equal: 0, different: 0 }
      const isEqual = finding === undefined
      generated.set(feature, { equal: equal + Number(isEqual), different: different + Number(!isEqual) })
      coverage.count(result.referenced.rules, !isEqual)
      if (!isEqual) findings.push(finding)
    }
    await checkHealth()
    progress()
  }
  return { findings: [...results.findings, ...findings], generated }
}

/** Creates a function that repeats a request that was answered before, to detect whether the target has ended. */
function createHealthCheck({ target, reference }: Session): () => Promise<void> {
  const { prefix } = reference.graph.settings
  const plain = target.answered() ?? { method: 'GET', url: prefix, headers: {} }
  return async () => {
    if (target.givenUp() === undefined) await target.ask(plain)
  }
}

/** Returns the notice about the heavy requests that the check did not send. */
export const skippedNotice = (count: number): string =>
  `${HEAVY_NOT_SENT}${count}. \`--stress\` sends these requests last, one at a time.`

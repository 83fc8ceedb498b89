/** Finds the requests that the target answered exactly like the reference. They are evidence against misreadings. */
import { resourceReader } from '../../attribution/misread/parts.ts'
import type { Results } from '../../causes/results.ts'
import type { SuiteCase } from '../../suite/case.ts'
import { requestOf } from '../../suite/request.ts'
import type { WireRequest } from '../../target/target.ts'
import { onWire } from '../../target/wire.ts'
import type { Run } from '../run.ts'

/** Returns the suite cases to which the target gave exactly the answer of the reference. */
export const equalCases = ({ cases }: Results): readonly SuiteCase[] =>
  cases.flatMap((one) =>
    one.kind === 'passed' && one.isEqual && 'request' in one.suiteCase ? [one.suiteCase] : [],
  )

/**
 * Returns the requests to which the target gave exactly the answer of the reference: those of the suite, or in a run
 * without the suite the generated ones. Leaves out the requests for content types without a route, because the target
 * answers 404 however it reads such a request.
 */
export function equalRequests(run: Run, results: Results): readonly WireRequest[] {
  const { reference, unserved } = run.session
  const resourceOf = resourceReader(reference.graph)
  const ofSuite = equalCases(results).map((suiteCase) => onWire(requestOf(suiteCase)))
  return (ofSuite.length > 0 ? ofSuite : run.contrast.requests()).filter(
    (request) => !unserved.has(resourceOf(request)?.type.uid ?? ''),
  )
}

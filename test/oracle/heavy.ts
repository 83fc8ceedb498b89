/** The suite cases with heavy requests, which may overload a target. */
import { isStress } from '../../src/oracle/exchange/load.ts'
import { createReference } from '../../src/oracle/exchange/reference.ts'
import { onWire } from '../../src/oracle/target/wire.ts'
import type { ApiRequest } from '../../src/reference/api.ts'
import { graph, suite } from './conforming.ts'

const reference = createReference(graph, 'documented')

/** Returns whether a request may overload a target. */
export function stresses(request: ApiRequest): boolean {
  const wired = onWire(request)
  return isStress(wired, reference.ask(wired))
}

/** The suite cases whose request is a heavy read. */
export const heavy = suite.filter(({ request }) => stresses(request) && request.method === 'GET')

import { type CheckOptions, check } from '../../src/oracle/index.ts'
import { graph, ofCases } from './conforming.ts'
import type { Fault } from './faulty.ts'

/** Returns the line `only` of the first cause that a check of some cases reports. */
export async function onlyOf(
  fault: Fault,
  ids: RegExp,
  more: CheckOptions = {},
): Promise<string | undefined> {
  const report = await check(fault.server(graph), { ...ofCases(ids), ...more })
  return report.causes[0]?.only
}

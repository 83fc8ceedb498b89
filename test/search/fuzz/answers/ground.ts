/** Provides the guide's dataset and its suite cases, which each round of the fuzzer checks a hostile server with. */
import { loadSuite } from '../../../../src/oracle/index.ts'
import { fuzzDatasets } from '../datasets.ts'
import type { Ground } from './round.ts'

export function fuzzGround(): Ground {
  const { guide } = fuzzDatasets()
  if (guide === undefined) throw new Error('The dataset of the guide is not there')
  return { graph: guide, cases: loadSuite().filter(({ dataset }) => dataset === 'guide') }
}

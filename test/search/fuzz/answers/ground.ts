/** What the rounds check against: the dataset of the guide, and every case about it. */
import { loadSuite } from '../../../../src/oracle/index.ts'
import { askedDatasets } from '../datasets.ts'
import type { Ground } from './round.ts'

export function fuzzGround(): Ground {
  const { guide } = askedDatasets()
  if (guide === undefined) throw new Error('The dataset of the guide is not there')
  return { graph: guide, cases: loadSuite().filter(({ dataset }) => dataset === 'guide') }
}

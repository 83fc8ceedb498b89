/** The misreadings of filters that are possible with a dataset. */
import type { Graph } from '../../../../reference/graph/graph.ts'
import type { Misreading } from '../parts.ts'
import { castsMisread } from './casts.ts'
import { flagsMisread } from './flags.ts'
import { groupsMisread } from './groups.ts'
import { linksMisread } from './links.ts'
import { operandsMisread } from './operands.ts'
import { operatorsMisread } from './operators.ts'
import { valuesMisread } from './values.ts'

/**
 * Returns the misreadings of filters for a dataset: misread operators, operands, casts, flags, links, groups and
 * compared values.
 */
export const filtersMisread = (graph: Graph): readonly Misreading[] => [
  ...operatorsMisread(graph),
  ...operandsMisread(graph),
  ...castsMisread(graph),
  ...flagsMisread(graph),
  ...linksMisread(graph),
  ...groupsMisread(graph),
  ...valuesMisread(graph),
]

/** Derives the current time of a world from its rows. */
import { onceFor } from '../../util/cache/once.ts'
import type { Graph } from './graph.ts'

const STAMPS = ['createdAt', 'updatedAt', 'publishedAt']
const SECOND = 1000

/** Returns the current time of a world, which is one second after the latest timestamp of any row. */
export const latestInstant = (graph: Graph): string => latestOnce(graph, '', () => latestIn(graph))

const latestOnce = onceFor<string>()

function latestIn({ tables }: Graph): string {
  let latest = ''
  for (const { rows } of tables.values()) {
    for (const { values } of rows) {
      for (const stamp of STAMPS) {
        const instant = values[stamp]
        if (typeof instant === 'string' && instant > latest) latest = instant
      }
    }
  }
  const after = new Date(Date.parse(latest === '' ? '2024-01-01T00:00:00.000Z' : latest) + SECOND)
  return after.toISOString()
}

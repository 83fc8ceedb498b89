/** Answers a request and counts the steps of the answer. */
import { expect } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { mostSteps, sizeOf } from '../search/fuzz/formula.ts'
import type { Attack } from './attack-list.ts'

const DEFAULT_BUDGET = 10_000_000

interface Took {
  readonly status: number
  readonly body: string
  readonly steps: number
}

export function ask(graph: Graph, url: string, profile = 'documented'): Took {
  let steps = 0
  const spent = (taken: number): void => {
    steps = taken
  }
  const { status, body } = createReferenceApi(graph, { profile, spent }).answer({ url })
  return { status, body, steps }
}

/** Expects that the answer to an attack has the stated status, and costs at most the allowed number of steps. */
export function expectBounded([, graph, url, status, profile]: Attack): void {
  const took = ask(graph, url, profile)
  expect(took.status, took.body.slice(0, 300)).toBe(status)
  expect(took.steps).toBeLessThanOrEqual(mostSteps(url, sizeOf(graph)))
  if (status === 200) expect(took.steps).toBeLessThanOrEqual(DEFAULT_BUDGET)
}

/**
 * Tests that the proposals of explanations have the promised effect, under the releases and databases of real servers.
 */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asksFor, requestOf } from '../../properties/arbitraries/request.ts'
import type { Change, Explanation } from '../../src/explain/explanation.ts'
import { createExplainer } from '../../src/explain/index.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../support/datasets.ts'
import { SEED } from '../support/seed.ts'

const graph = graphOf('strapi-5.54')
const RELEASES = ['5.0.0', '5.2.0', '5.12.0', '5.23.6', '5.36.0', '5.47.1', '5.54.0']
const DATABASES = ['sqlite', 'postgres', 'mariadb']
const PROFILES = RELEASES.flatMap((release) => DATABASES.map((database) => `strapi-${release}-${database}`))
const REQUESTS = 6
const MOST_PROPOSALS = 10

interface Proposal {
  readonly from: string
  readonly url: string
  readonly sentence: string
  /**
   * Returns whether the answer to the proposed request shows the path, or at least has another reason for its
   * absence.
   */
  readonly helps: (after: Explanation) => boolean
}

const urlIn = (change: Change | null): string | undefined =>
  change?.kind === 'request' ? change.url : undefined

function proposalsIn({ places, refused, request: { url: from } }: Explanation): readonly Proposal[] {
  const found: Proposal[] = []
  for (const { at, model, absent, keptBack } of places) {
    for (const { change, attribute, entries, reason, sentence } of absent) {
      const url = urlIn(change)
      const helps = (after: Explanation): boolean => {
        const place = after.places.find((one) => one.at === at && one.model === model)
        const still = place?.absent.find((one) => one.attribute === attribute && one.reason === reason)
        return still === undefined || still.entries < entries || still.sentence !== sentence
      }
      if (url !== undefined) found.push({ from, url, sentence, helps })
    }
    for (const row of keptBack) {
      const url = urlIn(row.change)
      const helps = (after: Explanation): boolean =>
        !after.places
          .flatMap((place) => place.keptBack)
          .some((one) => one.model === row.model && one.id === row.id && one.sentence === row.sentence)
      if (url !== undefined) found.push({ from, url, sentence: row.sentence, helps })
    }
  }
  if (refused?.corrected)
    found.push({ from, url: refused.corrected, sentence: refused.advice, helps: () => true })
  return found
}

describe.each(PROFILES)('%s', (profile) => {
  test('each proposal of an explanation has the promised effect', () => {
    const explainer = createExplainer(graph, { developer: true, profile })
    const api = createReferenceApi(graph, { profile })
    const faults: string[] = []
    let count = 0
    for (const ask of fc.sample(asksFor(graph, { depth: 2 }), { numRuns: REQUESTS, seed: SEED })) {
      const request = requestOf(ask)
      for (const { from, url, sentence, helps } of proposalsIn(explainer.explain(request)).slice(
        0,
        MOST_PROPOSALS,
      )) {
        const { status, body } = api.answer({ ...request, url })
        count++
        if (status !== 200) faults.push(`${from}\n  ${sentence}\n  ${url}\n  ${status} ${body.slice(0, 200)}`)
        else if (!helps(explainer.explain({ ...request, url })))
          faults.push(`${from}\n  ${sentence}\n  ${url} does not help`)
      }
    }
    expect(faults).toEqual([])
    expect(count).toBeGreaterThan(REQUESTS)
  }, 120_000)
})

/**
 * Tests that an answer cites only rules that it follows, and that each citation points to a part of the answer. The
 * cases of the suite check that citations are complete. `cited.long.test.ts` tests all requests of the suite,
 * recorded and generated requests, and requests without one of their features.
 */
import { describe, expect, test, vi } from 'vitest'
import type { RuleId } from '../src/reference/rules.ts'
import { editGraph } from '../src/writing/edit/edit.ts'
import { LOSSES } from './support/cited/ablations.ts'
import { answersTo, faults } from './support/cited/faulty.ts'
import { answerOf, ofSuite } from './support/cited/sent.ts'
import { graphOf } from './support/datasets.ts'

vi.setConfig({ testTimeout: 60_000 })
/** One in this number of requests of the suite is tested; `cited.long.test.ts` tests all. */
const SHARE = 6

describe('an answer cites only rules that it follows', () => {
  test('the answers to one in six requests of the suite cite only rules that they follow', () => {
    const sampled = answersTo(ofSuite().filter((_sent, at) => at % SHARE === 0))
    expect(sampled.flatMap(faults).slice(0, 5)).toEqual([])
    expect(sampled.length).toBeGreaterThan(1600 / SHARE)
  })

  test('an answer does not cite rules about a component that it does not contain', () => {
    const citedBy = (query: string) => {
      const request = { url: `/api/articles?${query}` }
      return answerOf({ graph: graphOf('guide'), profile: 'documented', request })?.cited ?? []
    }
    const foreign: readonly RuleId[] = ['entry.types.number', 'component.bare', 'populate.explicit']
    const ofHero = 'populate[blocks][on][blocks.hero][fields]=heading'
    const ofZone = citedBy(ofHero).filter(({ part }) => part.startsWith('data.blocks'))
    expect(ofZone.length).toBeGreaterThan(5)
    expect(ofZone.filter(({ rule }) => foreign.includes(rule))).toEqual([])
    expect(citedBy(`fields=title&${ofHero}`).filter(({ rule }) => foreign.includes(rule))).toEqual([])
    const ofAll = citedBy('fields=title&populate=blocks').map(({ rule }) => rule)
    expect(ofAll).toEqual(expect.arrayContaining([...foreign]))
  })
})

describe('removing a feature from the data removes its citations', () => {
  test.each(LOSSES)('$what', ({ url, gone, recipe }) => {
    const sent = { graph: graphOf('guide'), profile: 'documented', request: { url } }
    const before = answerOf(sent)?.cited.filter(({ rule }) => gone.test(rule)) ?? []
    expect(before.length).toBeGreaterThan(0)
    const after = answerOf({ ...sent, graph: editGraph(sent.graph, recipe) })
    expect(after?.cited.filter(({ rule }) => gone.test(rule))).toEqual([])
  })
})

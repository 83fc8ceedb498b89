/**
 * Tests that an answer cites only rules that it follows, and that each citation points to a part of the answer. The
 * cases of the suite check that citations are complete. `cited.long.test.ts` tests all requests of the suite, and
 * recorded and generated requests.
 */
import { describe, expect, test, vi } from 'vitest'
import type { RuleId } from '../src/reference/rules.ts'
import { editGraph } from '../src/writing/edit/edit.ts'
import { ABLATIONS, type Ablation, LOSSES } from './support/cited/ablations.ts'
import { type Answer, faults, suiteAnswers } from './support/cited/faulty.ts'
import { answerOf } from './support/cited/sent.ts'
import { graphOf } from './support/datasets.ts'

vi.setConfig({ testTimeout: 60_000 })
/** For each rule, the test removes the rule's feature from `ENOUGH` requests. */
const ENOUGH = 2
/** One in this number of requests of the suite is tested; `cited.long.test.ts` tests all. */
const SHARE = 6

/** The answers to the requests of the guide, and the rules that they cite. */
interface OfGuide {
  readonly answers: readonly Answer[]
  readonly cited: ReadonlySet<RuleId>
}

let ofGuide: OfGuide | undefined
function guideAnswers(): OfGuide {
  if (ofGuide !== undefined) return ofGuide
  const answers = suiteAnswers().filter(({ sent }) => sent.profile === 'documented')
  const cited = new Set(answers.flatMap(({ answered }) => answered.cited.map(({ rule }) => rule)))
  ofGuide = { answers, cited }
  return ofGuide
}

describe('an answer cites only rules that it follows', () => {
  test('the answers to one in six requests of the suite cite only rules that they follow', () => {
    const all = suiteAnswers()
    const sampled = all.filter((_answer, at) => at % SHARE === 0)
    expect(sampled.flatMap(faults).slice(0, 5)).toEqual([])
    expect(all.length).toBeGreaterThan(1600)
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

describe('removing a feature from the request removes its citations', () => {
  test.each(ABLATIONS.map((one) => [one.what, one] as const))('%s', (_what, ablation) => {
    const { answers, cited } = guideAnswers()
    const { left, tried } = ablated(answers, ablation)
    expect(left.slice(0, 5)).toEqual([])
    expect(tried.size).toBeGreaterThan(0)
    expect([...cited].filter((rule) => ablation.gone.test(rule) && !tried.has(rule))).toEqual([])
  })
})

/**
 * Removes a feature from requests; returns the rules about the feature that the answers wrongly still cite, and the
 * tested rules.
 */
function ablated(answers: readonly Answer[], { gone, without }: Ablation) {
  const tried = new Map<RuleId, number>()
  const left: string[] = []
  for (const { sent, answered } of answers) {
    const about = new Set(answered.cited.flatMap(({ rule }) => (gone.test(rule) ? [rule] : [])))
    if ([...about].every((rule) => (tried.get(rule) ?? 0) >= ENOUGH)) continue
    const request = without(sent.request)
    const after = answerOf({ ...sent, request })
    if (after === undefined) continue
    for (const rule of about) tried.set(rule, (tried.get(rule) ?? 0) + 1)
    const still = after.cited.filter(({ rule }) => gone.test(rule))
    left.push(...still.map(({ rule, part }) => `${request.url} cites ${rule} at ${part}`))
    left.push(...faults({ sent: { ...sent, request }, answered: after }))
  }
  return { left, tried }
}

describe('removing a feature from the data removes its citations', () => {
  test.each(LOSSES)('$what', ({ url, gone, recipe }) => {
    const sent = { graph: graphOf('guide'), profile: 'documented', request: { url } }
    const before = answerOf(sent)?.cited.filter(({ rule }) => gone.test(rule)) ?? []
    expect(before.length).toBeGreaterThan(0)
    const after = answerOf({ ...sent, graph: editGraph(sent.graph, recipe) })
    expect(after?.cited.filter(({ rule }) => gone.test(rule))).toEqual([])
  })
})

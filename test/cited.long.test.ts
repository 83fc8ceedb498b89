/** Tests that answers to the requests of the suite, and to recorded and generated requests, cite only rules that they follow. */
import { describe, expect, test, vi } from 'vitest'
import type { RuleId } from '../src/reference/rules.ts'
import { ABLATIONS, type Ablation } from './support/cited/ablations.ts'
import { type Answer, answersTo, faults, suiteAnswers } from './support/cited/faulty.ts'
import { answerOf, ofDatasets, ofRecordings, ofWorlds, type Sent } from './support/cited/sent.ts'

vi.setConfig({ testTimeout: 60_000 })

/** For each rule, the test removes the rule's feature from `ENOUGH` requests. */
const ENOUGH = 2

const SEED = 20_240_115

const oneIn = (share: number, requests: readonly Sent[]): readonly Sent[] =>
  requests.filter((_sent, at) => at % share === 0)

describe('an answer cites only rules that it follows', () => {
  test.each([
    ['the suite', suiteAnswers, 1600],
    ['the recordings', () => answersTo(oneIn(3, ofRecordings('documented'))), 300],
    ['the recordings, as recorded', () => answersTo(oneIn(6, ofRecordings('strapi-5.54-sqlite'))), 150],
    ['the datasets', () => answersTo(ofDatasets(30, SEED)), 75],
    ['generated worlds', () => answersTo(ofWorlds(15, SEED)), 50],
  ])('the answers to the requests of %s cite only rules that they follow', (_name, answers, least) => {
    const all = answers()
    expect(all.flatMap(faults).slice(0, 5)).toEqual([])
    expect(all.length).toBeGreaterThan(least)
  })
})

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

/** Tests that answers to the requests of the suite, and to recorded and generated requests, cite only rules that they follow. */
import { describe, expect, test, vi } from 'vitest'
import { answersTo, faults, suiteAnswers } from './support/cited/faulty.ts'
import { ofDatasets, ofRecordings, ofWorlds, type Sent } from './support/cited/sent.ts'

vi.setConfig({ testTimeout: 60_000 })

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

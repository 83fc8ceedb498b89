/** Tests the selected requests of a check, and a server that lacks a feature. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { check, type SuiteCase } from '../../src/oracle/index.ts'
import type { ApiRequest } from '../../src/reference/api.ts'
import { api, EXACT, ofCases, some } from './conforming.ts'

const dir = mkdtempSync(join(tmpdir(), 'populace-'))
afterAll(() => rmSync(dir, { recursive: true }))

describe('the selection of a run', () => {
  test('the option `only` accepts one name instead of a list, and the error for an unknown name suggests names', async () => {
    const report = await check(api.answer, { ...EXACT, suite: some, only: 'search' })
    expect(report.cases.length).toBeGreaterThan(0)
    const unknown = (only: string) => check(api.answer, { ...EXACT, only })
    await expect(unknown('nope')).rejects.toThrow(
      /^only: no rule and no feature is called "nope"\. Nearest: .*\. All features: access, .*status, .*write$/,
    )
    await expect(unknown('filtrs')).rejects.toThrow(/Nearest: filters/)
    await expect(unknown('populate.om')).rejects.toThrow(/Nearest: .*populate\.on/)
  })

  test('a report says that the suite has no case for the dataset, unless the options exclude the suite', async () => {
    const isSaid = async (chosen: readonly SuiteCase[] | false): Promise<boolean> => {
      const { notices } = await check(api.answer, { ...EXACT, suite: chosen, runs: 3 })
      return notices.some((notice) => notice.startsWith('The suite has no case for this dataset'))
    }
    expect(await isSaid([])).toBe(true)
    expect(await isSaid(false)).toBe(false)
  })

  test('with the option `only`, a run sends only generated requests that follow the selected rules', async () => {
    const asked: string[] = []
    await check(
      (request) => {
        asked.push(request.url)
        return api.answer(request)
      },
      { ...EXACT, suite: false, runs: 60, only: ['search'] },
    )
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((url) => !decodeURIComponent(url).includes('_q'))).toEqual([])
  })
})

describe('a server under construction', () => {
  const without = (pattern: RegExp) => (request: ApiRequest) =>
    api.answer({ ...request, url: request.url.replace(pattern, '') })
  test('a server that has no drafts yet conforms in all cases about published rows', async () => {
    const known = ofCases(/^populate\.(star|status)\./)
    const { causes, verdict } = await check(without(/(?<=[?&])status=[^&]*/), known)
    expect(causes.flatMap(({ cases }) => cases).filter((id) => !id.includes('status'))).toEqual([])
    expect(verdict).toBe('different')
  })
})

/** Tests the files to which a check writes its reports. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { unstartedDelivery } from '../../src/cli/check/reporting.ts'

const folder = mkdtempSync(join(tmpdir(), 'populace-reporting-'))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a report is appended to the file of the GitHub step summary, but replaces the content of any other file', () => {
  const [summary, other] = ['summary.md', 'other.md'].map((name) => join(folder, name))
  vi.stubEnv('GITHUB_STEP_SUMMARY', summary)
  const settings = { ids: 'exact', times: 'exact', errors: 'exact' }
  const known = { target: 'http://a', dataset: 'guide', profile: 'documented', seed: 1, settings }
  const report = [`markdown=${summary}`, `markdown=${other}`]
  for (const says of ['First reason.', 'Second reason.']) unstartedDelivery({ report }, known)(says)
  const [grown, replaced] = [summary, other].map((file) => readFileSync(file ?? '', 'utf8'))
  expect(grown).toMatch(/First reason\.[\s\S]*Second reason\./)
  expect(replaced).toContain('Second reason.')
  expect(replaced).not.toContain('First reason.')
})

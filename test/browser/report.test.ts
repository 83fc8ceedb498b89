/** Tests the report of a check in a browser: axe finds no violation, and a failure opens in the explorer. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { check, loadSuite, type Report, writeReport } from '../../src/oracle/index.ts'
import type { ApiRequest, ApiResponse } from '../../src/reference/api.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { root } from '../house/sources.ts'
import { killAll, type Started, started } from '../support/serving.ts'
import { expectAccessible, look, type Screen, startBrowser, urlOf } from './looking.ts'

const dir = mkdtempSync(join(tmpdir(), 'populace-report-'))
let browser: Browser
let server: Started
let report: Report
let url: string

beforeAll(async () => {
  browser = await startBrowser()
  server = await started('--developer')
  report = await check(faulty(), {
    suite: loadSuite().filter((_one, at) => at % 12 === 0),
    runs: 100,
    timeout: 60_000,
    laws: true,
    explorer: `${server.url}/_populace`,
    known: [{ rule: 'populate.count', reason: 'It is counted elsewhere.' }],
  })
  const file = join(dir, 'report.html')
  writeFileSync(file, writeReport('html', report))
  url = pathToFileURL(file).href
})
afterAll(async () => {
  await browser?.close()
  killAll()
  rmSync(dir, { recursive: true })
})

/** Returns a server with two departures, and with the status 500 for every request of an editor. */
function faulty(): (request: ApiRequest) => ApiResponse {
  const graph = loadDataset(join(root, 'fixtures/guide'))
  const { answer } = createReferenceApi(graph, { profile: 'documented,like=sqlite,+count-ignored' })
  return (request) => {
    const isEditor = request.headers?.['authorization'] === 'Bearer editor-token'
    return isEditor ? { status: 500, headers: {}, body: '{}' } : answer(request)
  }
}

const SCREENS: readonly Screen[] = [
  { width: 1280, colours: 'light' },
  { width: 1280, colours: 'dark' },
  { width: 390, colours: 'light' },
  { width: 390, colours: 'dark' },
]

const READY = '.cause'

describe.each(SCREENS)('in a window of $width pixels, $colours mode', (screen) => {
  test('the report has no accessibility fault and fits the width, collapsed and expanded', async () => {
    const { page, faults, asked, close } = await look(browser, url, screen, READY)
    await expectAccessible(page)
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    await expectAccessible(page)
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(wide, 'the report has no content beyond the width of the window').toBe(0)
    expect([faults, asked]).toEqual([[], [url]])
    await close()
  })
})

describe('a failure', () => {
  test('a failure in the report opens in the explorer with the same request', async () => {
    const { page, faults, close } = await look(browser, url, undefined, READY)
    const links = page.getByRole('link', { name: 'Open in the explorer' })
    const [first] = report.causes
    await links.first().click()
    await page.locator('.panel.answer[aria-busy="false"] .status').waitFor()
    expect(await urlOf(page)).toBe(first?.example.request.url)
    expect(faults).toEqual([])
    await close()
  })

  test('a failure of a request with a role opens in the explorer with that role', async () => {
    const isOfRole = (address = ''): boolean => address.includes('#role=editor&')
    const cause = report.causes.find(({ explorer }) => isOfRole(explorer?.address))
    expect(cause?.example.request.headers).toEqual({ authorization: 'Bearer $TOKEN_EDITOR' })
    const { page, faults, close } = await look(browser, url, undefined, READY)
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    await page.locator('a[href*="#role=editor&"]').first().click()
    await page.locator('.panel.answer[aria-busy="false"] .status').waitFor()
    expect(await urlOf(page)).toBe(cause?.example.request.url)
    const status = await page.locator('.facts .status').innerText()
    expect(status).toBe(String(cause?.example.expected.status))
    expect(page.url()).toContain('#role=editor&')
    expect(faults).toEqual([])
    await close()
  })
})

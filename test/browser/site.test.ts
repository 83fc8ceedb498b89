/** Tests the site in a real Chromium: reading, searching, running and editing cases. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { launch } from '../clients/support/chromium.ts'
import { type FolderServer, serveFolder } from './folder-server.ts'

const cli = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'populace-site-'))

let browser: Browser
let server: FolderServer
/** The errors of all pages in a test, and their requests to other hosts. */
let complaints: string[] = []

beforeAll(async () => {
  execFileSync(process.execPath, [cli, 'site', '--out', join(folder, 'site')])
  server = await serveFolder(join(folder, 'site'))
  browser = await launch()
})
afterAll(async () => {
  await browser?.close()
  server?.stop()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  const reported = complaints
  complaints = []
  expect(reported).toEqual([])
})

interface Look {
  readonly width?: number
  readonly dark?: boolean
  readonly scripts?: boolean
}

async function open(
  address: string,
  { width = 1280, dark = false, scripts = true }: Look = {},
): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    javaScriptEnabled: scripts,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${address}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(`${address}: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) complaints.push(`${address} asks ${request.url()}`)
  })
  await page.goto(`${server.url}${address}`)
  return page
}

const close = (page: Page): Promise<void> => page.context().close()

describe('a rule', () => {
  test('a reader of the site can open a rule, run its case, change the request and run it again', async () => {
    const page = await open('rules/')
    await page.getByRole('link', { name: 'populate.on', exact: true }).click()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('populate.on')
    const first = page.locator('.case').first()
    await first.getByRole('button', { name: 'Run' }).click()
    await first.locator('.verdict').waitFor()
    expect(await first.locator('.verdict').textContent()).toBe('As expected.')

    await first.getByLabel('URL').fill('/api/restaurants?fields=nope')
    await first.getByRole('button', { name: 'Run' }).click()
    await first.locator('.verdict.bad').waitFor()
    expect(await first.locator('.verdict').textContent()).toContain(
      'differs from the answer that the case expects',
    )
    expect(await first.locator('.facts .status').textContent()).toBe('400')
    await first.getByText('Answer', { exact: true }).click()
    const answer = first.locator('.result pre.json').first()
    await answer.waitFor()
    expect(await answer.textContent()).toContain('Invalid key nope')

    await first.getByRole('button', { name: 'Reset' }).click()
    await first.locator('.verdict.good').waitFor()
    await close(page)
  })

  test('the page of a rule shows recordings and code of the rule, and links the rules that an answer follows', async () => {
    const page = await open('rules/filters.op.$eq/')
    expect(await page.locator('.recording').count()).toBeGreaterThan(0)
    expect(await page.locator('.code .hit').first().textContent()).toContain('filters.op.$eq')
    await page.locator('.case').first().getByRole('button', { name: 'Run' }).click()
    await page.getByText(/^Rules followed/).click()
    await page.locator('.result .rules a', { hasText: 'filters.op.$eq' }).first().click()
    await page.waitForURL(/rules\/filters\.op\.\$eq\/$/)
    await close(page)
  })
})

describe('a case', () => {
  test('a case on the site runs under another profile, and shows whether two profiles answer differently', async () => {
    const page = await open('cases/filters.$eq/')
    const first = page.locator('.case').first()
    await first.getByRole('button', { name: 'Run' }).click()
    await first.locator('.verdict').waitFor()
    await first.getByLabel('URL').fill('/api/restaurants?sort=name&fields=name')
    await first.getByLabel('Compare with').fill('strapi-5.54-postgres')
    await first.getByLabel('Compare with').press('Enter')
    await first.locator('.diff').waitFor()
    expect(await first.locator('.verdict').textContent()).toContain('answer differently')
    await first.getByLabel('Profile').fill('nonsense')
    await first.getByLabel('Profile').press('Enter')
    await first.getByRole('alert').waitFor()
    expect(await first.getByRole('alert').textContent()).toContain('Unknown profile')
    await close(page)
  })

  test.each(['access.reader', 'format.v4', 'quirks.malformed', 'status.publication-filter'])(
    'the first cases on the page of the tag %s get their expected answers when they run',
    async (group) => {
      const page = await open(`cases/${group}/`)
      const cases = Math.min(10, await page.locator('.case').count())
      expect(cases).toBeGreaterThan(1)
      for (let left = cases; left > 0; left--) await page.locator('.case > .run').first().click()
      await expect.poll(() => page.locator('.verdict').count()).toBe(cases)
      expect(await page.locator('.verdict').allTextContents()).toEqual(Array(cases).fill('As expected.'))
      await close(page)
    },
  )
})

test('the search of the site works from the page of quirks with the keyboard only', async () => {
  const page = await open('quirks/')
  await page.keyboard.press('/')
  await page.keyboard.type('filter drafts')
  await page.keyboard.press('Enter')
  await page.waitForURL(/search\/\?q=filter/)
  await page.locator('#results li').first().waitFor()
  expect(await page.locator('#results').textContent()).toContain('filter-sees-drafts')
  await page.locator('#q').fill('Invalid key')
  await expect.poll(() => page.locator('#results li').first().textContent()).toContain('Invalid key')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/errors\/#/)
  await close(page)
})

test('a click on a cell of the page of operators runs the request of the cell', async () => {
  const page = await open('operators/')
  const cell = page.locator('td[data-try] button').first()
  const count = (await cell.locator('span').first().textContent()) ?? ''
  await cell.click()
  const dialog = page.getByRole('dialog')
  await dialog.locator('.facts').waitFor()
  expect(await dialog.locator('pre.json').first().textContent()).toContain(`"total": ${count}`)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)
  await close(page)
})

test('the request of a release change runs on the site, and both answers are shown', async () => {
  const page = await open('releases/#sort-proto-refused')
  const change = page.locator('[id="sort-proto-refused"]')
  await change.getByRole('button', { name: 'Try it' }).click()
  await change.locator('.verdict').waitFor()
  expect(await change.locator('.verdict').textContent()).toContain('answer differently')
  await close(page)
})

test('pasting an error message into the site shows the explanation of the message', async () => {
  const page = await open('errors/')
  await page
    .getByLabel('Paste a message')
    .fill('Invalid key nope at author: a scalar attribute has nothing below it')
  const shown = page.locator('.message:visible h2')
  expect(await shown.allTextContents()).toContain('Invalid key …: a scalar attribute has nothing below it')
  expect(await shown.count()).toBeLessThan(4)
  await close(page)
})

test('without scripts, the page of a quirk shows its JSON, and no buttons', async () => {
  const page = await open('quirks/filter-sees-drafts/', { scripts: false })
  await page.locator('summary').first().click()
  expect(await page.locator('pre.json').first().isVisible()).toBe(true)
  expect(await page.locator('button').count()).toBe(0)
  await close(page)
})

const PAGES = [
  '',
  'rules/',
  'rules/populate.on/',
  'chapters/populate/',
  'chapters/errors/',
  'cases/',
  'cases/populate.zone/',
  'quirks/',
  'quirks/filter-sees-drafts/',
  'databases/',
  'releases/',
  'operators/',
  'errors/',
  'populate/',
  'guide/',
  'recordings/zone/',
  'datasets/guide/',
  'search/?q=zone',
]

// One window is wide and light, and the other window is narrow and dark. Two windows therefore cover all four
// properties.
describe.each([
  { width: 1280, dark: false },
  { width: 390, dark: true },
])('at $width pixels, dark: $dark', (look) => {
  test.each(PAGES)(
    'page /%s has no accessibility fault and is not wider than the window',
    async (address) => {
      const page = await open(address, look)
      if (address === 'rules/populate.on/') {
        await page.locator('.case .run').first().click()
        await page.locator('.verdict').waitFor()
      }
      await page.evaluate(axe)
      const found: readonly string[] = await page.evaluate(async () => {
        const { violations } = await Reflect.get(globalThis, 'axe').run()
        return violations.map(
          ({ id, nodes }: { id: string; nodes: readonly { html: string; failureSummary: string }[] }) =>
            `${id}: ${nodes.slice(0, 2).map(({ html, failureSummary }) => `${html.slice(0, 200)} ${failureSummary}`)}`,
        )
      })
      expect(found).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
      await close(page)
    },
  )
})

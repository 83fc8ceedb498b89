/** Controls a page in a real browser with mouse and keyboard, and checks its accessibility. */
import axe from 'axe-core'
import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launch } from '../clients/support/chromium.ts'

/** Starts the browser that is installed on this machine, because it has fonts for every script. */
export const startBrowser = (): Promise<Browser> => launch()

export interface Looking {
  readonly page: Page
  /** Console messages and uncaught errors. */
  readonly faults: readonly string[]
  /** The URLs of all requests of the page. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

export interface Screen {
  readonly width: number
  readonly colours: 'light' | 'dark'
}

const WIDE: Screen = { width: 1280, colours: 'light' }

/** The selector of the panel that shows the first answer of the explorer. */
const ANSWERED = '.panel.answer[aria-busy="false"]'

/** Opens a page and waits until `ready` is visible. */
export async function look(
  browser: Browser,
  url: string,
  screen: Screen = WIDE,
  ready: string = ANSWERED,
): Promise<Looking> {
  const { width, colours } = screen
  const context = await browser.newContext({
    viewport: { width, height: width < 500 ? 844 : 860 },
    colorScheme: colours,
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  const faults: string[] = []
  const asked: string[] = []
  page.on('console', (message) => {
    // Ignores error responses, which Chromium logs as console errors, because the tests expect them.
    const isRefusal = message
      .text()
      .startsWith('Failed to load resource: the server responded with a status of 4')
    if (['error', 'warning'].includes(message.type()) && !isRefusal) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(url)
  await page.locator(ready).first().waitFor({ state: 'attached' })
  return { page, faults, asked, close: () => context.close() }
}

interface AxeResults {
  readonly violations: readonly {
    readonly id: string
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[]
  }[]
  readonly passes: readonly unknown[]
}

/** Expects that axe-core finds no violation. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(axe.source)
  const { violations, passes }: AxeResults = await page.evaluate('axe.run(document)')
  expect(passes.length).toBeGreaterThan(15)
  expect(
    violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
    ),
  ).toEqual([])
}

/** Returns the URL in the address field of the explorer. */
export const urlOf = (page: Page): Promise<string> => page.getByLabel('URL', { exact: true }).inputValue()

/** Returns the visible rows of the answer. */
export const rowsOf = (page: Page): Promise<readonly string[]> => page.locator('.tree-row').allInnerTexts()

const MOST_STEPS = 400

/** Presses Tab until the element has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor({ state: 'attached' })
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab')
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The Tab key never comes to ${wanted}`)
}

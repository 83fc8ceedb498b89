/** A page in a real browser, and whoever looks at it: by mouse, by keyboard, or by the rules of accessibility. */
import axe from 'axe-core'
import type { Browser, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { launch } from '../clients/support/chromium.ts'

/** That of the machine, which has fonts for every text. */
export const startBrowser = (): Promise<Browser> => launch()

export interface Looking {
  readonly page: Page
  /** What the console said, and what went wrong unseen. */
  readonly faults: readonly string[]
  /** Everything that was asked for. */
  readonly asked: readonly string[]
  readonly close: () => Promise<void>
}

export interface Screen {
  readonly width: number
  readonly colours: 'light' | 'dark'
}

const WIDE: Screen = { width: 1280, colours: 'light' }

/** The explorer, once it has answered. */
const ANSWERED = '.panel.answer[aria-busy="false"]'

/** `ready` is what a page has when it can be looked at. */
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
    // A refusal is an answer, which Chromium counts as an error.
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

/** Nothing that axe-core has a rule for is wrong with what is shown. */
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

/** The URL that is asked now, as the page shows it. */
export const urlOf = (page: Page): Promise<string> => page.getByLabel('URL', { exact: true }).inputValue()

/** The rows of the answer that are drawn. */
export const rowsOf = (page: Page): Promise<readonly string[]> => page.locator('.tree-row').allInnerTexts()

const MOST_STEPS = 400

/** Goes on with the Tab key until that has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await wanted.first().waitFor({ state: 'attached' })
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab')
    if (await wanted.first().evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`The Tab key never comes to ${wanted}`)
}

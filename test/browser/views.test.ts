/**
 * Tests every view of the explorer, wide and narrow, light and dark: axe finds no violation. With `POPULACE_UPDATE=1`,
 * the tests record pictures of some views.
 */
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../house/sources.ts'
import { killAll, type Started, started } from '../support/serving.ts'
import { expectAccessible, look, type Screen, startBrowser } from './looking.ts'

let browser: Browser
let server: Started

beforeAll(async () => {
  browser = await startBrowser()
  server = await started('--developer')
})
afterAll(async () => {
  await browser?.close()
  killAll()
})

const SCREENS: readonly Screen[] = [
  { width: 1280, colours: 'light' },
  { width: 1280, colours: 'dark' },
  { width: 390, colours: 'light' },
  { width: 390, colours: 'dark' },
]

interface View {
  readonly name: string
  readonly hash: string
  /** Performs the actions that lead to the view. */
  readonly act?: (page: Page, isNarrow: boolean) => Promise<void>
}

const choose =
  (name: string) =>
  async (page: Page, isNarrow: boolean): Promise<void> => {
    if (isNarrow) await page.getByRole('navigation').getByRole('button', { name }).click()
  }

const VIEWS: readonly View[] = [
  {
    name: 'answer',
    hash: '#url=/api/restaurants?fields=name&populate[owner][fields]=name&pagination[pageSize]=3',
    act: async (page) => {
      await page.locator('.tree-row.is-absent', { hasText: 'avatar' }).first().click()
      await page
        .getByLabel('Why', { exact: true })
        .getByText('data.0.owner.avatar', { exact: true })
        .waitFor()
    },
  },
  {
    name: 'query',
    hash: '#url=/api/articles?fields[0]=title&populate[blocks][on][blocks.quote]=true&populate[author][populate][avatar]=true&filters[$or][0][title][$contains]=a&filters[$or][1][views][$gt]=100&sort=views:desc',
    act: choose('Query'),
  },
  { name: 'types', hash: '#url=/api/homepage', act: choose('Types') },
  {
    name: 'compare',
    hash: '#against=&against.status=draft&url=/api/articles?fields=title',
    act: async (page) => void (await page.getByText(/differences?\.$/).waitFor()),
  },
  { name: 'refusal', hash: '#url=/api/restaurants?fields=nmae' },
  { name: 'text', hash: '#url=/api/restaurants?populate[owner][limit]=1', act: choose('Query') },
  {
    name: 'menu',
    hash: '#url=/api/restaurants',
    act: async (page) => {
      await page.getByRole('button', { name: 'Copy' }).click()
      await page.getByRole('button', { name: 'curl' }).waitFor()
    },
  },
  {
    name: 'profiles',
    hash: '#url=/api/restaurants?filters[name][$containsi]=É&fields=name',
    act: async (page) => {
      await page.getByRole('button', { name: 'Answers of other profiles' }).click()
      await page.locator('.otherwise').waitFor()
    },
  },
]

/** The views that are pictures in the README. */
const KEPT: readonly string[] = ['answer', 'query', 'compare']

describe.each(SCREENS)('in a window of $width pixels, $colours mode', (screen) => {
  test.each(VIEWS)('$name', async ({ name, hash, act }) => {
    const { page, faults, close } = await look(browser, `${server.url}/_populace${hash}`, screen)
    await act?.(page, screen.width < 500)
    const { width, colours } = screen
    const path = join(root, `.github/pictures/explorer-${name}-${width}-${colours}.png`)
    if (process.env['POPULACE_UPDATE'] === '1' && KEPT.includes(name)) await page.screenshot({ path })
    await expectAccessible(page)
    const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(wide, 'the explorer is not wider than the window').toBe(0)
    expect(faults).toEqual([])
    await close()
  })
})

/** The height in pixels of the empty space below the last panel, as a script. */
const EMPTY_BELOW = `document.documentElement.scrollHeight - Math.max(innerHeight,
  ...[...document.querySelectorAll('.panel')].map((panel) => panel.getBoundingClientRect().bottom + scrollY))`

describe.each([
  { width: 1280, height: 900 },
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('at $width×$height', ({ width, height }) => {
  test.each(['Types', 'Query', 'Answer'])('%s does not scroll beyond its content', async (name) => {
    const hash = '#url=/api/articles?populate[author][populate]=*&filters[title][$contains]=a&sort=title'
    const { page, close } = await look(browser, `${server.url}/_populace${hash}`, { width, colours: 'light' })
    await page.setViewportSize({ width, height })
    await choose(name)(page, width < 500)
    expect(Math.round(Math.abs(Number(await page.evaluate(EMPTY_BELOW))))).toBe(0)
    await close()
  })
})

test('the panel that explains missing fields takes little room until a field is selected', async () => {
  const { page, close } = await look(browser, `${server.url}/_populace#url=/api/articles?populate=author`)
  await page.setViewportSize({ width: 1280, height: 900 })
  const rows = `[...document.querySelectorAll('.tree-row')].filter((row) => {
    const { top, bottom } = row.closest('.tree').getBoundingClientRect()
    const box = row.getBoundingClientRect()
    return box.top >= top && box.bottom <= bottom
  }).length`
  const panel = page.getByLabel('Why', { exact: true })
  expect(await page.evaluate(rows)).toBeGreaterThanOrEqual(20)
  expect((await panel.boundingBox())?.height).toBeLessThan(60)
  await page.locator('.tree-row.is-absent').first().click()
  await expect.poll(async () => (await panel.boundingBox())?.height).toBeGreaterThan(100)
  expect(await page.evaluate(rows)).toBeGreaterThanOrEqual(15)
  await close()
})

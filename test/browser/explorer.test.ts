/** Tests the explorer in a browser, with and without a server. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { writeDataset } from '../../src/reference/load/files/folder.ts'
import { root } from '../house/sources.ts'
import { killAll, type Started, started } from '../support/serving.ts'
import { expectAccessible, type Looking, look, rowsOf, startBrowser, tabTo, urlOf } from './looking.ts'
import { type StaticServer, serveFolder } from './static.ts'

let browser: Browser
let server: Started
let developer: Started
let files: StaticServer
let open: Looking | undefined

beforeAll(async () => {
  browser = await startBrowser()
  server = await started()
  developer = await started('--developer')
  files = await serveFolder(join(root, 'dist/explorer'), '/some/where/else/')
})
afterAll(async () => {
  await browser?.close()
  files?.stop()
  killAll()
})
afterEach(async () => {
  expect(open?.faults ?? []).toEqual([])
  await open?.close()
  open = undefined
})

async function at(url: string): Promise<Page> {
  open = await look(browser, url)
  return open.page
}

const overServer = (url: string): Promise<Page> => at(`${server.url}/_populace#url=${url}`)
const withoutServer = (hash = ''): Promise<Page> => at(`${files.url}${hash}`)
const shown = async (page: Page): Promise<string> => (await rowsOf(page)).join('\n')

const THREE_LEVELS = '/api/restaurants?populate[owner][populate][mentor][populate][avatar]=true'

describe('a query of three levels', () => {
  test('a query of three levels can be built with the mouse', async () => {
    const page = await overServer('/api/articles')
    await page.getByRole('link', { name: 'Restaurant' }).click()
    const query = page.getByRole('region', { name: 'Query' })
    await query.getByRole('checkbox', { name: 'owner' }).click()
    await query.getByRole('button', { name: 'go in owner', exact: true }).click()
    await query.getByRole('checkbox', { name: 'mentor' }).click()
    await query.getByRole('button', { name: 'go in owner.mentor', exact: true }).click()
    const below = query.getByRole('group', { name: 'Populate of owner.mentor', exact: true })
    await below.getByRole('checkbox', { name: 'avatar' }).click()
    await expect.poll(() => urlOf(page)).toBe(THREE_LEVELS)
    await expect.poll(() => shown(page)).toContain('mentor')
  })

  test('a query of three levels can be built, undone and redone with the keyboard', async () => {
    const page = await overServer('/api/restaurants')
    const below = (where: string) => page.getByRole('group', { name: `Populate of ${where}`, exact: true })
    await tabTo(page, below('Restaurant').getByRole('checkbox', { name: 'owner' }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'go in owner', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, below('owner').getByRole('checkbox', { name: 'mentor' }))
    await page.keyboard.press('Space')
    await tabTo(page, page.getByRole('button', { name: 'go in owner.mentor', exact: true }))
    await page.keyboard.press('Enter')
    await tabTo(page, below('owner.mentor').getByRole('checkbox', { name: 'avatar' }))
    await page.keyboard.press('Space')
    await expect.poll(() => urlOf(page)).toBe(THREE_LEVELS)
    // The arrow keys move to the first entry, which is collapsed.
    await tabTo(page, page.getByRole('tree'))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowLeft')
    const current = page.locator('.tree-row[aria-selected="true"]')
    expect(await current.getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('Control+z')
    await expect.poll(() => urlOf(page)).toBe('/api/restaurants?populate[owner][populate][mentor]=true')
    await page.keyboard.press('Control+Shift+z')
    await expect.poll(() => urlOf(page)).toBe(THREE_LEVELS)
  })

  test('a query can be edited as a URL, and the form shows the edit, or says that it cannot', async () => {
    const page = await overServer('/api/articles')
    const field = page.getByLabel('URL', { exact: true })
    await field.fill('/api/restaurants?populate=owner.mentor&fields=name')
    await field.press('Enter')
    const query = page.getByRole('region', { name: 'Query' })
    await expect.poll(() => query.getByRole('checkbox', { name: 'owner' }).isChecked()).toBe(true)
    await field.fill('/api/restaurants?populate[owner][limit]=1')
    await field.press('Enter')
    await query.getByText('The form cannot show this URL').waitFor()
    expect(await query.getByText('populate[owner][limit]: not a parameter of populate').count()).toBe(1)
  })

  test('a query can exclude one component type of a dynamic zone and keep the others', async () => {
    const page = await overServer('/api/articles?populate[blocks]=true')
    const kinds = page.getByRole('list', { name: 'Kinds in blocks' })
    await kinds.getByRole('checkbox', { name: 'blocks.hero' }).click()
    await expect.poll(() => urlOf(page)).toContain('populate[blocks][on][blocks.quote]=true')
    expect(await urlOf(page)).not.toContain('blocks.hero')
    expect(await kinds.getByRole('checkbox', { checked: true }).count()).toBe(4)
  })

  test('the filters that can be added to a query are grouped by content type', async () => {
    const page = await overServer('/api/restaurants')
    const select = page.getByLabel('Add a filter of Restaurant')
    const labels = await select
      .locator('optgroup')
      .evaluateAll((all) => all.map((one) => one.getAttribute('label')))
    expect(labels).toContain('Restaurant')
    expect(labels).toContain('owner → Author')
  })

  test('a query can filter by values that occur in the data, and can sort', async () => {
    const page = await overServer('/api/restaurants')
    const query = page.getByRole('region', { name: 'Query' })
    await query.getByLabel('Add a filter of Restaurant').selectOption('name')
    await expect.poll(() => query.locator('datalist option[value="Biscotte"]').count()).toBe(1)
    await query.getByLabel('Value of name').fill('Biscotte')
    await query.getByRole('button', { name: 'Add', exact: true }).click()
    await query.getByLabel('Add a sort of Restaurant').selectOption('owner.name')
    await expect.poll(() => urlOf(page)).toBe('/api/restaurants?filters[name][$eq]=Biscotte&sort=owner.name')
    await expect.poll(() => shown(page)).toContain('1 item')
  })
})

describe('the answers of other profiles', () => {
  test('the explorer lists a departure of other profiles with the attribute that it concerns', async () => {
    const page = await overServer('/api/articles?populate=cover')
    await page.getByRole('button', { name: 'Answers of other profiles' }).click()
    const terms = page.locator('.otherwise dt')
    await expect
      .poll(() => terms.allInnerTexts())
      .toContainEqual(
        expect.stringMatching(/^`focalPoint` of a file, before 5\.35\.0: does not know `focalPoint`/),
      )
  })
})

describe('a field that is missing', () => {
  const found = async (page: Page): Promise<void> => {
    const row = page.locator('.tree-row.is-absent', { hasText: 'owner' }).first()
    await row.scrollIntoViewIfNeeded()
    await row.hover()
    const reason = page.getByLabel('Why', { exact: true })
    await reason.getByText('data.0.owner', { exact: true }).waitFor()
    await reason.getByRole('button', { name: /^Ask with/ }).waitFor()
    await row.getByText('Add', { exact: true }).click()
    await expect.poll(() => urlOf(page)).toContain('populate')
    await expect.poll(() => shown(page)).toMatch(/owner\s+\d+ members/)
  }

  test('a field that the answer lacks is explained and can be added, with a server', async () => {
    await found(await overServer('/api/restaurants?fields=name'))
  })

  test('a field that the answer lacks is explained and can be added, without a server', async () => {
    await found(await withoutServer('#url=/api/restaurants?fields=name'))
  })

  test('a field that the answer lacks is selected with the arrow keys and added with Enter', async () => {
    const page = await overServer('/api/categories?fields=name&pagination[pageSize]=1')
    await tabTo(page, page.getByRole('tree'))
    const absent = page.locator('.tree-row[aria-selected="true"].is-absent')
    for (let step = 0; step < 40 && (await absent.count()) === 0; step++)
      await page.keyboard.press('ArrowDown')
    expect(await page.getByLabel('Why', { exact: true }).innerText()).toContain('data.0.')
    const before = await urlOf(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => urlOf(page)).not.toBe(before)
  })

  test('a misspelt field name in the request is corrected by a click on a button', async () => {
    const page = await overServer('/api/restaurants?fields=nmae')
    await page.getByRole('button', { name: /fields.*=name/ }).click()
    await expect.poll(() => shown(page)).toContain('10 items')
  })
})

const ACCENT = '/api/restaurants?filters[name][$containsi]=É&fields=name'

describe('the rows of an answer', () => {
  test('the rows of an answer do not move while the pointer moves over them and clicks', async () => {
    const page = await overServer('/api/restaurants?fields=name&pagination[pageSize]=3')
    const rows = page.locator('.tree-row')
    const wanted = rows.filter({ hasText: 'slug' }).first()
    const where = await wanted.boundingBox()
    // The explanation of the whole list has more lines than fit into the panel.
    await rows.first().hover()
    await page.getByLabel('Why', { exact: true }).getByText('entries 1 to 3', { exact: true }).waitFor()
    expect(await wanted.boundingBox()).toEqual(where)
    await wanted.hover()
    await page.mouse.down()
    await expect.poll(() => page.evaluate('document.activeElement?.role')).toBe('tree')
    expect(await page.locator('.tree-row[aria-selected="true"]').count()).toBe(0)
    await page.mouse.up()
    const chosen = page.locator('.tree-row[aria-selected="true"]')
    await expect.poll(async () => (await chosen.allInnerTexts()).join()).toContain('slug')
    await page.getByLabel('Why', { exact: true }).getByText('data.0.slug', { exact: true }).waitFor()
    expect(await wanted.boundingBox()).toEqual(where)
    await expectAccessible(page)
  })
})

describe('a write', () => {
  test('the explorer shows why the server would reject a write, proposes a valid body, and writes nothing', async () => {
    const page = await overServer('/api/articles?status=draft&fields=title')
    await page.getByRole('button', { name: 'Check a write' }).click()
    await page.getByLabel('Body', { exact: true }).fill('{"data": {"titel": "Rye"}}')
    await tabTo(page, page.getByRole('button', { name: 'Check it' }))
    await page.keyboard.press('Enter')
    await page.getByText('The role public lacks the permission api::article.article.create').waitFor()
    await page.getByLabel('Token', { exact: true }).fill('admin-token')
    await page.keyboard.press('Tab')
    await page.getByRole('button', { name: 'Check it' }).click()
    await page.getByText('/data/titel is not allowed. Did you mean title?').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Write {"data":{"title":"Rye"}}' }).click()
    await page.getByText('The server would accept it.').waitFor()
    const changes = await (await fetch(`${server.url}/_populace/changes`)).json()
    expect(changes).toEqual({ count: 0, changes: [] })
  })
})

describe('a comparison', () => {
  test('a comparison of two profiles marks the differences', async () => {
    const page = await withoutServer(`#url=${ACCENT}`)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByText('Both answers are the same.').waitFor()
    await page.getByLabel('Other profile').fill('strapi-5.54-sqlite')
    await page.keyboard.press('Tab')
    await page.getByText(/^\d+ differences?\.$/).waitFor()
    expect(await page.locator('.tree-row[data-difference]').count()).toBeGreaterThan(1)
    await expectAccessible(page)
  })

  test('the URL of the explorer contains the comparison of two roles', async () => {
    const page = await withoutServer(
      '#role=nobody&against=&against.role=editor&url=/api/restaurants?fields=name',
    )
    await page.getByText(/differences?\.$/).waitFor()
    expect(await page.locator('.facts .status').allInnerTexts()).toEqual(['403', '200'])
  })

  test('a comparison of two roles works with a server in developer mode', async () => {
    const page = await at(
      `${developer.url}/_populace#role=nobody&against=&against.role=editor&url=/api/restaurants?fields=name`,
    )
    await page.getByText(/differences?\.$/).waitFor()
    expect(await page.locator('.facts .status').allInnerTexts()).toEqual(['403', '200'])
  })

  test('a comparison keeps the profile name that a user is typing when an answer arrives', async () => {
    const page = await overServer(ACCENT)
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => (go = resolve))
    await page.route('**/api/**', async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('button', { name: 'Compare' }).click()
    const profile = page.getByLabel('Other profile')
    await profile.fill('strapi-5.54-sqlite')
    go()
    await page.getByText('Both answers are the same.').waitFor()
    expect(await profile.inputValue()).toBe('strapi-5.54-sqlite')
    await page.keyboard.press('Tab')
    await page.getByText(/^\d+ differences?\.$/).waitFor()
  })

  test('a comparison of two profiles works with a server', async () => {
    const page = await overServer(ACCENT)
    await page.getByRole('button', { name: 'Compare' }).click()
    await page.getByLabel('Other profile').fill('strapi-5.54-sqlite')
    await page.keyboard.press('Tab')
    await page.getByText(/^\d+ differences?\.$/).waitFor()
  })
})

describe('without a server', () => {
  test('the page without a server sends no request to another host', async () => {
    await withoutServer()
    const asked = open?.asked.filter((url) => !url.startsWith('data:')) ?? []
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((url) => !url.startsWith(files.url))).toEqual([])
  })

  test('the page without a server loads a dataset folder that is dropped on it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'populace-drop-'))
    writeDataset(join(folder, 'shelf'), SHELF)
    const page = await withoutServer()
    try {
      await drop(page, join(folder, 'shelf'))
      await page.getByRole('link', { name: 'Book' }).waitFor()
      await expect.poll(() => shown(page)).toContain('"Emma"')
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('the page without a server loads an archive that is dropped, and lists the missing parts in a notice', async () => {
    const page = await withoutServer()
    await drop(page, join(root, 'fixtures/export/lab.tar.gz'))
    const notice = page.getByRole('status').filter({ hasText: 'lab.tar.gz: Strapi export of 5.54.0.' })
    await notice.getByText('config/api: not part of an export').waitFor()
    await expectAccessible(page)
    await notice.getByRole('button', { name: 'Close' }).click()
    const field = page.getByLabel('URL', { exact: true })
    await field.fill('/api/articles?filters[slug]=art-01-en&fields=title&populate[author][fields]=name')
    await field.press('Enter')
    await expect.poll(() => shown(page)).toMatch(/1 item[\s\S]*"alpha"/)
    const asked = open?.asked.filter((url) => url.endsWith('/chunk-archive.js')) ?? []
    expect(open?.asked.every((url) => url.startsWith(files.url) || url.startsWith('data:'))).toBe(true)
    expect(asked).toHaveLength(1)
  })

  test('the page explains how to open an encrypted archive, and which part of a folder without types is missing', async () => {
    const page = await withoutServer()
    await drop(page, join(root, 'fixtures/export/lab.tar.gz.enc'))
    await page.getByRole('alert').getByText('populace serve FILE --key KEY').waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await drop(page, join(root, 'fixtures/spec'))
    await page.getByRole('alert').getByText('Expected a dataset folder').waitFor()
  })
})

const SHELF = {
  contentTypes: {
    book: {
      kind: 'collectionType',
      info: { singularName: 'book', pluralName: 'books', displayName: 'Book' },
      options: { draftAndPublish: false },
      attributes: { title: { type: 'string' } },
    },
  },
  entries: { book: [{ id: 1, documentId: 'bookemma00000000000000001', title: 'Emma' }] },
}

/** Drops a file on the page as a user would. */
async function drop(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 500, data })
}

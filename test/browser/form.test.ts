/** Tests a hand-written page with a form, and `populace serve .` in a project as its server. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Server, startServer } from '../clients/support/server.ts'
import { type Looking, look, startBrowser } from './looking.ts'
import { type StaticServer, serveFolder } from './static.ts'

const pages = fileURLToPath(new URL('pages', import.meta.url))

/** A project with one type and no database. */
const SCHEMA = {
  kind: 'collectionType',
  collectionName: 'reviews',
  info: { singularName: 'review', pluralName: 'reviews', displayName: 'Review' },
  options: { draftAndPublish: false },
  attributes: {
    text: { type: 'text', required: true },
    score: { type: 'integer', min: 1, max: 5 },
    picture: { type: 'media', multiple: false, allowedTypes: ['images'] },
  },
}

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let project: string
let browser: Browser
let server: Server
let front: StaticServer

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'populace-form-'))
  const folder = join(project, 'src/api/review/content-types/review')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(project, 'config'))
  writeFileSync(join(folder, 'schema.json'), JSON.stringify(SCHEMA))
  const strapi = { name: 'reviews', dependencies: { '@strapi/strapi': '5.54.0' } }
  writeFileSync(join(project, 'package.json'), JSON.stringify(strapi))
  browser = await startBrowser()
  // In a project without a database, the public role may only read by default.
  const grants = ['*.create', '*.update', '*.delete', 'plugin::upload.content-api.upload']
  server = await startServer(project, ...grants.flatMap((one) => ['--grant', one]))
  front = await serveFolder(pages, '/')
})
afterAll(async () => {
  await browser?.close()
  await server?.stop()
  front?.stop()
  rmSync(project, { recursive: true, force: true })
})

const items = (open: Looking): Promise<readonly string[]> => open.page.locator('li').allTextContents()

/** Sends a review with a picture, edits it, and deletes it. */
async function used(url: string, world: string): Promise<void> {
  const open = await look(browser, `${url}?server=${server.url}/_populace/in/${world}`, undefined, '#new')
  const { page } = open
  await page.getByLabel('Text').fill('Worth the queue')
  await page.getByLabel('Score').fill('4')
  await page
    .getByLabel('Picture')
    .setInputFiles({ name: 'queue.png', mimeType: 'image/png', buffer: PICTURE })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('li').waitFor()
  expect(await items(open)).toEqual(['Worth the queue (4) PraiseDelete'])
  await page.getByRole('button', { name: 'Praise' }).click()
  await page.getByText('(5)').waitFor()
  await page.reload()
  await page.getByText('(5)').waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.locator('li').waitFor({ state: 'detached' })
  expect(await items(open)).toEqual([])
  expect(open.faults).toEqual([])
  await open.close()
}

test('a page of another origin can send a review with a picture, change it and delete it', () =>
  used(`${front.url}reviews.html`, 'front'))

test('a page that is opened as a file can send, change and delete a review too', () =>
  used(pathToFileURL(join(pages, 'reviews.html')).href, 'file'))

test('the uploaded picture is displayed', async () => {
  const url = `${front.url}reviews.html?server=${server.url}/_populace/in/seen`
  const open = await look(browser, url, undefined, '#new')
  await open.page.getByLabel('Text').fill('Seen')
  const files = { name: 'seen.png', mimeType: 'image/png', buffer: PICTURE }
  await open.page.getByLabel('Picture').setInputFiles(files)
  await open.page.getByRole('button', { name: 'Send' }).click()
  const picture = open.page.getByRole('img', { name: 'seen.png' })
  await picture.waitFor()
  expect(await picture.evaluate((image) => Reflect.get(image, 'naturalWidth'))).toBe(1)
  await open.close()
})

test('the page shows a validation error of the server, and nothing is added', async () => {
  const url = `${front.url}reviews.html?server=${server.url}/_populace/in/wrong`
  const open = await look(browser, url, undefined, '#new')
  await open.page.getByLabel('Text').fill('Too good')
  await open.page.getByLabel('Score').fill('9')
  await open.page.getByRole('button', { name: 'Send' }).click()
  await open.page.getByText('score must be less than or equal to 5').waitFor()
  expect(await items(open)).toEqual([])
  await open.close()
})

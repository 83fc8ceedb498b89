/** Tests Populace in a page, a worker and a service worker of a real Chromium. */
import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { createContentApi, editGraph, fetchHandler, loadDataset } from 'populace'
import { contentFixture, routeContent } from 'populace/playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { answersOf, type Case, type CaseBatch } from './pages/asked.ts'
import { launch } from './support/chromium.ts'
import { type Front, startFront, workerOfMsw } from './support/front.ts'
import { cli, guide, type Server, startServer } from './support/server.ts'

let browser: Browser
let front: Front
let server: Server
let page: Page

beforeAll(async () => {
  // Resolves hosts other than localhost to this machine, for cross-origin requests.
  browser = await launch('--host-resolver-rules=MAP *.example 127.0.0.1')
  front = await startFront({ '/mockServiceWorker.js': workerOfMsw() })
  server = await startServer('--allowed-origin', origin('trusted.example'))
})
afterAll(async () => {
  await browser?.close()
  front?.stop()
  await server?.stop()
})

const origin = (host = '127.0.0.1'): string => `http://${host}:${front.port}`

beforeEach(async () => {
  const context = await browser.newContext()
  page = await context.newPage()
  await page.goto(origin())
  return () => context.close()
})

describe('the core, bundled by esbuild', () => {
  const asked = suite()
  const here = answersOf(asked)

  test('the suite has enough requests to compare the core in a browser and in Node', () => {
    expect(asked.cases.length).toBeGreaterThan(2_000)
    expect(here.every((answer) => answer.includes('"status":'))).toBe(true)
  })

  test('the core of Populace gives the same answers in a page as in Node, byte by byte', async () => {
    await page.addScriptTag({ url: '/core.js' })
    const there: readonly string[] = await page.evaluate(
      (given) => Reflect.get(globalThis, 'answersOf')(JSON.parse(given)),
      JSON.stringify(asked),
    )
    expect(differing(here, there)).toEqual([])
  })

  test('the core of Populace gives the same answers in a worker as in Node', async () => {
    const there = await page.evaluate(
      (given) =>
        new Promise<readonly string[]>((resolve, reject) => {
          const worker = new Worker('/worker.js')
          worker.addEventListener('message', ({ data }) => resolve(data))
          worker.addEventListener('error', ({ message }) => reject(new Error(message)))
          worker.postMessage(JSON.parse(given))
        }),
      JSON.stringify(asked),
    )
    expect(differing(here, there)).toEqual([])
  })
})

/** Returns at most three pairs of different answers, so that a failure is readable. */
const differing = (one: readonly string[], other: readonly string[]): readonly (readonly unknown[])[] =>
  one.flatMap((text, at) => (text === other[at] ? [] : [[text, other[at]]])).slice(0, 3)

/** Returns the guide's dataset and its cases, from `populace suite`. */
function suite(): CaseBatch {
  const out = join(tmpdir(), `populace-suite-${process.pid}.ndjson`)
  execFileSync(process.execPath, [cli, 'suite', '--out', out])
  const records = readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  rmSync(out)
  const { files } = records.find(({ record, name }) => record === 'dataset' && name === 'guide')
  const cases: readonly Case[] = records
    .filter(({ record, dataset }) => record === 'case' && dataset === 'guide')
    .map(({ id, request, profile }) => ({ id, request, ...(profile === undefined ? {} : { profile }) }))
  return { files, cases }
}

describe('Mock Service Worker', () => {
  test('the service worker answers requests of a page from the dataset', async () => {
    await page.addScriptTag({ url: '/msw.js' })
    const { files } = suite()
    const read = await page.evaluate(async (given) => {
      await Reflect.get(globalThis, 'mock')(JSON.parse(given))
      const ask = async (path: string) => {
        const answer = await fetch(`https://cms.example${path}`)
        return { status: answer.status, body: await answer.text() }
      }
      return {
        isControlled: navigator.serviceWorker.controller !== null,
        list: await ask('/api/restaurants?populate[owner][fields]=name&sort=id'),
        fault: await ask('/api/restaurants?fields=nope'),
      }
    }, JSON.stringify(files))
    const api = createContentApi(loadDataset(guide))
    const { status, body } = api.answer({ url: '/api/restaurants?populate[owner][fields]=name&sort=id' })
    expect(read).toMatchObject({ isControlled: true, list: { status, body }, fault: { status: 400 } })
  })
})

describe('Playwright', () => {
  const graph = loadDataset(guide)
  const namesIn = (host: string): Promise<readonly string[]> =>
    page.evaluate(async (from) => {
      const answer = await fetch(`${from}/api/categories?sort=id`)
      const { data }: { readonly data: readonly { readonly name: string }[] } = await answer.json()
      return data.map(({ name }) => name)
    }, host)

  test('`routeContent` answers requests of a page without a server', async () => {
    await routeContent(page, fetchHandler(createContentApi(graph)), { origin: 'https://cms.example' })
    expect(await namesIn('https://cms.example')).toEqual([
      'Food',
      'Bakery',
      'Grill',
      'Coffee',
      'Drinks',
      'Sourdough',
    ])
    // Requests to paths outside `/api` reach the site.
    expect(await page.evaluate(async () => (await fetch('/about')).text())).toContain('<h1>A page</h1>')
  })

  test('`contentFixture` gives each test its own content, and a test can replace its content', async () => {
    const edited = editGraph(graph, ({ entries }) => {
      Object.assign(entries['category']?.[0] ?? {}, { name: 'Meals' })
    })
    const fixture = contentFixture(() => fetchHandler(createContentApi(graph)))
    await fixture({ page }, async (content) => {
      expect((await namesIn('https://cms.example'))[0]).toBe('Food')
      content.use(fetchHandler(createContentApi(edited)))
      expect((await namesIn('https://cms.example'))[0]).toBe('Meals')
    })
  })
})

interface Init {
  readonly method?: 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  readonly credentials?: 'include'
}

describe('a page of another origin', () => {
  /** Returns the status, or 'refused' if the browser blocked the answer. */
  const ask = (path: string, init: Init = {}): Promise<number | 'refused'> =>
    page.evaluate(
      async ([url, options]) => {
        try {
          return (await fetch(url, options)).status
        } catch {
          return 'refused' as const
        }
      },
      [`${server.url}${path}`, init] as const,
    )

  test('a page of another origin can read entries, send tokens and log in', async () => {
    expect(await ask('/api/articles')).toBe(200)
    expect(await ask('/api/ledgers', { headers: { authorization: 'Bearer editor-token' } })).toBe(200)
    expect(await ask('/api/articles', { headers: { authorization: 'Bearer nobody-token' } })).toBe(403)
    const body = JSON.stringify({ identifier: 'nobody', password: 'of any kind' })
    const login: Init = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
    expect(await ask('/api/auth/local', login)).toBe(400)
  })

  test('a page of another origin may not send a header that the default server does not allow', async () => {
    expect(await ask('/api/articles', { headers: { 'x-preview': 'yes' } })).toBe('refused')
  })

  test('a page of another origin may send credentials only if the origin is listed or on this machine', async () => {
    expect(await ask('/api/articles', { credentials: 'include' })).toBe(200)
    await page.goto(origin('preview.example'))
    expect(await ask('/api/articles')).toBe(200)
    expect(await ask('/api/articles', { credentials: 'include' })).toBe('refused')
    await page.goto(origin('trusted.example'))
    expect(await ask('/api/articles', { credentials: 'include' })).toBe(200)
  })
})

describe('pictures', () => {
  test.each([
    ['/uploads/bread_1.jpg', 1200, 800],
    ['/uploads/thumbnail_bread_1.jpg', 234, 156],
    ['/uploads/le_cafe_2.png', 900, 900],
    ['/uploads/grill_3.webp', 1600, 900],
  ])('%s is %d × %d', async (path, width, height) => {
    const shown = await page.evaluate(async (url) => {
      const image = new Image()
      image.src = url
      await image.decode()
      return [image.naturalWidth, image.naturalHeight]
    }, `${server.url}${path}`)
    expect(shown).toEqual([width, height])
  })
})

describe('a session', () => {
  test('strapi-sdk-js registers a user, who stays logged in after a reload until logout', async () => {
    const user = (url: string) =>
      page.evaluate(
        async (from) => (await Reflect.get(globalThis, 'strapi')(from).fetchUser())?.username ?? null,
        url,
      )
    await page.addScriptTag({ url: '/session.js' })
    await page.evaluate(
      (from) =>
        Reflect.get(
          globalThis,
          'strapi',
        )(from).register({
          username: 'fay',
          email: 'fay@mail.example',
          password: 'quite secret',
        }),
      server.url,
    )
    await page.reload()
    await page.addScriptTag({ url: '/session.js' })
    expect(await user(server.url)).toBe('fay')
    await page.evaluate((from) => Reflect.get(globalThis, 'strapi')(from).logout(), server.url)
    expect(await user(server.url)).toBeNull()
  })
})

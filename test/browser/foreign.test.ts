/** Tests that a page of another origin can neither read nor change anything of the server's own pages. */
import { createServer, type Server as HttpServer } from 'node:http'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { launch } from '../clients/support/chromium.ts'
import { guide, type Server, startServer } from '../clients/support/server.ts'

/** A host name of another site, whose owner lets it resolve to this machine (DNS rebinding). */
const EVIL = 'evil.example'

let browser: Browser
let server: Server
let foreign: HttpServer
let foreignPort = 0
let context: BrowserContext
let page: Page
/** The answers of the server's own pages that the browser reports to the test, as `GET 403 /_populace`. */
let answers: string[] = []
/** The number of requests to the server's own pages, including those whose answers the browser hides from the page. */
let sent = 0

beforeAll(async () => {
  browser = await launch(`--host-resolver-rules=MAP ${EVIL} 127.0.0.1`)
  server = await startServer(guide, '--grant', '*.create')
  foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<!doctype html><title>Another site</title><body></body>')
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  const address = foreign.address()
  foreignPort = typeof address === 'object' && address !== null ? address.port : 0
})

afterAll(async () => {
  await browser?.close()
  await server?.stop()
  foreign?.close()
})

beforeEach(async () => {
  context = await browser.newContext()
  page = await context.newPage()
  answers = []
  sent = 0
  const isOwnPage = (url: string): boolean => url.startsWith(`${server.url}/_populace`)
  context.on('request', (request) => {
    if (isOwnPage(request.url())) sent++
  })
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (isOwnPage(response.url()))
      answers.push(`${response.request().method()} ${response.status()} ${pathname}`)
  })
  // Adds a request to the journal, so that the foreign page has a secret to read.
  await fetch(`${server.url}/api/categories?secret-of-the-visitor`)
})

afterEach(() => context.close())

const READS = [
  ...[
    '/_populace',
    '/_populace/requests',
    '/_populace/requests.har',
    '/_populace/worlds',
    '/_populace/trouble',
  ],
  ...[
    '/_populace/schema',
    '/_populace/explain?url=/api/categories',
    '/_populace/otherwise?url=/api/categories',
  ],
  '/_populace/changes',
]
const CHANGES = [
  ['PATCH', '/_populace/worlds/base', '{"categories":{"clear":true}}'],
  ['PUT', '/_populace/worlds/base', ''],
  ['POST', '/_populace/worlds/evil', '{}'],
  ['DELETE', '/_populace/worlds/base', ''],
  ['PUT', '/_populace/trouble', '[{"path":"/api/categories","status":500}]'],
  ['POST', '/_populace/trouble', '[{"path":"/api/categories","status":500}]'],
  ['DELETE', '/_populace/requests', ''],
] as const

const textOf = async (path: string): Promise<string> => (await fetch(`${server.url}${path}`)).text()

/** Returns the state of the server's own pages, as a visitor sees them. */
const state = (): Promise<readonly string[]> =>
  Promise.all(
    ['/_populace/worlds', '/_populace/trouble', '/api/categories?pagination[pageSize]=100'].map(textOf),
  )

/**
 * Sends every read and every change by `fetch`. Returns the bodies of the answers that the browser lets the page read.
 */
const fetchAll = (target: string, mode: RequestMode): Promise<readonly string[]> =>
  page.evaluate(
    async ({ target, mode, reads, changes }) => {
      const all = [...reads.map((path) => ['GET', path, ''] as const), ...changes]
      const seen: string[] = []
      for (const [method, path, body] of all) {
        try {
          const answer = await fetch(target + path, { method, mode, ...(body === '' ? {} : { body }) })
          seen.push(await answer.text())
        } catch {
          // The browser refuses to send the request, or hides the answer.
        }
      }
      return seen
    },
    { target, mode, reads: READS, changes: CHANGES },
  )

const others = (): readonly string[] => [`http://127.0.0.1:${foreignPort}`, `http://${EVIL}:${foreignPort}`]

test.each(['no-cors', 'cors'] as const)(
  'a page of another origin reads and changes nothing by fetch with the mode %s',
  async (mode) => {
    for (const origin of others()) {
      const before = await state()
      await page.goto(origin)
      const seen = await fetchAll(server.url, mode)
      expect(seen.filter((text) => text !== '')).toEqual([])
      expect(await state()).toEqual(before)
    }
    expect(sent).toBeGreaterThanOrEqual(2 * READS.length)
    expect(answers.filter((answer) => !/ 40[35] /.test(answer))).toEqual([])
  },
)

test('a foreign page changes nothing by forms, images, scripts, styles, frames, beacons and sockets', async () => {
  for (const origin of others()) {
    const before = await state()
    await page.goto(origin)
    await page.evaluate(
      ({ target, reads, changes }) => {
        const add = (name: string, members: Readonly<Record<string, string>>): HTMLElement => {
          const element = Object.assign(document.createElement(name), members)
          document.body.append(element)
          return element
        }
        for (const path of reads) {
          add('img', { src: target + path })
          add('script', { src: target + path })
          add('link', { rel: 'stylesheet', href: target + path })
          add('iframe', { src: target + path })
          add('object', { data: target + path })
          navigator.sendBeacon(target + path, '{"categories":{"clear":true}}')
          new EventSource(target + path)
        }
        for (const [, path, body] of changes) {
          add('iframe', { name: `frame ${path}` })
          const form = document.createElement('form')
          Object.assign(form, {
            action: target + path,
            method: 'POST',
            enctype: 'text/plain',
            target: `frame ${path}`,
          })
          const input = document.createElement('input')
          Object.assign(input, { name: body, value: '' })
          form.append(input)
          document.body.append(form)
          form.submit()
        }
        new WebSocket(`${target.replace('http', 'ws')}/_populace/changes`)
      },
      { target: server.url, reads: READS, changes: CHANGES },
    )
    await expect.poll(() => sent).toBeGreaterThanOrEqual(5 * READS.length + 1)
    await page.waitForLoadState('networkidle')
    // The server refuses the requests of the frames, so no frame shows the explorer. The foreign page can read none of
    // its frames, and the frames have nothing to click.
    const framed = await Promise.all(
      page
        .frames()
        .slice(1)
        .map((frame) => frame.content().catch(() => '')),
    )
    expect(framed.filter((text) => text.includes('secret-of-the-visitor'))).toEqual([])
    expect(await state()).toEqual(before)
  }
  expect(answers.filter((answer) => !/ 40[35] /.test(answer))).toEqual([])
})

test('a foreign page whose host name resolves to this machine can neither read nor change anything', async () => {
  const rebound = server.url.replace('127.0.0.1', EVIL)
  const before = await state()
  const first = await page.goto(`${rebound}/_populace`)
  expect(first?.status()).toBe(403)
  const seen = await fetchAll(rebound, 'same-origin')
  expect(seen.length).toBe(READS.length + CHANGES.length)
  expect(
    seen.filter((text) => text.includes('secret-of-the-visitor') || text.includes('categories')),
  ).toEqual([])
  expect(await state()).toEqual(before)
})

test('a foreign page can open the explorer in a tab for its visitor, but cannot read the tab', async () => {
  await page.goto(others()[1] ?? '')
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((url) => void Object.assign(window, { tab: window.open(url) }), `${server.url}/_populace`),
  ])
  await opened.waitForLoadState()
  expect(await opened.title()).not.toBe('')
  const read = await page.evaluate(() => {
    try {
      const { tab } = Object(window)
      return tab?.document?.body?.innerHTML ?? 'no tab'
    } catch (error) {
      return String(error)
    }
  })
  expect(read).toMatch(/SecurityError|no tab/)
})

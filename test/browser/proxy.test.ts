/**
 * Tests the explorer, the site and uploads below a path, behind nginx with the configuration from the documentation.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { blockOf, hasNginx, type Nginx, startNginx } from '../support/nginx.ts'
import { killAll, started } from '../support/serving.ts'
import { type Looking, look, rowsOf, startBrowser } from './looking.ts'

const cli = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'populace-proxy-'))

/** A proxy that keeps the prefix in the path; the server behind it needs `--base-path`. */
const FORWARDING = `server {
  listen 80;
  location /cms/ {
    proxy_pass http://127.0.0.1:1337;
    proxy_set_header Host $http_host;
  }
}`

describe.skipIf(!hasNginx())('behind nginx (skipped if it is not installed)', () => {
  let browser: Browser
  let open: Looking | undefined
  const proxies: Nginx[] = []
  beforeAll(async () => {
    execFileSync(process.execPath, [cli, 'site', '--out', join(folder, 'docs')])
    browser = await startBrowser()
    const [plain, below] = await Promise.all([started(), started('--base-path', '/cms')])
    const hostOf = ({ url }: { readonly url: string }): string => new URL(url).host
    proxies.push(
      await startNginx(blockOf('operations.md', 'nginx'), {
        '127.0.0.1:1337': hostOf(plain),
        '/srv/docs/': `${join(folder, 'docs')}/`,
      }),
      await startNginx(FORWARDING, { '127.0.0.1:1337': hostOf(below) }),
    )
  })
  afterAll(async () => {
    await browser?.close()
    for (const proxy of proxies) proxy.stop()
    killAll()
    rmSync(folder, { recursive: true, force: true })
  })
  afterEach(async () => {
    expect(open?.faults ?? []).toEqual([])
    await open?.close()
    open = undefined
  })

  describe.each([
    ['that removes the prefix', 0],
    ['that forwards it, with --base-path', 1],
  ])('a proxy %s', (_kind, at) => {
    const root = (): string => `${proxies[at]?.url}/cms`

    test('behind nginx, the explorer loads its files and shows an answer', async () => {
      open = await look(browser, `${root()}/_populace#url=/api/categories?fields=name`)
      expect((await rowsOf(open.page)).length).toBeGreaterThan(1)
      expect(open.asked.length).toBeGreaterThan(3)
      expect(open.asked.filter((url) => !url.startsWith(`${root()}/`))).toEqual([])
    })

    test('behind nginx, an uploaded file is served at its URL', async () => {
      const answer = await fetch(`${root()}/api/articles?populate=cover&filters[cover][id][$notNull]=true`)
      const [{ cover }] = (await answer.json()).data
      const file = await fetch(`${root()}${cover.url}`)
      expect([file.status, file.headers.get('content-type')]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])
      expect((await file.arrayBuffer()).byteLength).toBeGreaterThan(100)
    })

    test('files of the explorer are found below the prefix, and unknown paths answer 404', async () => {
      const [first, second] = await Promise.all(
        ['/_populace/explorer/app.js', '/_populace/nothing'].map((path) => fetch(`${root()}${path}`)),
      )
      expect([first?.status, second?.status]).toEqual([200, 404])
    })
  })

  test('behind nginx, the pages of the site link only to URLs below the path of the site', async () => {
    const site = `${proxies[0]?.url}/docs/`
    open = await look(browser, site, undefined, 'h1')
    const { page, asked } = open
    await page.locator('a[href]:visible').nth(1).click()
    await page.locator('h1').first().waitFor()
    expect(asked.length).toBeGreaterThan(1)
    expect(asked.filter((url) => !url.startsWith(site))).toEqual([])
  })
})

/// <reference types="node" preserve="true" />
/** `populace/playwright` answers the content requests of browser pages in Playwright tests, without a server. */
import type { BrowserContext, Page, Route } from 'playwright-core'
import { type Handler, isBelow, PATHS, type PathOptions } from './handler.ts'

export interface RouteOptions extends PathOptions {
  /**
   * The origin of the requests to intercept, such as `https://cms.example`. By default, requests to any origin are
   * intercepted.
   */
  readonly origin?: string
}

/** Lets `handle` answer the content requests of a browser page, or of every page of a browser context. */
export async function routeContent(
  page: Pick<Page | BrowserContext, 'route'>,
  handle: Handler,
  { origin, paths = PATHS }: RouteOptions = {},
): Promise<void> {
  const isOurs = (url: URL): boolean =>
    (origin === undefined || url.origin === origin) && isBelow(url.pathname, paths)
  await page.route(isOurs, (route) => fulfil(route, handle))
}

/**
 * Returns a Playwright fixture for `test.extend({ content: contentFixture(() => handle) })`. Each test gets its handler
 * from `make`, and can replace this handler with `content.use(another)`.
 */
export function contentFixture(make: () => Handler, options: RouteOptions = {}) {
  return async (
    { page }: { readonly page: Pick<Page, 'route'> },
    use: (content: Content) => Promise<void>,
  ): Promise<void> => {
    let current = make()
    await routeContent(page, (request) => current(request), options)
    await use({
      use: (handle) => {
        current = handle
      },
    })
  }
}

export interface Content {
  /** Replaces the handler of the current test. */
  readonly use: (handle: Handler) => void
}

async function fulfil(route: Pick<Route, 'request' | 'fulfill'>, handle: Handler): Promise<void> {
  const request = route.request()
  const body = request.postDataBuffer()
  const method = request.method()
  const response = await handle(
    new Request(request.url(), {
      method,
      headers: await request.allHeaders(),
      ...(body === null || method === 'GET' || method === 'HEAD' ? {} : { body: new Uint8Array(body) }),
    }),
  )
  await route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

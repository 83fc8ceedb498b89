/** Serves the site of a frontend: pages and bundled scripts. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { published } from './published.ts'

const here = fileURLToPath(new URL('..', import.meta.url))

export interface Front {
  readonly port: number
  readonly stop: () => void
}

/** Serves the scripts of `pages` as `/name.js` and the given paths; every other path is an empty page. */
export async function startFront(given: Readonly<Record<string, string>>): Promise<Front> {
  const { outputFiles } = await build({
    entryPoints: ['core', 'worker', 'msw', 'session'].map((name) => `${here}pages/${name}.ts`),
    outdir: '/',
    write: false,
    bundle: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'silent',
    alias: { ...published },
    tsconfigRaw: {},
  })
  const scripts = outputFiles.map(({ path, text }) => [`/${path.slice(path.lastIndexOf('/') + 1)}`, text])
  const texts: Readonly<Record<string, string>> = { ...Object.fromEntries(scripts), ...given }
  const server = createServer((request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    const text = texts[path]
    response.setHeader('content-type', `${typeOf(text === undefined ? '.html' : path)}; charset=utf-8`)
    response.end(text ?? `<!doctype html><title>A page</title><h1>A page</h1>`)
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  return {
    port,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

const typeOf = (path: string): string => (path.endsWith('.js') ? 'text/javascript' : 'text/html')

/** Returns the path of the service worker script of Mock Service Worker. */
export const workerOfMsw = (): string =>
  readFileSync(fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js')), 'utf8')

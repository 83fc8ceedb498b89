/** Serves files below a path, as a shared host serves a site. */
import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

export interface FolderServer {
  /** The URL of the served folder, with a trailing slash. */
  readonly url: string
  readonly stop: () => void
}

export async function serveFolder(folder: string): Promise<FolderServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = normalize(decodeURIComponent(pathname)).replace(/^\/some\/where\//, '')
    const file = join(folder, path.endsWith('/') || path === '' ? `${path}index.html` : path)
    const isFile = statSync(file, { throwIfNoEntry: false })?.isFile() === true
    if (!isFile || !pathname.startsWith('/some/where/')) return void response.writeHead(404).end()
    response.setHeader('content-type', `${TYPES[extname(file)] ?? 'application/octet-stream'}; charset=utf-8`)
    response.end(readFileSync(file))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/some/where/`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

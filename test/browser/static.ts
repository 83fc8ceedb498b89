/** A static file server below a path. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { lookup } from 'mrmime'

export interface StaticServer {
  /** Its address: `http://127.0.0.1:…/some/path/` */
  readonly url: string
  readonly stop: () => void
}

export async function serveFolder(folder: string, path: string): Promise<StaticServer> {
  const server = createServer(async ({ url = '' }, response) => {
    const name = url.startsWith(path) ? url.slice(path.length).replace(/[?#].*$/, '') || 'index.html' : '..'
    try {
      if (!/^[\w-][\w.-]*$/.test(name)) throw new Error('not a file')
      const body = await readFile(join(folder, name))
      response.writeHead(200, { 'content-type': lookup(name) ?? 'text/plain' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { url: `http://127.0.0.1:${port}${path}`, stop: () => server.close() }
}

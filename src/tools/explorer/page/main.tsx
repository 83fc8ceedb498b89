/**
 * Starts the page with the server from which it was loaded, or without a server with the guide's dataset in a web
 * worker.
 */
import { render } from 'preact'
import { pageBackend } from '../backend/page.ts'
import { serverBackend } from '../backend/server.ts'
import { App } from './app.tsx'

const root = document.getElementById('app')
if (root !== null) void start(root)

async function start(element: HTMLElement): Promise<void> {
  const server = document.documentElement.dataset['server']
  if (server !== undefined && server !== '') {
    // The path of the explorer ends with the server's own segment, such as `_populace`. The part of the path before
    // this segment is the prefix of a proxy.
    const at = server.lastIndexOf('/')
    const backend = serverBackend(`${location.origin}${server.slice(0, at)}`, server.slice(at))
    render(<App backend={backend} page={null} />, element)
    return
  }
  const siblingUrl = (name: string): URL => new URL(name, import.meta.url)
  const backend = pageBackend(new Worker(siblingUrl('worker.js'), { type: 'module' }))
  try {
    await backend.open(await (await fetch(siblingUrl('guide.json'))).json())
    render(<App backend={backend} page={backend} />, element)
  } catch (error) {
    element.textContent = `The page cannot start: ${error instanceof Error ? error.message : String(error)}`
  }
}

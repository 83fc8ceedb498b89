/** `populace/vite`: the content API on the development server and the preview of Vite, for Astro, Nuxt and others too. */
import type { Plugin } from 'vite'
import { middleware } from './connect.ts'
import type { Handler, PathOptions } from './handler.ts'

/** For `plugins: [populace(handle)]`: pages ask their own origin, `/api/…`. */
export function populace(handle: Handler, options: PathOptions = {}): Plugin {
  const answers = middleware(handle, options)
  return {
    name: 'populace',
    configureServer: (server) => void server.middlewares.use(answers),
    configurePreviewServer: (server) => void server.middlewares.use(answers),
  }
}

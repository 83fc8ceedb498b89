/** `populace/vite`: the content API on Vite's development and preview servers, also those of Astro and Nuxt. */
import type { Plugin } from 'vite'
import { middleware } from './connect.ts'
import type { Handler, PathOptions } from './handler.ts'

/** For `plugins: [populace(handle)]`. Pages request their own origin, `/api/…`. */
export function populace(handle: Handler, options: PathOptions = {}): Plugin {
  const answers = middleware(handle, options)
  return {
    name: 'populace',
    configureServer: (server) => void server.middlewares.use(answers),
    configurePreviewServer: (server) => void server.middlewares.use(answers),
  }
}

/** `populace/vite` provides the content API on the development and preview servers of Vite, Astro and Nuxt. */
import type { Plugin } from 'vite'
import { type MiddlewareOptions, middleware } from './connect.ts'
import type { Handler } from './handler.ts'

/**
 * Creates a Vite plugin: `plugins: [populace(handle)]`. With the plugin, pages can request `/api/…` from the origin of
 * the Vite server.
 */
export function populace(handle: Handler, options: MiddlewareOptions = {}): Plugin {
  const answers = middleware(handle, options)
  return {
    name: 'populace',
    configureServer: (server) => void server.middlewares.use(answers),
    configurePreviewServer: (server) => void server.middlewares.use(answers),
  }
}

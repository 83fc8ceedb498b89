/**
 * A thread with small replacements for Strapi's parts: `app.js` of the project exports `handle(request, ask)`, and may
 * export `register(loading)` and `bootstrap(loading)`.
 */
import { runThread } from '../../dist/src/sources/runner/thread/run.js'

const ours = { factories: { createCoreRouter: (uid) => ({ uid }) } }

runThread(() => ({
  provide: (name, isInstalled) => {
    if (name === '@strapi/strapi') return ours
    return name === '@strapi/utils' && !isInstalled() ? { replaced: true } : undefined
  },
  errorOf: ({ name, message, status, details }) =>
    Object.assign(new Error(message), { name, status, details }),
  register: async (loading, models) => {
    const app = loading.load('app.js')
    const answered = await app.register?.(loading, models)
    return {
      state: { app, loading },
      registered: { kind: 'registered', customFields: answered ?? {}, models: {}, problems: [] },
    }
  },
  bootstrap: async ({ app, loading }) => {
    await app.bootstrap?.(loading)
    return {
      app: {
        handle: async (request, done) => {
          const body = await app.handle(request, loading.askFor(), loading)
          done({
            kind: 'answer',
            id: request.id,
            status: 200,
            headers: { 'content-type': 'application/json' },
            body: typeof body === 'string' ? body : JSON.stringify(body),
          })
        },
      },
      ready: {
        kind: 'ready',
        routes: [],
        untouched: [],
        seesAll: app.seesAll ?? true,
        files: [],
        problems: [],
      },
    }
  },
}))

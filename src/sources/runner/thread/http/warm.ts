/**
 * Answers a few example requests before the first real request, so that V8 has already compiled the code that
 * handles requests. The example requests run no code of the project.
 */
import type { RunAnswer } from '../../protocol.ts'
import type { LoadedProject } from '../loaded.ts'
import { createApp } from './app.ts'

const TIMES = 20

/** The example project for the example requests, with one of Strapi's own routes and one middleware. */
const PROJECT: LoadedProject = {
  strapi: {},
  routes: [
    {
      owner: { kind: 'api', name: 'warm', file: '' },
      method: 'GET',
      path: '/warm',
      handler: 'api::warm.warm.find',
      config: { middlewares: ['sorted'] },
      hasPrefix: true,
      isStock: true,
    },
  ],
  globals: [],
  middleware: () => ({
    file: '',
    run: (context, next) => {
      Object.assign(Object(Reflect.get(context, 'query')), { sort: 'id' })
      return next()
    },
  }),
  policy: () => ({ file: '', run: () => true, config: {} }),
  action: () => ({ uid: 'api::warm.warm', name: 'find', file: '', isCore: true, run: [] }),
  problems: [],
}

const ANSWER = {
  ok: true,
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: '{"data":[]}',
} as const

/**
 * Answers a few requests to the example project, so that a spare thread is fast from its first real request. Returns
 * the HTTP statuses of the answers to the example requests.
 */
export async function warmUp(folder: string): Promise<readonly number[]> {
  const app = createApp(PROJECT, () => async () => ANSWER, { folder, prefix: '/api', log: () => undefined })
  const caller = { kind: 'public', role: 'public', permissions: ['*'] } as const
  const statuses: number[] = []
  for (let id = 1; id <= TIMES; id++) {
    const request = {
      ...{ id, method: 'GET', target: '/api/warm?populate=*', headers: { host: 'localhost' } },
      ...{ body: undefined, ip: '127.0.0.1', caller, trace: false },
    }
    const { status } = await new Promise<RunAnswer>((done, failed) => app.handle(request, done).catch(failed))
    statuses.push(status)
  }
  return statuses
}

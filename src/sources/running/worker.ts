/** The thread that runs a project's code: requests in, what is answered out. Strapi's own controllers are asked of the server. */
import { once } from 'node:events'
import { type MessagePort, workerData } from 'node:worker_threads'
import { Context } from './context.ts'
import { answerOf, NotAnAnswer } from './http-error.ts'
import { Lacking, onlyWith } from './lacking.ts'
import { loaderOf } from './load.ts'
import type { FromThread, RunRequest, Start, ToThread } from './messages.ts'
import { composed, type Loaded, loadProject } from './project.ts'
import { factoriesOf, strapiOf } from './strapi.ts'

const start: Start & { readonly port: MessagePort } = workerData
const { port } = start
const signal = new Int32Array(start.signal)

function say(message: FromThread): void {
  port.postMessage(message)
  Atomics.add(signal, 0, 1)
  Atomics.notify(signal, 0)
}

const contexts = new WeakMap<object, Context>()

async function core(uid: string, action: string, given: object): Promise<unknown> {
  const context = contexts.get(given)
  if (context === undefined) throw new Lacking('a controller is asked without the request that came')
  say({ kind: 'core', turn: context.request.turn, uid, action, query: sendable(context.query) })
  const [answer]: ToThread[] = await once(port, 'message')
  if (answer?.kind !== 'answer') throw new Error('expected an answer')
  if (answer.status === 200) return JSON.parse(answer.body)
  if (answer.status === 404 && action !== 'create') return null
  throw new NotAnAnswer(answer.status, answer.body)
}

/** Data alone: what a query may hold. */
function sendable(value: unknown, depth = 0): unknown {
  if (depth > 200 || typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint')
    return undefined
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map((item) => sendable(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, sendable(item, depth + 1)] as const),
  )
}

const strapi = strapiOf(start.models)
Reflect.set(globalThis, 'strapi', strapi)
Reflect.set(process, 'exit', () => {
  throw new Error('process.exit() is called')
})

const ours = { factories: factoriesOf(start.models, core) }
const load = loaderOf(
  start.folder,
  new Map([['@strapi/strapi', { ...ours, default: ours, __esModule: true }]]),
)
const loaded: Loaded = loadProject(
  start.folder,
  (file) => (file === '@strapi/strapi' ? ours : load(file)),
  strapi,
)
const routes = loaded.routes.map(({ api, method, path, handler, isOpen }) => ({
  api,
  method,
  path,
  handler,
  isOpen,
}))

port.on('message', (message: ToThread) => {
  if (message.kind === 'request') void answer(message.request).then(say)
})

async function answer(request: RunRequest): Promise<FromThread> {
  const context = new Context(request)
  const route = loaded.routes[request.route]
  const { user } = request
  const state = {
    route: { method: route?.method, path: route?.path, handler: route?.handler, config: {} },
    isAuthenticated: user !== null,
    ...(user === null
      ? { user: undefined }
      : { user: onlyWith('ctx.state.user', { id: user.id, role: { name: user.role } }) }),
  }
  const koa = context.koa(state)
  contexts.set(koa, context)
  try {
    await composed(route?.chain ?? [], koa)
    return context.done
  } catch (error) {
    const told = answerOf(error)
    if (told !== null && (told.status < 500 || error instanceof NotAnAnswer))
      return { kind: 'done', turn: request.turn, headers: {}, ...told }
    return { kind: 'failed', turn: request.turn, message: textOf(error), isOurs: error instanceof Lacking }
  }
}

/** What was thrown, and the place in the project where. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return `thrown: ${typeof error}`
  const line = error.stack?.split('\n').find((one) => one.includes(start.folder))
  const place =
    line === undefined ? '' : ` (${line.trim().replace(/^at /, '').replace(start.folder, '').slice(0, 200)})`
  return `${error.name}: ${error.message}${place}`
}

say({ kind: 'opened', routes, faults: loaded.faults })

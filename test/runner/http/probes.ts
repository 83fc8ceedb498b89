/**
 * Handlers of a project, each with its own route, that run both in a real Strapi and in the tests. `recorded.json` has
 * the answers of Strapi 5.54.0; the path of each handler is `/api/probe/NAME`.
 */
import { Readable } from 'node:stream'
import type Koa from 'koa'

interface Context extends Koa.Context {
  readonly request: Koa.Context['request'] & { readonly body?: unknown }
}
type Code = (context: Context, next: () => Promise<unknown>) => unknown

type ErrorClass = new (message?: string, details?: unknown) => Error

export interface Probe {
  readonly handler: Code | readonly Code[] | string
  readonly middlewares?: readonly Code[]
  readonly policies?: readonly ((context: Context) => unknown)[]
  readonly auth?: unknown
  readonly method?: string
  /** After `/probe/NAME`. */
  readonly search?: string
  readonly body?: unknown
}

const ok: Code = (context) => context.send({ ok: true })
const CORE = 'api::article.article.find'
const ONE = 'api::article.article.findOne'

/** Returns the handlers by name; `errors` are the error classes of `@strapi/utils`. */
export const probesOf = (errors: Readonly<Record<string, ErrorClass>>): Readonly<Record<string, Probe>> => {
  const raise = (name: string, message?: string, details?: unknown) => (): never => {
    const Class = errors[name] ?? Error
    throw message === undefined ? new Class() : new Class(message, details)
  }
  return {
    send: { handler: ok },
    params: { handler: ({ params }) => params },
    'params-post': { handler: ({ params }) => params, method: 'POST', body: {} },
    created: { handler: (context) => context['created']?.({ id: 1 }) },
    'deleted-none': { handler: (context) => context['deleted']?.() },
    deleted: { handler: (context) => context['deleted']?.({ id: 1 }) },
    'bad-request': { handler: (context) => context['badRequest']?.('no', { why: 1 }) },
    'bad-request-bare': { handler: (context) => context['badRequest']?.() },
    'not-found': { handler: (context) => context['notFound']?.() },
    teapot: { handler: (context) => context['imATeapot']?.('short') },
    'internal-server-error': { handler: (context) => context['internalServerError']?.('secret') },
    'throw-400': { handler: (context) => context.throw(400, 'bad', { details: { a: 1 } }) },
    'throw-403': { handler: (context) => context.throw(403, 'never') },
    'throw-500': { handler: (context) => context.throw(500, 'secret') },
    'throw-503': { handler: (context) => context.throw(503, 'secret') },
    'throw-bare': { handler: (context) => context.throw(422) },
    'throw-status': {
      handler: () => {
        throw Object.assign(new Error('own'), { status: 409 })
      },
    },
    'throw-error': {
      handler: () => {
        throw new TypeError('secret')
      },
    },
    'throw-text': {
      handler: () => {
        throw 'text'
      },
    },
    'throw-null': {
      handler: () => {
        throw null
      },
    },
    application: { handler: raise('ApplicationError', 'app', { x: 1 }) },
    'application-bare': { handler: raise('ApplicationError') },
    validation: { handler: raise('ValidationError', 'val', { errors: [] }) },
    forbidden: { handler: raise('ForbiddenError', 'mine') },
    'forbidden-scope': { handler: raise('ForbiddenError', 'mine') },
    unauthorized: { handler: raise('UnauthorizedError', 'mine') },
    policy: { handler: raise('PolicyError', 'mine', { p: 1 }) },
    'missing-entity': { handler: raise('NotFoundError', 'gone') },
    'too-large': { handler: raise('PayloadTooLargeError') },
    'rate-limit': { handler: raise('RateLimitError') },
    'not-implemented': { handler: raise('NotImplementedError') },
    pagination: { handler: raise('PaginationError') },
    returned: { handler: () => ({ a: [1] }) },
    'returned-text': { handler: () => 'text' },
    'returned-number': { handler: () => 5 },
    'returned-null': { handler: () => null },
    nothing: { handler: () => undefined },
    'status-only': {
      handler: (context) => {
        context.status = 202
      },
    },
    'body-null': {
      handler: (context) => {
        context.body = null
      },
    },
    'body-and-return': {
      handler: (context) => {
        context.body = { first: true }
        return { second: true }
      },
    },
    'own-type': {
      handler: (context) => {
        context.type = 'text/csv'
        context.body = 'a,b'
      },
    },
    html: {
      handler: (context) => {
        context.body = '<p>x</p>'
      },
    },
    buffer: {
      handler: (context) => {
        context.body = Buffer.from('bytes')
      },
    },
    stream: {
      handler: (context) => {
        context.body = Readable.from(['a', 'b'])
      },
    },
    redirect: { handler: (context) => context.redirect('/there') },
    attachment: {
      handler: (context) => {
        context.attachment('a.txt')
        context.body = 'x'
      },
    },
    raw: {
      handler: (context) => {
        context.respond = false
        context.res.statusCode = 207
        context.res.setHeader('content-type', 'text/plain')
        context.res.write('one ')
        context.res.end('two')
      },
    },
    headers: {
      handler: (context) => {
        context.set({ 'x-one': '1', 'x-two': '2' })
        context.remove('x-one')
        context.cookies.set('seen', 'yes')
        context.append('x-list', ['a', 'b'])
        return {
          host: typeof context.get('host'),
          accepts: context.accepts('json', 'html'),
          is: context.is('json'),
        }
      },
    },
    state: {
      handler: ({ state, request }) => ({
        route: state['route'],
        isAuthenticated: state['isAuthenticated'],
        auth: Object.keys(Object(state['auth'])),
        body: request.body,
      }),
    },
    'state-scope': {
      handler: ({ state }) => ({
        isAuthenticated: state['isAuthenticated'],
        credentials: state['auth'].credentials,
        name: state['auth'].strategy.name,
      }),
      auth: { scope: [CORE] },
    },
    query: {
      handler: ({ query, querystring, request }) => ({ query, querystring, same: query === request.query }),
      search: '?a[b]=1&a[c][0]=x&d&e[]=1&e[]=2&f.g=1&h=%zz&__proto__[x]=1&a[__proto__]=2',
    },
    'query-set': {
      handler: (context) => {
        Reflect.set(context, 'query', { a: { b: [1, null] }, c: true })
        return { query: context.query, url: context.url.replace('/api/probe/query-set', '') }
      },
    },
    body: { handler: ({ request }) => request.body, method: 'POST', body: { data: { a: [1] } } },
    'body-broken': { handler: ({ request }) => request.body, method: 'POST', body: '{"a":' },
    'body-scalar': { handler: ({ request }) => request.body, method: 'POST', body: '5' },
    'body-get': { handler: ({ request }) => ({ body: request.body }) },
    'policy-false': { handler: ok, policies: [() => false] },
    'policy-undefined': { handler: ok, policies: [() => undefined] },
    'policy-null': { handler: ok, policies: [() => null] },
    'policy-throws': { handler: ok, policies: [raise('PolicyError', 'words', { d: 1 })] },
    'policy-context': {
      handler: ({ state }) => state['seen'],
      policies: [
        (context) => {
          context.state['seen'] = {
            is: [context.is('koa'), context.is('admin')],
            type: context.type,
            query: typeof context.query,
            request: typeof context.request.query,
            send: typeof context['send'],
          }
        },
      ],
    },
    'next-twice': { handler: ok, middlewares: [(_context, next) => next().then(() => next())] },
    'after-error': {
      handler: raise('ValidationError', 'inner'),
      middlewares: [
        async (context, next) => {
          await next()
          context.set('x-after', 'ran')
        },
      ],
    },
    'catch-error': {
      handler: raise('ValidationError', 'inner', { a: 1 }),
      middlewares: [
        async (context, next) => {
          try {
            await next()
          } catch (error) {
            context.body = { name: error instanceof Error && error.name, status: context.status }
          }
        },
      ],
    },
    'middleware-return': { handler: ok, middlewares: [() => ({ ignored: true })] },
    'handler-list': {
      handler: [
        (context, next) => {
          context.set('x-first', '1')
          return next()
        },
        () => ({ second: true }),
      ],
    },
    'handler-next': { handler: (_context, next) => next() },
    'scope-denied': { handler: ok, auth: { scope: ['api::article.article.nope'] } },
    'scope-none': { handler: ok, auth: undefined },
    core: { handler: CORE, search: '?fields=slug&pagination[pageSize]=1&sort=id' },
    'core-invalid': {
      handler: CORE,
      search: '?filters[nope]=1',
      middlewares: [
        async (context, next) => {
          await next()
          context.set('x-after', 'ran')
        },
      ],
    },
    'core-caught': {
      handler: CORE,
      search: '?filters[nope]=1',
      middlewares: [
        async (context, next) => {
          await next().catch((error: Error) => {
            context.body = { name: error.name, message: error.message, known: error instanceof Error }
          })
        },
      ],
    },
    'core-missing': {
      handler: ONE,
      middlewares: [
        async (context, next) => {
          await next()
          context.set('x-seen', `${context.status} ${typeof context.body}`)
        },
      ],
    },
    'core-replaced': {
      handler: ONE,
      middlewares: [
        async (context, next) => {
          await next()
          context.body = { instead: true }
        },
      ],
    },
    'core-status': {
      handler: CORE,
      search: '?fields=slug&pagination[pageSize]=1&sort=id',
      middlewares: [
        async (context, next) => {
          context.status = 203
          await next()
        },
      ],
    },
    'core-body-first': {
      handler: CORE,
      middlewares: [
        async (context, next) => {
          context.body = { first: true }
          await next()
        },
      ],
    },
    'core-changed': {
      handler: CORE,
      search: '?fields=slug&pagination[pageSize]=1&sort=id',
      middlewares: [
        async (context, next) => {
          context.query['fields'] = 'title'
          await next()
          Object(context.body).meta.seen = context.status
        },
      ],
    },
  }
}

/** Tests how the trace records the effect of code on a request. */
import type Koa from 'koa'
import { describe, expect, test } from 'vitest'
import type { CodeEffect } from '../../../src/sources/runner/protocol.ts'
import { Recorder } from '../../../src/sources/runner/thread/http/trace/recorder.ts'
import type { Middleware } from '../../../src/sources/runner/thread/loaded.ts'
import { answered, open, PUBLIC, posted } from './loaded.ts'

type Code = (context: Koa.Context, next: () => Promise<unknown>) => unknown
const isContext = (context: object): context is Koa.Context => 'req' in context
const code =
  (run: Code): Middleware =>
  (context, next) =>
    isContext(context) ? run(context, next) : undefined

const FILE = 'trace.test.ts'
const core = () => answered(200, { data: [{ id: 1, title: 'a' }, { id: 2 }], meta: {} })

async function effectOf(run: Code, changes: object = {}): Promise<CodeEffect> {
  const { send } = open({
    routes: ['GET', 'POST'].map((method) => ({
      ...{ method, path: '/articles/:id', handler: 'api::article.article.find', middlewares: [code(run)] },
    })),
    core,
  })
  const caller = { ...PUBLIC, permissions: ['*'] }
  const answer = await send('/api/articles/1?populate=*&a[b]=1', { trace: true, caller, ...changes })
  if (answer.effect === undefined) throw new Error('Expected an effect')
  return answer.effect
}

/** Returns the recorded changes without their lines, after a check that the lines are in this file. */
function changesOf({ changes }: CodeEffect): readonly string[] {
  for (const { file, line } of changes) {
    expect(file).toBe(FILE)
    expect(line).toBeGreaterThan(0)
  }
  return changes.map(({ part, kind, path }) => `${part} ${kind} ${path.join('.')}`)
}

describe('the effect', () => {
  test('the traced effect of code lists no changes if the code changes nothing', async () => {
    const effect = await effectOf((context, next) => {
      Object.keys(context.query)
      return next().then(() => void Object(context.body).data.length)
    })
    expect(effect.changes).toEqual([])
    expect(effect.core).toEqual({ method: 'GET', url: '/api/articles/1?populate=*&a[b]=1' })
    expect(effect.ran).toHaveLength(1)
  })

  test('the traced effect of code names the controller for an answer that the controller builds', () => {
    const recorder = new Recorder('/project')
    const [outer, inner] = [
      { file: 'controller.ts', line: 3 },
      { file: 'document-middleware.ts', line: 5 },
    ]
    recorder.runController(outer)
    recorder.run(inner)
    recorder.answered({ data: [{ id: 1, secret: 2 }] })
    const { changes, ran } = recorder.effect('{"data":[{"id":1}]}')
    expect(changes).toEqual([{ part: 'answer', kind: 'removed', path: ['data', '0', 'secret'], ...outer }])
    expect(ran).toEqual([outer, inner])
  })

  test('the traced effect of code lists each change of the request', async () => {
    const effect = await effectOf(
      (context, next) => {
        Object(context.query).a.b = 2
        Object.assign(context.query, { populate: { seo: true } })
        delete context.query['a']
        context.params.id = '2'
        Object(context.request).body.data.list.push(1)
        context.request.headers['x-own'] = '1'
        context.state['user'] = { id: 1 }
        context.set('x-answer', '1')
        context.status = 201
        return next()
      },
      posted({ data: { list: [] } }),
    )
    expect(changesOf(effect)).toEqual([
      'query changed a.b',
      'query changed populate',
      'query removed a',
      'params changed id',
      'body added data.list.0',
      'headers added x-own',
      'caller added user',
      'headers added x-answer',
      'status changed ',
    ])
    expect(effect.core).toMatchObject({ query: { populate: { seo: true } } })
  })

  test('the traced effect of code lists the changes of the answer with their paths', async () => {
    const effect = await effectOf(async (context, next) => {
      await next()
      const body = Object(context.body)
      body.data[0].title = 'b'
      delete body.data[1].id
      context.body = { ...body, extra: { deep: true } }
    })
    expect(changesOf(effect)).toEqual([
      'answer added extra',
      'answer changed data.0.title',
      'answer removed data.1.id',
    ])
    const [added = 0, changed = 0, removed = 0] = effect.changes.map(({ line }) => line)
    expect([removed - changed, added - changed]).toEqual([1, 2])
  })

  test('the traced effect of code has the line of the code that writes into the answer', async () => {
    const effect = await effectOf(async (context, next) => {
      await next()
      Object(context.body).data[0].title = 'b'
      Object(context.body).meta.seen = true
    })
    expect(changesOf(effect)).toEqual(['answer changed data.0.title', 'answer added meta.seen'])
    const [first = 0, second = 0] = effect.changes.map(({ line }) => line)
    expect(second - first).toBe(1)
  })

  test('the traced effect of code on a request lists a limited number of changes', async () => {
    const effect = await effectOf(async (context, next) => {
      for (let at = 0; at < 1000; at++) Object.assign(context.query, { [`x${at}`]: '1' })
      await next()
      context.body = Array.from({ length: 1000 }, (_, at) => at)
    })
    expect(effect.changes).toHaveLength(200)
  })

  test('the traced effect of code is one change of the whole answer if the code answers without the content API', async () => {
    const effect = await effectOf((context) => {
      context.body = { own: true }
    })
    expect(effect.core).toBe(undefined)
    expect(changesOf(effect)).toEqual(['answer changed '])
  })
})

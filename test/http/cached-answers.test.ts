/** Tests that a repeated request gets a cached answer with the same bytes, but only for a role with the permission. */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { isKept } from '../../src/reference/response.ts'
import { serve } from '../../src/server/http/serve.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'

const graph = loadDataset('fixtures/guide')
const url = '/api/restaurants?populate=*'
const thrice = <T>(ask: () => T): readonly T[] => [ask(), ask(), ask()]

describe('a cached answer', () => {
  test('a cached answer is returned from the second time on, as the same object', () => {
    const api = createReferenceApi(graph)
    const [first, second, third] = thrice(() => api.answer({ url }))
    expect([first, second].map((one) => one !== undefined && isKept(one))).toEqual([false, true])
    expect(third).toBe(second)
    expect(second).toStrictEqual(first)
  })

  test('a cached answer is not returned for a request with another role or another origin', () => {
    const api = createReferenceApi(graph)
    const ask = (headers: Record<string, string>) =>
      thrice(() => api.answer({ url: '/api/restaurants', headers })).at(-1)
    const open = ask({})
    const paged = ask({ origin: 'http://page.example' })
    expect(ask({ authorization: 'Bearer nobody-token' })?.status).toBe(403)
    expect(ask({ authorization: 'Bearer nobody' })?.status).toBe(401)
    expect(paged?.headers['access-control-allow-origin']).toBe('http://page.example')
    expect(open?.headers['access-control-allow-origin']).toBeUndefined()
  })

  test('a cached answer is no longer used when the role of its token changes', () => {
    let role: string | undefined = [...graph.access.roles.keys()][0]
    const api = createReferenceApi(graph, { roleOfToken: () => role })
    const headers = { authorization: 'Bearer of-a-user' }
    const before = thrice(() => api.answer({ url, headers }).status)
    role = undefined
    expect(before).toEqual([200, 200, 200])
    expect(api.answer({ url, headers }).status).toBe(401)
  })

  test('a cached answer is immutable', () => {
    const api = createReferenceApi(graph)
    const answer = thrice(() => api.answer({ url })).at(-1)
    expect(Object.isFrozen(answer)).toBe(true)
    expect(Object.isFrozen(answer?.headers)).toBe(true)
  })

  test('a cached answer is returned only for the same graph', () => {
    const api = createReferenceApi(graph)
    const [first] = thrice(() => api.answer({ url: '/api/restaurants' }))
    const edited = editGraph(graph, ({ entries }) => {
      const [row] = entries['restaurant'] ?? []
      if (row !== undefined) row['name'] = 'Another'
    })
    const after = createReferenceApi(edited)
    expect(thrice(() => after.answer({ url: '/api/restaurants' }).body)).not.toContain(first?.body)
  })
})

test('a cached answer has the same bytes and headers each time over HTTP', async () => {
  const running = await serve(createReferenceApi(graph), { port: 0 })
  const answers: unknown[] = []
  for (let time = 0; time < 4; time++) {
    const response = await fetch(`${running.url}${url}`)
    const { date: _, ...headers } = Object.fromEntries(response.headers)
    answers.push([response.status, headers, await response.text()])
  }
  await running.stop()
  for (const answer of answers) expect(answer).toEqual(answers[0])
})

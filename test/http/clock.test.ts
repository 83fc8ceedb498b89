/** Tests the times of writes: the clock of the machine for developers, and fixed steps for tests. */
import { expect, test } from 'vitest'
import { answeringOf } from '../../src/cli/serve/answering.ts'
import { around } from '../../src/cli/serve/around.ts'
import { DEFAULT_FILES } from '../../src/reference/load/files/files.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('guide')
const files = { ...DEFAULT_FILES, contentTypes: {} }

async function createdAt(now?: () => number): Promise<unknown> {
  const { before } = answeringOf(
    { graph, source: { kind: 'dataset folder', files, graph, notes: [] }, profile: 'documented' },
    {
      ...{ profile: 'documented', admin: true, origin: () => '' },
      around: around({ journal: 1, admin: true }),
      ...(now === undefined ? {} : { now }),
    },
  )
  const answer = await before({
    ...{ method: 'POST', url: '/api/categories' },
    headers: { 'content-type': 'application/json', authorization: 'Bearer admin-token' },
    body: async () => new TextEncoder().encode('{"data":{"name":"Soups"}}'),
  })
  return JSON.parse(answer?.body ?? '{}').data?.createdAt
}

test('a server with a clock stores the time of the clock in written entries', async () => {
  const time = '2031-05-06T07:08:09.010Z'
  expect(await createdAt(() => Date.parse(time))).toBe(time)
})

test('a server without a clock stores the same time in each run, a time before 2030', async () => {
  expect(await createdAt()).toBe(await createdAt())
  expect(Date.parse(String(await createdAt()))).toBeLessThan(Date.parse('2030-01-01'))
})

/** Tests that the check sends a percent-encoded documentId in this form, also for a target with other ids. */
import { expect, test } from 'vitest'
import { check } from '../../src/oracle/index.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { internalError } from '../../src/reference/failure.ts'
import { graph, PATIENT, suite } from './conforming.ts'
import { renamedGraph } from './renamed.ts'

const chosen = suite.filter(({ id }) => id === 'http.encoded-id')

test.each([
  ['the same ids', graph],
  ['other ids', renamedGraph(graph)],
])('a target with %s that does not decode paths fails the case', async (_ids, content) => {
  const { answer } = createReferenceApi(content)
  const paths: string[] = []
  const report = await check(
    (request) => {
      const [path = ''] = request.url.split('?', 1)
      paths.push(path)
      return path.includes('%') ? internalError(undefined) : answer(request)
    },
    { graph, suite: chosen, runs: 0, ...PATIENT },
  )
  expect(paths.filter((path) => /^\/api\/restaurants\/\w+%[\da-f]{2}$/.test(path)).length).toBeGreaterThan(0)
  expect(report.causes.map(({ cases }) => cases)).toEqual([['http.encoded-id']])
})

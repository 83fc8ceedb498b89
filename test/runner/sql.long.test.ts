/** Tests raw SQL of a served project: reads, refusals and an endless statement. */
import { expect, test } from 'vitest'
import { served } from './served.ts'

const target = (statement: string): string => `/api/trial/sql?statement=${encodeURIComponent(statement)}`

test('a served project reads its data with raw SQL, and writes are refused with file and line', async () => {
  const { ask, said } = await served()
  const { body } = await ask('/api/articles?fields=title&sort=id&pagination[pageSize]=2')
  const titles = [...body.matchAll(/"title":"([^"]*)"/g)].map(([, title]) => ({ title }))
  expect(titles).toHaveLength(2)
  const read = await ask(
    target('SELECT title FROM articles WHERE published_at IS NOT NULL ORDER BY id LIMIT 2'),
  )
  expect(JSON.parse(read.body)).toEqual(titles)
  const { status } = await ask(target('DELETE FROM articles'))
  expect(status).toBe(500)
  expect(said()).toMatch(/can only be one SELECT statement: strapi\.db\.connection\.raw at \S+trial\.js:\d+/)
})

test('an endless statement ends at the time limit, and the next request works', async () => {
  const { ask, child } = await served()
  const endless = 'WITH RECURSIVE r AS (SELECT 1 AS n UNION ALL SELECT n FROM r) SELECT max(n) AS n FROM r'
  const answer = await ask(target(endless))
  expect(answer.status).toBe(500)
  expect(answer.body).toContain('did not answer within 10 s')
  expect((await ask(target('SELECT count(*) > 0 AS found FROM articles'))).body).toBe('[{"found":1}]')
  expect(child.exitCode).toBeNull()
}, 40_000)

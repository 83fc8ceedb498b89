/** Tests that projects with code give all recorded answers; the code runs in a real worker thread. */
import { expect, test } from 'vitest'
import { asked, opened, PROJECTS } from './projects.ts'

test.each(Object.entries(PROJECTS))('%s', async (_name, project) => {
  const made = project()
  expect(made.lines.length).toBeGreaterThan(300)
  expect(await asked(made)).toEqual({ differing: [], printed: [], notes: [] })
})

test('after the end of an opened source, requests to the code of its project get 500', async () => {
  const { mock, end } = await opened(PROJECTS.routes())
  const url = '/api/authors'
  expect((await mock.answer({ url })).status).toBe(200)
  end()
  expect((await mock.answer({ url })).status).toBe(500)
})

/** A project with code answers as the real server that ran it: one in eight requests, in a real thread. */
import { describe, expect, test } from 'vitest'
import { asked, opened, PROJECTS } from './projects.ts'

describe.each(Object.entries(PROJECTS))('%s', (_name, project) => {
  test('the recorded answers are given, without a note', async () => {
    const made = project()
    expect(made.lines.length).toBeGreaterThan(300)
    expect(await asked(made, 8)).toEqual({ differing: [], printed: [], notes: [] })
  })
})

test('a stopped source answers nothing of its code', async () => {
  const { mock, end } = await opened(PROJECTS.routes())
  const url = '/api/authors'
  expect((await mock.answer({ url })).status).toBe(200)
  end()
  expect((await mock.answer({ url })).status).toBe(500)
})

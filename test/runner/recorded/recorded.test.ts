/**
 * Tests that a project with code gives the answers of the real server: one in eight requests, in a real worker thread.
 */
import { describe, expect, test } from 'vitest'
import { asked, opened, PROJECTS } from './projects.ts'

describe.each(Object.entries(PROJECTS))('%s', (_name, project) => {
  test('the answers equal the recorded ones, and no note is printed', async () => {
    const made = project()
    expect(made.lines.length).toBeGreaterThan(300)
    expect(await asked(made, 8)).toEqual({ differing: [], printed: [], notes: [] })
  })
})

test('after its end, a source answers requests to code with 500', async () => {
  const { mock, end } = await opened(PROJECTS.routes())
  const url = '/api/authors'
  expect((await mock.answer({ url })).status).toBe(200)
  end()
  expect((await mock.answer({ url })).status).toBe(500)
})

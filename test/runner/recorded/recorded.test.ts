/**
 * Tests that a project with code gives the answers of the real server: one in 72 requests, in a real worker thread.
 * `recorded.long.test.ts` sends every request, and also opens the other projects.
 */
import { expect, test } from 'vitest'
import { asked, PROJECTS } from './projects.ts'

test('the sampled answers of the project equal the recorded answers, and no note is printed', async () => {
  const made = PROJECTS.routes()
  expect(made.lines.length).toBeGreaterThan(300)
  expect(await asked(made, 72)).toEqual({ differing: [], printed: [], notes: [] })
})

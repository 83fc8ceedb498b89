/** Tests that projects with code give all recorded answers; the code runs in a real worker thread. */
import { expect, test } from 'vitest'
import { asked, PROJECTS } from './projects.ts'

test.each(Object.entries(PROJECTS))('%s', async (_name, project) => {
  expect(await asked(project(), 1)).toEqual({ differing: [], printed: [], notes: [] })
})

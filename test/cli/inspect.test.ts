/**
 * Tests that `populace inspect` lists which code of a project ran. `inspect.long.test.ts` tests the other sections and
 * the options.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { makeCodedProject } from '../support/coded-project.ts'
import { linesOf, run } from './inspecting.ts'

const project = makeCodedProject()
afterAll(project.remove)

describe('inspect of a project', () => {
  test('inspect of a project lists which code ran and which did not', async () => {
    const { out } = await run('inspect', project.folder)
    expect(linesOf(out, 'Code that ran')).toContain(
      'src/api/note: content-types/note/lifecycles.js, controllers/note.js, middlewares/with-author.js, routes/01-own.js, routes/note.js, routes/z-late.js, services/note.js',
    )
    expect(linesOf(out, 'Code that failed (1)')).toEqual([
      expect.stringContaining('src/api/author/controllers/author.js: the package "not-installed-anywhere"'),
    ])
    expect(linesOf(out, 'Packages that are not installed')).toContain('not-installed-anywhere')
    expect(linesOf(out, 'Routes that the code defines or changes')).toContain(
      'GET    /api/notes/count  open to everybody  (src/api/note/routes/01-own.js)',
    )
    expect(linesOf(out, 'Routes that the code defines or changes')).toContain(
      'GET    /api/notes/final  never answers: GET /api/notes/:id of src/api/note/routes/note.js:2 answers first  (src/api/note/routes/z-late.js)',
    )
    expect(linesOf(out, 'Middlewares, policies, hooks and lifecycles')).toEqual([
      'Global middlewares: src/middlewares/stamp.js',
      'Lifecycles: src/api/note/content-types/note/lifecycles.js',
      'Cron jobs, which do not run: nightly',
    ])
    const plugins = linesOf(out, 'Plugins')
    expect(plugins).toContain(
      'graphql (@strapi/plugin-graphql): ignored: a mock answers no GraphQL, only the REST API',
    )
    expect(plugins).toContain("upload (@strapi/upload): Strapi's own, answered by Populace")
    expect(plugins).toContainEqual(expect.stringMatching(/^lost \(strapi-plugin-lost\): not installed$/))
    // A variable that has a default, such as CODED_PORT, is not listed.
    expect(linesOf(out, 'Environment variables that the configuration reads')).toEqual(['PUBLIC_URL'])
  })
})

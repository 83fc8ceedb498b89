/** Tests `populace inspect` and its options, and the line of `serve` about the code of a project. */
import { spawn } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { makeCodedProject } from '../support/coded-project.ts'
import { cli, linesOf, run } from './inspecting.ts'

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

  test('inspect of a project prints the release, the types and the roles', async () => {
    const { code, out } = await run('inspect', project.folder)
    expect(code).toBe(0)
    expect(linesOf(out, `${project.folder}: Strapi project without a database`)).toContain(
      'Strapi: 5.54.0, from package.json',
    )
    expect(linesOf(out, 'Types (2)')).toEqual([
      'api::author.author  0 entries  /api/authors',
      'api::note.note      0 entries  /api/notes',
    ])
    expect(linesOf(out, 'Roles')).toContain('public (requests without a token): may read everything')
    expect(linesOf(out, 'Next')).toEqual([
      `npx populace serve ${project.folder} --fake 20   answers with made-up entries, because the source has no entries`,
      expect.stringMatching(/^npm install in .* {3}installs .*not-installed-anywhere/),
    ])
  })

  test('`--json` prints the types, the code, the unset variables and the release as JSON', async () => {
    const { code, out } = await run('inspect', project.folder, '--json', '--fake', '3')
    expect(code).toBe(0)
    const page = JSON.parse(out)
    expect(page.types).toContainEqual({ uid: 'api::note.note', path: '/api/notes', entries: 3 })
    expect(page.code.files).toContainEqual({ file: 'src/middlewares/stamp.js', state: 'ran' })
    expect(page.code.cron).toEqual(['nightly'])
    expect(page.code.unset).toEqual(['PUBLIC_URL'])
    expect(page.release).toEqual({ value: '5.54.0', from: 'package.json' })
  })

  test('`--no-project-code` prints a note that no code of the project runs, and proposes only commands with this option', async () => {
    const { code, out } = await run('inspect', project.folder, '--no-project-code')
    expect(code).toBe(0)
    expect(out).not.toContain('Code that ran')
    expect(linesOf(out, 'Notes').join('\n')).toContain('populace runs no code of this project')
    const proposed = linesOf(out, 'Next').filter((line) => line.startsWith('npx populace serve'))
    expect(proposed.length).toBeGreaterThan(0)
    for (const line of proposed) expect(line).toContain(' --no-project-code')
  })
})

test('inspect of a dataset prints nothing about code', async () => {
  const { code, out } = await run('inspect', 'fixtures/guide')
  expect(code).toBe(0)
  expect(linesOf(out, 'Locales')).toEqual(['en (default), fr'])
  expect(out).toMatch(/ {2}api::article\.article +8 entries, 6 of them published {2}\/api\/articles/)
  expect(out).not.toContain('Code that')
})

test('`serve` prints in one line how much of the code runs', async () => {
  const server = spawn(process.execPath, [cli, 'serve', project.folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  try {
    let text = ''
    for await (const chunk of server.stdout) {
      text += String(chunk)
      if (text.includes('Explorer')) break
    }
    expect(text).toMatch(/\nCode: \d+ files ran, 1 failed; `npx populace inspect \S+` lists them\n/)
  } finally {
    server.kill()
  }
})

/** Tests the options of `populace inspect`, and the line of `serve` about the code of a project. */
import { spawn } from 'node:child_process'
import { afterAll, describe, expect, test } from 'vitest'
import { makeCodedProject } from '../support/coded-project.ts'
import { cli, linesOf, run } from './inspecting.ts'

const project = makeCodedProject()
afterAll(project.remove)

describe('inspect of a project', () => {
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

/** Tests commands on a project with code: they run the code by default, and an option turns it off. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { bearers } from '../support/project.ts'
import { makeRoutedProject, readAnswers } from '../support/project-routes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const project = makeRoutedProject()
afterAll(project.remove)

const full = bearers().get('tokenFull') ?? ''
const recorded = (path: string) =>
  readAnswers().find((line) => line.path === path && line.auth === 'tokenFull')

function get(url: string, ...more: string[]): Promise<{ readonly out: string; readonly err: string }> {
  const args = [join(root, bin.populace), 'get', url, '--data', project.folder, '--token', full, ...more]
  const profile = ['--profile', 'strapi-5.54-sqlite']
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, ...profile], { maxBuffer: 2 ** 26 }, (_error, out, err) =>
      resolve({ out, err }),
    )
  })
}

test.each(['/api/authors', '/api/restaurant-trees'])(
  'the code of the project answers %s, and the only printed note is about a permission without a route',
  async (path) => {
    const { out, err } = await get(path)
    expect(recorded(path)?.status).toBe(200)
    expect(JSON.parse(out)).toEqual(recorded(path)?.body)
    expect(err).toBe(
      'permissions: no route leads to api::bookmark.bookmark.find, so this permission of the role public has no effect\n',
    )
  },
)

test('without its code, a project answers like plain Strapi, and one line names the omitted parts', async () => {
  const { out, err } = await get('/api/authors', '--no-project-code')
  expect(JSON.parse(out).data.length).toBeGreaterThan(0)
  expect(JSON.parse(out)).not.toEqual(recorded('/api/authors')?.body)
  expect(err.split('\n').filter((line) => line !== '')).toEqual([
    expect.stringMatching(
      /^project: populace runs no code of this project and ignores the configuration of .*; \d+ files of code in src\. /,
    ),
  ])
})

test('code that connects to another host fails, and the error names the option that allows it', async () => {
  project.write(
    'src/api/tag/controllers/tag.ts',
    `import { factories } from '@strapi/strapi'
export default factories.createCoreController('api::tag.tag', () => ({
  find: async () => (await fetch('http://other.invalid/')).json(),
}))`,
  )
  const { out, err } = await get('/api/tags')
  expect(JSON.parse(out).error).toMatchObject({ status: 500 })
  expect(err).toContain('--allow-network other.invalid')
})

test('explain of a write names the policy of the project that refuses it', async () => {
  project.write('src/policies/nobody.ts', 'export default () => false\n')
  project.write(
    'src/api/tag/routes/tag.ts',
    `import { factories } from '@strapi/strapi'
export default factories.createCoreRouter('api::tag.tag', { config: { create: { policies: ['global::nobody'] } } })`,
  )
  const args = [
    'explain',
    '/api/tags',
    '--method',
    'POST',
    '--body',
    '{"data":{"name":"A"}}',
    '--data',
    project.folder,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(root, bin.populace),
    ...args,
    '--token',
    full,
  ])
  expect(stdout).toBe(
    'POST /api/tags\n403 Policy Failed\n  src/policies/nobody.ts:1 answers 403; the content API would accept this write.\n',
  )
})

/** Commands on a project with code: they read it by default, and run it if requested. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { bearers } from '../support/project.ts'
import { makeRoutedProject, readAnswers } from '../support/project-routes.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

const project = makeRoutedProject()
afterAll(project.remove)

const full = bearers().get('tokenFull') ?? ''
const recorded = readAnswers().find(
  ({ path, auth }) => path === '/api/restaurant-trees' && auth === 'tokenFull',
)
const bare = readAnswers().find(({ path, auth }) => path === '/api/authors' && auth === 'tokenFull')

function get(url: string, ...more: string[]): Promise<{ readonly out: string; readonly err: string }> {
  const args = [join(root, bin.populace), 'get', url, '--data', project.folder, '--token', full, ...more]
  const profile = ['--profile', 'strapi-5.54-sqlite']
  return new Promise((resolve) => {
    execFile(process.execPath, [...args, ...profile], { maxBuffer: 2 ** 26 }, (_error, out, err) =>
      resolve({ out, err }),
    )
  })
}

test('code is read, and unknown parts of it are reported', async () => {
  const { out, err } = await get('/api/authors')
  expect(JSON.parse(out)).toEqual(bare?.body)
  expect(err.split('\n').filter((line) => line !== '')).toEqual([
    expect.stringMatching(
      /^src\/middlewares\/tree\.ts:\d+: not applied to GET \/restaurant-trees: .*; --project-code runs it$/,
    ),
  ])
})

test('code is run, and nothing is reported', async () => {
  const { out, err } = await get('/api/restaurant-trees', '--project-code')
  expect(recorded?.status).toBe(200)
  expect(JSON.parse(out)).toEqual(recorded?.body)
  expect(err).toBe('')
})

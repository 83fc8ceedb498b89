/** Tests the GitHub workflows: actions are named by commit, and jobs with write permissions run no third-party code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
const [, release = ''] = workflows.find(([name]) => name === 'release.yml') ?? []

/** Returns the actions of a GitHub workflow that name no commit, or that lack a comment with the tag of the commit. */
function unpinned(text: string): readonly string[] {
  const actions = Array.from(text.matchAll(/uses: (.+)/g), ([, action = '']) => action)
  expect(actions.length).toBeGreaterThan(0)
  return actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))
}

/** Returns the jobs that have write permissions and also run code of other people. */
function entitledJobs(text: string): readonly string[] {
  const [, below = ''] = text.split('\njobs:\n')
  const jobs = below.split(/^ {2}(?=[a-z]+:$)/m)
  return jobs.filter(
    (job) => job.includes(': write') && /npm (?:ci|install|run|test)|npx|\.ci\/run|checkout/.test(job),
  )
}

test.each(workflows)('%s names each action by its commit, with its tag in a comment', (_name, text) => {
  expect(unpinned(text)).toEqual([])
})

test.each(workflows)(
  '%s gives only read permissions to jobs that install packages or run tests',
  (_name, text) => {
    expect(text.split('\njobs:\n')[0]).toContain('permissions:\n  contents: read')
    expect(entitledJobs(text)).toEqual([])
  },
)

test('the test finds an action without a commit, and a job that installs packages and may publish', () => {
  expect(unpinned(release.replace(/@[0-9a-f]{40} # (v\d+)\S*/, '@$1'))).toHaveLength(1)
  expect(entitledJobs(release.replace(/npm publish/, 'npm ci && npm publish'))).toHaveLength(1)
})

test('the release workflow checks a hash, and publishes the packed file without running scripts', () => {
  expect(release).toContain('sha256sum --check --strict')
  expect(release).toContain('npm publish ./package.tgz --ignore-scripts --provenance')
})

/** Returns the names of long tests after `npm run test:long --`. */
const longTestsIn = (text: string): readonly string[] =>
  [...text.matchAll(/npm run test:long --((?:\s+test\/[\w/.-]+)+)/g)].flatMap(([, names = '']) =>
    names.trim().split(/\s+/),
  )

test('each long test that a workflow or `test/nodes/run.mjs` names exists', () => {
  const listed: readonly string[] = JSON.parse(readFileSync(join(root, 'test/nodes/long-tests.json'), 'utf8'))
  const named = [...listed, ...workflows.flatMap(([, text]) => longTestsIn(text))]
  expect(named.length).toBeGreaterThan(listed.length)
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  const long = files.filter((file) => file.endsWith('.long.test.ts')).map((file) => `test/${file}`)
  expect(named.filter((name) => !long.some((file) => file.startsWith(name)))).toEqual([])
})

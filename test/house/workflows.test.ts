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

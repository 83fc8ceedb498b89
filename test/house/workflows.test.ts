/** Jobs that may publish run no third-party code. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources.ts'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)

test.each(workflows)('%s names each action by its commit, with its tag in a comment', (_name, text) => {
  const actions = Array.from(text.matchAll(/uses: (.+)/g), ([, action = '']) => action)
  expect(actions.length).toBeGreaterThan(0)
  expect(actions.filter((action) => !/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
})

test.each(workflows)('%s gives no right beyond reading to a job that installs or tests', (_name, text) => {
  const [top = '', below = ''] = text.split('\njobs:\n')
  const jobs = below.split(/^ {2}(?=[a-z]+:$)/m)
  expect(top).toContain('permissions:\n  contents: read')
  const entitled = jobs.filter((job) => job.includes(': write'))
  for (const job of entitled) expect(job).not.toMatch(/npm (?:ci|install|run|test)|npx|\.ci\/run|checkout/)
})

test('the package that is published is the one that was tested', () => {
  const [, text = ''] = workflows.find(([name]) => name === 'release.yml') ?? []
  expect(text).toContain('sha256sum --check --strict')
  expect(text).toContain('npm publish ./package.tgz --ignore-scripts --provenance')
})

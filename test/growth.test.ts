/**
 * Tests how work grows with the data and with the request, counted in steps, which do not depend on the load of the
 * machine.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { growing, REQUESTS } from './support/growing.ts'

const ROWS = 400
const LEVELS = 32
const TIMES = 4
/**
 * The limit of growth for four times the data: linear work grows four times, a sort slightly more, and quadratic work
 * 16 times.
 */
const MOST = 8

interface Job {
  readonly rows: number
  readonly urls: readonly string[]
}

interface Steps {
  readonly build: number
  readonly statuses: readonly number[]
  readonly answers: readonly number[]
}

const script = fileURLToPath(new URL('support/steps.mjs', import.meta.url))

function stepsOf(jobs: readonly Job[]): readonly Steps[] {
  const input = JSON.stringify(jobs.map(({ rows, urls }) => ({ files: growing(rows), urls })))
  const flags = ['--no-opt', '--no-maglev']
  return JSON.parse(execFileSync(process.execPath, [...flags, script], { input, encoding: 'utf8' }))
}

/**
 * Returns a populate that alternates between authors and posts: an author lists all posts, and each post its author.
 */
function deep(levels: number): string {
  const names = Array.from({ length: levels }, (_, at) => (at % 2 === 0 ? 'posts' : 'author'))
  return `/api/authors?populate=${names.join('.')}`
}

const urls = Object.values(REQUESTS)
const works = ['building the graph', ...Object.keys(REQUESTS), 'a deep populate']
let few: Steps | undefined
let many: Steps | undefined
let deeper: Steps | undefined

beforeAll(() => {
  const jobs: readonly Job[] = [
    { rows: ROWS, urls: [...urls, deep(LEVELS)] },
    { rows: ROWS * TIMES, urls },
    { rows: ROWS, urls: [deep(LEVELS * TIMES)] },
  ]
  ;[few, many, deeper] = stepsOf(jobs)
})

test('the server answers all requests, except if the answer is too large to write', () => {
  expect(few?.statuses).toEqual([...urls.map(() => 200), 400])
  expect(many?.statuses).toEqual(urls.map(() => 200))
  expect(deeper?.statuses).toEqual([400])
})

test.each(works.map((name, at) => [name, at] as const))(
  'the steps of %s grow less than eightfold for four times the input',
  (_name, at) => {
    const before = [few?.build, ...(few?.answers ?? [])][at] ?? 0
    const after = [many?.build, ...(many?.answers ?? []), ...(deeper?.answers ?? [])][at] ?? 0
    expect(before).toBeGreaterThan(ROWS)
    expect(after).toBeGreaterThan(before)
    expect(after / before).toBeLessThan(MOST)
  },
)

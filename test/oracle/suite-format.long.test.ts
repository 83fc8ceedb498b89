/**
 * Tests each suite runner in another language with all cases of a dataset, against a conforming server and a faulty
 * server.
 */
import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answeredSuite, loadSuite } from '../../src/oracle/index.ts'
import { FIXTURES } from '../../src/oracle/suite/suite.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { serve } from '../../src/server/http/serve.ts'
import { createMock } from '../../src/server/mock.ts'
import { graphOf } from '../support/datasets.ts'
import { graphWithOtherIds, otherIds } from './renamed.ts'

interface Runner {
  readonly name: string
  readonly command: string
  readonly words: readonly string[]
  /** Returns the command-line argument that gives the runner the URL of the server. */
  readonly at: (url: string) => string
}

const RUNNERS: readonly Runner[] = [
  { name: 'run.mjs', command: process.execPath, words: [], at: (url) => url },
  { name: 'run.py', command: 'python3', words: [], at: (url) => new URL(url).host },
  { name: 'run.go', command: 'go', words: ['run'], at: (url) => url },
]
const isInstalled = ({ command }: Runner): boolean =>
  spawnSync(command, [command === 'go' ? 'version' : '--version']).status === 0

const dir = mkdtempSync(join(tmpdir(), 'populace-runner-'))
const file = join(dir, 'suite.ndjson')
beforeAll(() => {
  const cases = loadSuite().filter(({ dataset }) => dataset === 'guide')
  writeFileSync(file, [...answeredSuite(cases)].map((one) => `${JSON.stringify(one)}\n`).join(''))
})
afterAll(() => rmSync(dir, { recursive: true }))

interface Run {
  readonly profile?: string
  readonly graph?: Graph
  readonly suite?: string
}

/** Returns the output and the exit status of a suite runner for a server with a given profile and graph. */
async function ran(
  { name, command, words, at }: Runner,
  { profile = 'documented', graph = graphOf('guide'), suite = file }: Run,
): Promise<readonly [string, number]> {
  const mock = createMock(graph, { profile })
  const running = await serve(mock.api, { port: 0, layers: mock.layers })
  const args = [...words, join(FIXTURES, 'runners', name), suite, 'guide', at(running.url)]
  try {
    return await new Promise((resolve) =>
      execFile(command, args, { maxBuffer: 2 ** 24 }, (error, stdout) =>
        resolve([stdout, Number(error?.code ?? 0)]),
      ),
    )
  } finally {
    await running.stop()
  }
}

describe.each(RUNNERS)('$name', (runner) => {
  // Skips the runner if its language is not installed.
  test.skipIf(!isInstalled(runner))(
    'the runner passes a conforming server, and fails a faulty one',
    async () => {
      const [right, status] = await ran(runner, {})
      expect(right).toMatch(/^MUST: 0 of \d{3} fail *\nSHOULD: 0 of \d{4} fail *\nMAY: 0 of \d+ fail *\n$/)
      expect(status).toBe(0)
      const [wrong] = await ran(runner, { profile: 'documented,+zone-unlisted-bare' })
      expect(wrong).toMatch(/^SHOULD: [1-9]/m)
      expect(wrong).toContain('\n  populate.zone')
    },
    300_000,
  )
})

const hasPython = spawnSync('python3', ['--version']).status === 0
// Skips the test if Python is not installed.
test.skipIf(!hasPython)(
  'rename.py writes the suite for a server with other ids',
  async () => {
    const graph = graphWithOtherIds(graphOf('guide'))
    const ids = join(dir, 'ids.json')
    const suite = join(dir, 'renamed.ndjson')
    writeFileSync(ids, JSON.stringify(otherIds(graphOf('guide'))))
    const words = [join(FIXTURES, 'runners/rename.py'), file, ids]
    writeFileSync(suite, execFileSync('python3', words, { maxBuffer: 2 ** 28 }))
    const [runner] = RUNNERS
    if (runner === undefined) throw new Error('there is no runner')
    const [unchanged] = await ran(runner, { graph })
    expect(unchanged).toMatch(/^MUST: \d+ of 189 fail$/m)
    expect(unchanged).not.toMatch(/^MUST: 0 of/m)
    const [right] = await ran(runner, { graph, suite })
    expect(right).toMatch(/^MUST: 0 of 1\d\d fail *\nSHOULD: 0 of \d{4} fail *\nMAY: 0 of \d+ fail *\n$/)
  },
  300_000,
)

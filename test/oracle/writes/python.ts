/** Runs the Python runner `sessions.py` against a mock server over HTTP. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { answeredSuite, type WriteSession } from '../../../src/oracle/index.ts'
import { FIXTURES } from '../../../src/oracle/suite/suite.ts'
import { serve } from '../../../src/server/http/serve.ts'
import { createMock } from '../../../src/server/mock.ts'
import { graphOf } from '../../support/datasets.ts'
import { isAsBefore } from './checking.ts'

/** Whether Python is installed. Without Python, the tests with the Python runner are skipped. */
export const hasPython = spawnSync('python3', ['--version']).status === 0

/**
 * Returns the output of the Python runner for write sessions about one dataset, against the reference under a profile.
 * Requires that the server's rows at the end equal the rows at the start.
 */
export async function byPython(profile: string, sessions: readonly WriteSession[]): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'populace-sessions-'))
  const file = join(dir, 'suite.ndjson')
  writeFileSync(file, [...answeredSuite([], sessions)].map((one) => `${JSON.stringify(one)}\n`).join(''))
  const dataset = sessions[0]?.dataset ?? 'guide'
  const graph = graphOf(dataset)
  const mock = createMock(graph, { profile })
  const running = await serve(mock.api, { port: 0, layers: mock.layers })
  const runner = join(FIXTURES, 'runners/sessions.py')
  const args = [runner, file, dataset, new URL(running.url).host]
  try {
    const text = await new Promise<string>((resolve) =>
      execFile('python3', args, (_error, stdout) => resolve(stdout)),
    )
    expect(isAsBefore(mock.api.graph, graph)).toBe(true)
    return text
  } finally {
    await running.stop()
    rmSync(dir, { recursive: true })
  }
}

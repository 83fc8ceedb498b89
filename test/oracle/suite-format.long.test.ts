/** Runs the Python runner of the suite against a conforming server and a faulty one. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { answeredSuite, loadSuite, type SuiteCase } from '../../src/oracle/index.ts'
import { FIXTURES } from '../../src/oracle/suite/suite.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../support/datasets.ts'
import { hasPython } from './writes/python.ts'

const suite = loadSuite()

test.skipIf(!hasPython)('run.py passes a conforming server and fails a faulty one', async () => {
  const right = await byPython('documented', ({ level }) => level === 'MUST')
  expect(right).toMatch(/^MUST: 0 of \d{3} fail\n/)
  const zones = ({ id }: SuiteCase): boolean => id.startsWith('populate.zone.')
  const wrong = await byPython('documented,+zone-unlisted-bare', zones)
  expect(wrong).toContain('SHOULD: ')
  expect(wrong).not.toContain('SHOULD: 0 of')
})

/** The runner's output for the reference under a profile. */
async function byPython(profile: string, isAsked: (one: SuiteCase) => boolean): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'populace-runner-'))
  const file = join(dir, 'suite.ndjson')
  const cases = suite.filter(isAsked)
  writeFileSync(file, [...answeredSuite(cases)].map((one) => `${JSON.stringify(one)}\n`).join(''))
  const api = createReferenceApi(graphOf('guide'), { profile })
  const server = createServer(({ method = '', url = '', headers }, response) => {
    const { authorization } = headers
    const answer = api.answer({ method, url, headers: authorization === undefined ? {} : { authorization } })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const args = [join(FIXTURES, 'runners/run.py'), file, 'guide', `127.0.0.1:${port}`]
  try {
    return await new Promise((resolve) => execFile('python3', args, (_error, stdout) => resolve(stdout)))
  } finally {
    server.close()
    rmSync(dir, { recursive: true })
  }
}

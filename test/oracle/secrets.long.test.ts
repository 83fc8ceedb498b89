/** Tests that the report of a broken law lists its requests without their tokens. */
import { expect, test } from 'vitest'
import { check, terminalReport, tokensOf } from '../../src/oracle/index.ts'
import { onWire, withTokens } from '../../src/oracle/target/wire.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, PATIENT } from './conforming.ts'

/** The time limit of the test in milliseconds, long enough to shrink several broken laws. */
const LONG = 300_000

test(
  'the report of a broken law contains no token',
  async () => {
    const roles = [...new Set(graph.access.tokens.values())]
    const tokens = tokensOf(
      roles.map((role) => `${role}=canary-0123456789-${role}`),
      graph.access,
    )
    const back = new Map([...tokens].map(([name, own]) => [own, name]))
    const report = await check(
      (request) => {
        const { authorization } = request.headers ?? {}
        if (authorization !== undefined && request.url.includes('pageSize')) throw new Error(authorization)
        return api.answer(withTokens(onWire(request), back))
      },
      { graph, seed: SEED, suite: false, runs: 800, laws: true, tokens, ...PATIENT },
    )
    const notes = report.laws.flatMap(({ note }) => note ?? [])
    expect(notes.filter((note) => note.includes('$TOKEN_')).length).toBeGreaterThan(0)
    expect(`${terminalReport(report)}${JSON.stringify(report)}`).not.toMatch(/canary/)
  },
  LONG,
)

/** A server that echoes tokens and headers, and the texts of reports that must not contain these tokens and headers. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import {
  type CheckOptions,
  FORMAT_NAMES,
  freeze,
  type Report,
  type Server,
  terminalReport,
  tokensOf,
  writeReport,
} from '../../src/oracle/index.ts'
import { onWire, withTokens } from '../../src/oracle/target/wire.ts'
import { SEED } from '../support/seed.ts'
import { api, graph, PATIENT, suite } from './conforming.ts'

export const CANARY = 'canary"Ünder/glass+0123456789'
export const SECRET = /canary|0123456789/i
const withToken = suite.filter(({ request }) => request.token !== undefined)
export const cases = [...withToken.slice(0, 8), ...suite.slice(0, 4)]
export const options: CheckOptions = { graph, seed: SEED, suite: cases, runs: 10, causes: 1, ...PATIENT }

/** Returns the text of a report in all formats, and as frozen cases. */
function textsOf(report: Report): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'populace-'))
  const file = join(folder, 'found.json')
  freeze(file, report)
  const frozen = readFileSync(file, 'utf8')
  rmSync(folder, { recursive: true })
  const written = FORMAT_NAMES.map((format) => writeReport(format, report))
  return [...written, terminalReport(report), JSON.stringify(report), frozen]
}

export function expectSilent(report: Report, secret = SECRET): void {
  for (const text of textsOf(report)) expect(text.match(secret)).toBeNull()
}

/** Returns a server that answers wrongly to every request with a token: the answer or an error contains the token. */
export const echoing =
  (answer: Server): Server =>
  async (request) => {
    const response = await answer(request)
    const { authorization, ...others } = request.headers ?? {}
    if (authorization === undefined) return response
    if (request.url.includes('sort')) throw new Error(`cannot take ${authorization}`)
    const shown = { authorization, url: encodeURIComponent(authorization), ...others }
    return {
      ...response,
      headers: { ...response.headers, 'x-echo': authorization },
      body: JSON.stringify({ shown }),
    }
  }

export const roles = [...new Set(graph.access.tokens.values())]

/** The tokens of a target, one for each role. */
export const tokens = tokensOf(
  roles.map((role) => `${role}=${CANARY}-${role}`),
  graph.access,
)
const back = new Map([...tokens].map(([name, own]) => [own, name]))
/** A server that answers correctly to requests with these tokens. */
export const right: Server = (request) => api.answer(withTokens(onWire(request), back))

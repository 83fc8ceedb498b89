/** Requests with a token that no dataset lists. */
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'

export const TOKEN = 'nobody-was-given-this-token'

export const ask = (url: string, path: string): Promise<Response> =>
  fetch(`${url}${path}`, { headers: { authorization: `Bearer ${TOKEN}` } })

/** Makes a copy of the guide's dataset without its list of tokens; returns the folder. */
export function makeWithoutTokens(): string {
  const folder = mkdtempSync(join(tmpdir(), 'populace-'))
  cpSync(datasetFolder('guide'), folder, { recursive: true })
  const file = join(folder, 'access.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), tokens: {} }))
  return folder
}

/**
 * Tests `cited.jsonl`, the published file of the recordings that cases and rules cite. `POPULACE_UPDATE=1` writes it.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { expandFile } from '../../src/oracle/suite/expand.ts'
import { CITED, recordedLines, recordingFinder } from '../../src/oracle/suite/recordings.ts'
import { caseFiles, FIXTURES } from '../../src/oracle/suite/suite.ts'
import { RULES } from '../../src/reference/rules.ts'

const home = join(FIXTURES, 'strapi-5.54')
const find = recordingFinder(FIXTURES)
const asked = new Set<string>()
for (const path of caseFiles()) {
  const file = JSON.parse(readFileSync(join(FIXTURES, 'cases', path), 'utf8'))
  expandFile(file, (dataset, id) => {
    asked.add(id)
    return find(dataset, id)
  })
}

for (const { source } of Object.values(RULES))
  if (source.kind === 'recordings') for (const id of source.ids) asked.add(id)

test('the file `cited.jsonl` contains exactly the recordings that cases and rules cite, unchanged', () => {
  const lines = recordedLines(join(home, 'recordings')).filter(({ id }) => asked.has(id))
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`
  if (process.env['POPULACE_UPDATE'] === '1') writeFileSync(join(home, CITED), text)
  expect(asked.size).toBeGreaterThan(50)
  expect(lines).toHaveLength(asked.size)
  expect(readFileSync(join(home, CITED), 'utf8')).toBe(text)
})

/** Tests that code and cases name each rule of reads, and that the code cites only known rules. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { loadSuite } from '../../src/oracle/suite/suite.ts'
import { RULES } from '../../src/reference/rules.ts'
import { WRITE_RULES } from '../../src/writing/rules.ts'

const src = fileURLToPath(new URL('../../src', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== 'reference/rules.ts' && !path.startsWith('writing/'))
  .map((path) => readFileSync(join(src, path), 'utf8'))
const code = files.join('\n')
const known = Object.keys(RULES)

test('the code cites every rule', () => {
  expect(files.length).toBeGreaterThan(20)
  expect(known.length).toBeGreaterThan(100)
  expect(known.filter((id) => !code.includes(`'${id}'`))).toEqual([])
})

test('the code outside of `src/writing` cites only known rules', () => {
  const cited = [...code.matchAll(/\bcite\('([^']+)'\)|\brule: '([^']+)'/g)].map(
    (found) => found[1] ?? found[2],
  )
  expect(cited.length).toBeGreaterThan(40)
  const all = [...known, ...Object.keys(WRITE_RULES)]
  expect(cited.filter((id) => id !== undefined && !all.includes(id))).toEqual([])
})

test('every rule has a case', () => {
  const named = new Set<string>(loadSuite().flatMap(({ rules }) => rules))
  expect(named.size).toBeGreaterThan(100)
  expect(known.filter((id) => !named.has(id))).toEqual([])
})

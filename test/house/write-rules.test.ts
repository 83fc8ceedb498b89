/** Tests that each rule of writing is named in code, and in recordings or tests. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { WRITE_QUIRK_IDS } from '../../src/reference/strapi/write-quirks.ts'
import { WRITE_RULES } from '../../src/writing/rules.ts'
import { sources } from './sources.ts'

const src = fileURLToPath(new URL('../../src/writing', import.meta.url))
const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && path !== 'rules.ts')
  .map((path) => readFileSync(join(src, path), 'utf8'))
  .join('\n')
const tests = sources('test')
  .filter(({ path }) => path.startsWith('test/writing/'))
  .map(({ text }) => text)
  .join('\n')

test('the code cites every rule of writing, and only known rules', () => {
  const known = Object.keys(WRITE_RULES)
  const cited = [...code.matchAll(/'(write\.[a-z.-]+)'/g)].map(([, id = '']) => id)
  expect(known.length).toBeGreaterThan(50)
  expect(known.filter((id) => !cited.includes(id))).toEqual([])
  expect(cited.filter((id) => !known.includes(id))).toEqual([])
})

test('a recording or a test shows every rule of writing', () => {
  const alone = Object.entries(WRITE_RULES).filter(([, { shown }]) => shown.length === 0)
  expect(alone.map(([id]) => id).filter((id) => !tests.includes(`'${id}'`))).toEqual([])
})

test('the code contains the id of every departure of the real server for writes', () => {
  expect(WRITE_QUIRK_IDS.length).toBeGreaterThan(15)
  expect(WRITE_QUIRK_IDS.filter((id) => !code.includes(`'${id}'`))).toEqual([])
})

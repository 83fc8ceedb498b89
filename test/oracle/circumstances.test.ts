import { expect, test } from 'vitest'
import { formsOf, respectOf } from '../../src/oracle/circumstances/texts.ts'
import { type CheckOptions, check } from '../../src/oracle/index.ts'
import { graph, ofCases } from './conforming.ts'
import type { Fault } from './faulty.ts'
import { eachPart, ignoring } from './proxy/kit.ts'

/** The line `only` of the first cause that a check of some cases reports. */
async function onlyOf(fault: Fault, ids: RegExp, more: CheckOptions = {}): Promise<string | undefined> {
  const report = await check(fault.server(graph), { ...ofCases(ids), ...more })
  return report.causes[0]?.only
}

test('the cause names the circumstance that all wrong answers and no right answers have', async () => {
  const fault = ignoring('no pushed keys', '`sort[]` is ignored.', (key) => key === 'sort[]')
  expect(await onlyOf(fault, /^sort\./)).toContain('with empty brackets in `sort`: all')
})

test('the cause names a form of operand', async () => {
  const fault = eachPart('no backslashes', 'Backslashes are dropped.', (key, value) => [
    key,
    key.endsWith('[$contains]') ? value.replaceAll('\\', '') : value,
  ])
  const only = await onlyOf(fault, /^filters\.(operand|\$contains)\./)
  expect(only).toContain('an operand with a backslash: the wrong answer, none of')
})

test('a cause whose wrong answers have nothing in common has no circumstance', async () => {
  const fault = eachPart('equal', '`$contains` is `$eq`.', (key, value) => [
    key.replace('[$contains]', '[$eq]'),
    value,
  ])
  expect(await onlyOf(fault, /^filters\.\$contains/)).toBeUndefined()
})

test('a text has all its forms', () => {
  expect(formsOf(' 0150,')).toEqual(['a blank at an end', 'a comma'])
  expect(formsOf('2024-02-29T12:00:00+02:00')).toContain('an offset from UTC')
})

test('texts differ from another in the first respect that explains all of their difference', () => {
  expect(respectOf(['Éclair'], 'éclair')).toBe('letter case')
  expect(respectOf(['Éclair', 'éclair'], 'eclair')).toBe('letter case and accents')
  expect(respectOf(['a', 'b'], 'b')).toBeUndefined()
})

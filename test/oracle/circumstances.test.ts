import { expect, test } from 'vitest'
import { outsideFields } from '../../src/oracle/circumstances/fields.ts'
import { placedParts } from '../../src/oracle/circumstances/placed-parts.ts'
import { formsOf, respectOf } from '../../src/oracle/circumstances/texts.ts'
import { graph } from './conforming.ts'
import { onlyOf } from './only-of.ts'
import { eachPart } from './proxy/kit.ts'

test('the cause names the form of filter operand that all wrong answers have in common', async () => {
  const fault = eachPart('no backslashes', 'Backslashes are dropped.', (key, value) => [
    key,
    key.endsWith('[$contains]') ? value.replaceAll('\\', '') : value,
  ])
  const only = await onlyOf(fault, /^filters\.(operand|\$contains)\./)
  expect(only).toContain('an operand with a backslash: the wrong answer, none of')
})

test.each([
  ['fields=id&sort=name', ['a sort by an attribute that `fields` leaves out']],
  ['fields=id&filters[slug][$eq]=a', ['a filter by an attribute that `fields` leaves out']],
  ['fields=name,slug&sort=name:desc&filters[slug]=a', []],
  ['fields=id&sort=owner.name', []],
  ['sort=name', []],
])('the query %s has the circumstances %j', (search, expected) => {
  const type = graph.schema.contentTypes.get('api::restaurant.restaurant')
  expect(outsideFields(placedParts(`/api/restaurants?${search}`, type, graph.schema))).toEqual(expected)
})

test('the forms of a text operand are all listed', () => {
  expect(formsOf(' 0150,')).toEqual(['a blank at an end', 'a comma'])
  expect(formsOf('2024-02-29T12:00:00+02:00')).toContain('an offset from UTC')
})

test('a difference of texts is described by the first respect that explains the whole difference', () => {
  expect(respectOf(['Éclair'], 'éclair')).toBe('letter case')
  expect(respectOf(['Éclair', 'éclair'], 'eclair')).toBe('letter case and accents')
  expect(respectOf(['a', 'b'], 'b')).toBeUndefined()
})

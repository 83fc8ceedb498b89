import { expect, test } from 'vitest'
import { outsideFields } from '../../src/oracle/circumstances/fields.ts'
import { placedParts } from '../../src/oracle/circumstances/placed-parts.ts'
import { formsOf, respectOf } from '../../src/oracle/circumstances/texts.ts'
import { type CheckOptions, check } from '../../src/oracle/index.ts'
import { isList, type Json } from '../../src/util/json.ts'
import { graph, ofCases } from './conforming.ts'
import { everyObject, type Fault, isObject } from './faulty.ts'
import { eachPart, ignoring } from './proxy/kit.ts'

/** Returns the line `only` of the first cause that a check of some cases reports. */
async function onlyOf(fault: Fault, ids: RegExp, more: CheckOptions = {}): Promise<string | undefined> {
  const report = await check(fault.server(graph), { ...ofCases(ids), ...more })
  return report.causes[0]?.only
}

/** Makes a fault that changes the lists of linked entries and components in answers. */
const ofData = (
  id: string,
  says: string,
  change: (name: string, value: readonly Json[]) => readonly Json[],
): Fault =>
  everyObject(id, says, (object) =>
    '__component' in object && 'restaurants' in object
      ? object
      : Object.fromEntries(
          Object.entries(object).map(([name, value]) => [
            name,
            isList(value) ? [...change(name, value)] : value,
          ]),
        ),
  )

const kindOf = (json: Json): Json | undefined => (isObject(json) ? json.__component : undefined)

test('a misreading that explains all wrong answers and that no right answer contradicts has no circumstance', async () => {
  const fault = ignoring('no pushed keys', '`sort[]` is ignored.', (key) => key === 'sort[]')
  expect(await onlyOf(fault, /^sort\./)).toBeUndefined()
})

test('the cause names the form of filter operand that all wrong answers have in common', async () => {
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

test.each([
  {
    fault: eachPart('dates', 'A date as operand for a datetime is the end of the day.', (key, value) => [
      key,
      /\[datetime\]/.test(key) && /^\d{4}-\d\d-\d\d$/.test(value) ? `${value}T23:59:59.999Z` : value,
    ]),
    ids: /^filters\./,
    only: 'an operand with a date but no time for a datetime attribute',
  },
  {
    fault: ofData('inverse sides', 'The inverse side of a relation is in descending order.', (name, value) =>
      ['articles', 'assignments', 'children', 'restaurants', 'reviews', 'students'].includes(name)
        ? value.toReversed()
        : value,
    ),
    ids: /^(populate|access)\./,
    only: 'the inverse side of a relation',
  },
  {
    fault: ofData('a map of a zone', 'A zone has one element of each component.', (name, value) =>
      name === 'blocks'
        ? value.filter((one, at) => value.findIndex((other) => kindOf(other) === kindOf(one)) === at)
        : value,
    ),
    ids: /^(populate|entry|component)\./,
    only: 'two elements of one type in a dynamic zone',
  },
])('the cause of “$fault.id” names $only', async ({ fault, ids, only }) => {
  expect(await onlyOf(fault, ids)).toContain(only)
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

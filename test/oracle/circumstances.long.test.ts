/** Tests the line `only` of causes, whose checks of a faulty server compare many answers. */
import { expect, test } from 'vitest'
import { isList, type Json } from '../../src/util/json.ts'
import { everyObject, type Fault, isObject } from './faulty.ts'
import { onlyOf } from './only-of.ts'
import { eachPart, ignoring } from './proxy/kit.ts'

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

test('a misreading that explains all wrong answers and that no right answer contradicts has no circumstance', async () => {
  const fault = ignoring('no pushed keys', '`sort[]` is ignored.', (key) => key === 'sort[]')
  expect(await onlyOf(fault, /^sort\./)).toBeUndefined()
})

test('a cause whose wrong answers have nothing in common has no circumstance', async () => {
  const fault = eachPart('equal', '`$contains` is `$eq`.', (key, value) => [
    key.replace('[$contains]', '[$eq]'),
    value,
  ])
  expect(await onlyOf(fault, /^filters\.\$contains/)).toBeUndefined()
})

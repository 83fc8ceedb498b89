import { expect, test } from 'vitest'
import { readScalar } from '../../src/reference/schema/scalar.ts'
import type { ScalarType } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'

const reading = (type: ScalarType, json: Json) => readScalar({ type, enum: ['a', 'b'] }, json)

test.each<[ScalarType, Json, Json]>([
  ['string', '', ''],
  ['enumeration', 'b', 'b'],
  ['date', '2024-02-29', '2024-02-29'],
  ['time', '23:59:59', '23:59:59.000'],
  ['time', '00:00:00.5', '00:00:00.500'],
  ['datetime', '2024-01-02', '2024-01-02T00:00:00.000Z'],
  ['datetime', '2024-01-02T03:04', '2024-01-02T03:04:00.000Z'],
  ['datetime', '2024-01-02T03:04:05.6789Z', '2024-01-02T03:04:05.678Z'],
  ['datetime', '2024-01-02T00:30:00+01:00', '2024-01-01T23:30:00.000Z'],
  ['timestamp', -1, '-1'],
  ['timestamp', '1700000000000', '1700000000000'],
  ['integer', 1e3, 1000],
  ['biginteger', '9007199254740993', '9007199254740993'],
  ['biginteger', '+007', '7'],
  ['biginteger', -5, '-5'],
  ['float', 0.1, 0.1],
  ['decimal', 3, 3],
  ['boolean', false, false],
  ['array', [1], [1]],
  ['json', 'text', 'text'],
  ['blocks', [], []],
  ['integer', null, null],
])('a value of type %s, %j, is stored as %j', (type, json, kept) => {
  expect(reading(type, json)).toEqual({ value: kept })
})

test.each<[ScalarType, Json]>([
  ['string', 1],
  ['text', ['a']],
  ['password', false],
  ['enumeration', 'c'],
  ['date', '2023-02-29'],
  ['date', '2024-1-1'],
  ['date', '2024-01-01T00:00:00Z'],
  ['time', '24:00:00'],
  ['time', '12:00'],
  ['datetime', '2024-02-30T00:00:00Z'],
  ['datetime', '2024-01-01T25:00:00Z'],
  ['datetime', 0],
  ['timestamp', '2024-01-01'],
  ['integer', 1.5],
  ['integer', '1'],
  ['biginteger', 2 ** 53],
  ['biginteger', '1.0'],
  ['float', '1'],
  ['decimal', Number.POSITIVE_INFINITY],
  ['boolean', 'true'],
  ['array', {}],
])('a value of type %s cannot be %j', (type, json) => {
  expect(reading(type, json)).toHaveProperty('expected')
})

test('a datetime in its stored form is valid if its date exists, and is stored unchanged', () => {
  const two = (count: number): string[] =>
    Array.from({ length: count }, (_, at) => String(at).padStart(2, '0'))
  const days = two(14).flatMap((month) => two(33).map((day) => `${month}-${day}`))
  const clocks = [
    '00:00:00.000',
    '23:59:59.999',
    '24:00:00.000',
    '25:00:00.000',
    '12:60:00.000',
    '12:00:60.000',
  ]
  const wrong: string[] = []
  for (const year of ['0000', '1900', '2023', '2024']) {
    for (const day of days) {
      const isDay = new Date(`${year}-${day}T00:00:00.000Z`).getUTCDate() === Number(day.slice(3))
      for (const clock of clocks) {
        const text = `${year}-${day}T${clock}Z`
        const instant = new Date(text)
        const kept = isDay && !Number.isNaN(instant.getTime()) ? instant.toISOString() : undefined
        const read = reading('datetime', text)
        if (('value' in read ? read.value : undefined) !== kept) wrong.push(text)
      }
    }
  }
  expect(wrong).toEqual([])
})

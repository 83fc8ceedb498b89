/** Tests that the answer of project code is reused if the content API returns a cached answer. */
import { expect, test } from 'vitest'
import { keptAnswer } from '../../src/reference/response.ts'
import { type Around, repeatedAnswer } from '../../src/server/code/repeated.ts'

const AROUND: Around = {
  status: 200,
  headers: { vary: 'Origin', 'x-by': 'code' },
  ran: [{ file: 'src/a.js', line: 3 }],
  origin: undefined,
}

const core = () => keptAnswer({ status: 200, headers: {}, body: '{"data":[]}' })

const answerOf = ({ status, headers }: Around) => ({ status, headers, body: '{"data":[]}' })

const ask = (of: ReturnType<typeof core> | undefined, around: Around) =>
  repeatedAnswer(of, around, () => answerOf(around))

test('a cached answer of the content API with equal changes by code gives the same answer object', () => {
  const kept = core()
  const first = ask(kept, AROUND)
  expect(first).toEqual(answerOf(AROUND))
  expect(ask(kept, { ...AROUND, headers: { ...AROUND.headers } })).toBe(first)
})

test.each([
  { status: 201 },
  { headers: { vary: 'Origin', 'x-by': 'another' } },
  { headers: { 'x-by': 'code', vary: 'Origin' } },
  { headers: { vary: 'Origin' } },
  { ran: [] },
  { ran: undefined },
  { ran: [{ file: 'src/a.js', line: 4 }] },
  { origin: 'http://localhost:3000' },
])(
  'if code makes other changes (%o), the answer has these changes, not those of the earlier answer',
  (change) => {
    const kept = core()
    const first = ask(kept, AROUND)
    const other = { ...AROUND, ...change }
    expect(ask(kept, other)).toEqual(answerOf(other))
    expect(ask(kept, other)).not.toBe(first)
    expect(ask(kept, AROUND)).toBe(first)
  },
)

test('if the content API returns an answer without a cache entry, each call gives a new object', () => {
  const fresh = { status: 200, headers: {}, body: '' }
  expect(ask(fresh, AROUND)).not.toBe(ask(fresh, AROUND))
  expect(ask(undefined, AROUND)).toEqual(answerOf(AROUND))
})

/** Tests the sentences in the titles of causes about what a server does instead of following a rule. */
import { describe, expect, test } from 'vitest'
import { check } from '../../src/oracle/index.ts'
import { entriesSentences } from '../../src/oracle/observed/entries.ts'
import { valueSentences } from '../../src/oracle/observed/values.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import type { Json } from '../../src/util/json.ts'
import { graph, PATIENT, suite } from './conforming.ts'
import { everyObject, type Fault, isObject } from './faulty.ts'
import { bodyOf, response, withBody } from './proxy/kit.ts'

const naming = { labels: ['`a`'], verb: 'answers', where: '', isQuoted: false } as const

describe('the sentence about a wrong value', () => {
  test.each<readonly [expected: Json | undefined, found: Json | undefined, sentence: string]>([
    ['x', undefined, 'omits `a`'],
    [null, undefined, 'omits `a`'],
    [undefined, 'x', 'adds `a`'],
    ['x', null, 'answers null for `a` in place of a text'],
    [null, 'x', 'answers a text for `a` in place of null'],
    [[], null, 'answers `a` as null in place of `[]`'],
    [null, '', 'answers `a` as `""` in place of null'],
    [1, '1', 'answers `a` as a text'],
    [{ b: 1 }, '{"b":1}', 'answers `a` as a text that contains JSON'],
    [true, 1, 'answers `a` as a number'],
    [{}, [], 'answers a list for `a` in place of an object'],
    ['09:30:00.000', '09:30:00', 'answers `a` without milliseconds'],
    ['Ada', 'ada', 'answers `a` in lower case'],
    ['/a.png', 'http://b/a.png', 'answers `a` with more text before it'],
    ['2024-05-02', '2024-05-01', 'answers `a` 1 day earlier'],
    ['2024-05-02T10:00:00.000Z', '2024-05-02T12:00:00.000Z', 'answers `a` 2 hours later'],
    [
      '2024-05-02T10:00:00.000Z',
      '2024-05-02T10:00:00+00:00',
      'answers `a` without milliseconds and with an offset in place of `Z`',
    ],
    [
      '2024-05-02T10:00:00.000Z',
      '2024-05-02 10:00:00.000',
      'answers `a` with a blank in place of `T`, and without `Z`',
    ],
    ['Café', 'Caf\\u00e9', 'answers `a` with escaped characters'],
    ['Café', 'Caf&#233;', 'answers `a` with escaped characters'],
    ['2024-05-02T10:00:00.000Z', 1714644000, 'answers `a` as the number of seconds since 1970'],
    ['2024-05-02T10:00:00.000Z', 1714644000000, 'answers `a` as the number of milliseconds since 1970'],
    [
      '2024-05-02T10:00:00.000Z',
      '2024-05-02T12:00:00+02:00',
      'answers `a` as the same instant in another format',
    ],
    ['2024-05-02T10:00:00.000Z', 5, 'answers `a` as a number'],
    [2.345, Math.fround(2.345), 'answers `a` rounded to 32 bits'],
    [2.345, 2.35, 'answers `a` rounded to 2 digits after the point'],
    ['Ada', 'Bea', 'answers another text for `a`'],
    [1, 7, 'answers another number for `a`'],
  ])('%j in place of %j', (expected, found, sentence) => {
    expect(valueSentences(expected, found, naming)[0]).toBe(`The server ${sentence}.`)
  })

  test('the second sentence about an absent value says that null is absent', () => {
    expect(valueSentences(null, undefined, naming)[1]).toBe('The server omits attributes that are null.')
  })

  test('the sentence about a wrong value quotes short values if the caller permits quotes', () => {
    const quoting = { ...naming, isQuoted: true }
    expect(valueSentences(100, 25, quoting)[0]).toBe('The server answers 25 for `a` in place of 100.')
    expect(valueSentences('x', 'y'.repeat(50), quoting)[0]).toBe('The server answers another text for `a`.')
  })
})

describe('the sentence about wrong entries', () => {
  const entries = (ids: string): readonly Json[] => [...ids].map((id) => ({ id: Number(id) }))
  test.each([
    ['123', '', 'answers no entry'],
    ['123', '12', 'omits the last entry'],
    ['123', '3', 'omits the first entries'],
    ['123', '13', 'omits entries'],
    ['123', '1234', 'answers further entries'],
    ['123', '124', 'answers other entries'],
    ['123', '1223', 'answers an entry more than once'],
    ['132', '123', 'answers the entries in the order of their ids'],
    ['213', '312', 'answers the entries in the reverse order'],
    ['91324', '94231', 'answers some of the entries in the reverse order'],
    ['91324', '94312', 'answers the entries in another order'],
  ])('%s, and the server answers %s', (expected, found, deed) => {
    const lists = { expected: entries(expected), found: entries(found), isList: true }
    expect(entriesSentences(lists, [''], 'answers')[0]).toBe(`The server ${deed}.`)
  })

  test('the sentence about wrong entries names the place of populated entries, and the links of a write', () => {
    const one = { expected: entries('1'), found: entries('2'), isList: false }
    expect(entriesSentences(one, [' in `author`'], 'links')).toEqual([
      'The server links another entry in `author`.',
    ])
  })
})

/**
 * The faults whose causes have the sentence of a rule as the title, each with the sentence with which the title must
 * end.
 */
const FAULTS: readonly (readonly [fault: Fault, cases: RegExp, end: string])[] = [
  [
    everyObject('times without milliseconds', 'Times have no milliseconds.', (object) =>
      Object.fromEntries(
        Object.entries(object).map(([name, value]) => [
          name,
          typeof value === 'string' && /^\d\d:\d\d:\d\d\.\d{3}$/.test(value) ? value.slice(0, 8) : value,
        ]),
      ),
    ),
    /^entry\./,
    'The server answers attributes of the type time without milliseconds.',
  ],
  [
    everyObject('updated when created', 'Every `updatedAt` is the value of `createdAt`.', (object) =>
      'updatedAt' in object && 'createdAt' in object ? { ...object, updatedAt: object['createdAt'] } : object,
    ),
    /^entry\./,
    'The server answers the value of `createdAt` for `updatedAt`.',
  ],
  [
    response('empty messages', 'Errors have no messages.', (answer) => {
      const error = bodyOf(answer)?.['error']
      return isObject(error) ? withBody(answer, { data: null, error: { ...error, message: '' } }) : answer
    }),
    /^(access|fields|sort)\./,
    'The server leaves its `message` empty.',
  ],
  [
    response('other members', 'Errors are in a list.', (answer) => {
      const error = bodyOf(answer)?.['error']
      return isObject(error) ? withBody(answer, { errors: [error] }) : answer
    }),
    /^access\./,
    'The server answers `errors` in place of `data` and `error`.',
  ],
  [
    response('no details', 'Errors have no details.', (answer) => {
      const error = bodyOf(answer)?.['error']
      if (typeof error !== 'object' || error === null || Array.isArray(error)) return answer
      const { details: _details, ...others } = { details: null, ...error }
      return withBody(answer, { data: null, error: others })
    }),
    /^access\./,
    'The server omits `error.details`.',
  ],
  [
    response('401 for 403', 'A forbidden request answers 401.', (answer) =>
      answer.status === 403 ? { ...answer, status: 401 } : answer,
    ),
    /^access\./,
    'The server answers 401 in place of 403.',
  ],
]

test.each(FAULTS)(
  'the title of a cause without a misreading or switch says what the server does: $id',
  async (fault, cases, end) => {
    const chosen = suite.filter(({ id }) => cases.test(id))
    const options = { graph, suite: chosen, runs: 0, times: 'exact', ...PATIENT } as const
    const report = await check(fault.server(graph), options)
    // A title may end with the circumstances of exactly the wrong answers.
    const [title] = report.causes.map((cause) => cause.title.replace(/ This happens only .*$/, ''))
    expect(title?.slice(-end.length)).toBe(end)
  },
)

test('the title of a switch says what the server does', async () => {
  const { answer } = createReferenceApi(graph, { profile: 'documented,like=sqlite' })
  const chosen = suite.filter(({ id }) => /^filters\.\$(contains|startsWith)\./.test(id))
  const report = await check(answer, { graph, suite: chosen, runs: 0, ...PATIENT })
  expect(report.causes[0]?.title).toContain(
    'The server behaves like SQLite: the upper and lower case forms of the letters A to Z.',
  )
})

test('the title of a switch for a reading of the guide says what the server does with the switch', async () => {
  const { answer } = createReferenceApi(graph, { profile: 'documented,+populate-with-pagination' })
  const chosen = suite.filter(({ id }) => /^(pagination|populate)\./.test(id))
  const report = await check(answer, { graph, suite: chosen, runs: 0, ...PATIENT })
  expect(report.causes[0]?.title).toContain('The server answers 400')
  expect(report.causes[0]?.title).not.toContain('too')
})

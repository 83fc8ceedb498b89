/** Tests that the messages about broken JSON equal those of V8, and do not depend on the engine that runs the tests. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PROFILES, profile } from '../../src/reference/strapi/profile.ts'
import { mockHandler } from '../../src/server/fetch.ts'
import { createMock } from '../../src/server/mock.ts'
import { brokenJsonMessage } from '../../src/writing/body/broken-json.ts'
import { graphOf } from '../support/datasets.ts'

/**
 * Invalid JSON texts, each with the message of Node.js 20, and with the addition or the other message of Node.js 22 and
 * 24.
 */
const MESSAGES: readonly (readonly [text: string, node20: string, node22: string])[] = [
  ['[', 'Unexpected end of JSON input', ''],
  ['["\\', 'Unexpected end of JSON input', ''],
  ['{', "Expected property name or '}' in JSON at position 1", ' (line 1 column 2)'],
  ['{"a":1,}', 'Expected double-quoted property name in JSON at position 7', ' (line 1 column 8)'],
  ['{"a" 1}', "Expected ':' after property name in JSON at position 5", ' (line 1 column 6)'],
  ['[1\n,2\r\n3]', "Expected ',' or ']' after array element in JSON at position 7", ' (line 3 column 1)'],
  ['{"a":1\r2}', "Expected ',' or '}' after property value in JSON at position 7", ' (line 2 column 1)'],
  ['[] x', 'Unexpected non-whitespace character after JSON at position 3', ' (line 1 column 4)'],
  ['[01]', 'Unexpected number in JSON at position 2', ' (line 1 column 3)'],
  ['[tru"x"]', 'Unexpected string in JSON at position 4', ' (line 1 column 5)'],
  ['[-]', 'No number after minus sign in JSON at position 2', ' (line 1 column 3)'],
  ['[1.]', 'Unterminated fractional number in JSON at position 3', ' (line 1 column 4)'],
  ['[1e+]', 'Exponent part is missing a number in JSON at position 4', ' (line 1 column 5)'],
  ['["a', 'Unterminated string in JSON at position 3', ' (line 1 column 4)'],
  ['["\n"]', 'Bad control character in string literal in JSON at position 2', ' (line 1 column 3)'],
  ['["\\x"]', 'Bad escaped character in JSON at position 3', ' (line 1 column 4)'],
  ['["\\\u0101"]', 'Unexpected token \'\u0101\', "["\\\u0101"]" is not valid JSON', ''],
  ['["\\u12"]', 'Bad Unicode escape in JSON at position 6', ' (line 1 column 7)'],
  ['[1,]', 'Unexpected token \']\', "[1,]" is not valid JSON', ''],
  ['[nil,2,3,4,5,6,7,8,9,0]', 'Unexpected token \'i\', "[nil,2,3,4,5"... is not valid JSON', ''],
  ['[1,2,3,4,NaN,5,6,7,8,9]', 'Unexpected token \'N\', "[1,2,3,4,NaN,5,6,7,"... is not valid JSON', ''],
  ['[1,2,3,4,5,6,7,8,9,nil]', 'Unexpected token \'i\', ...",6,7,8,9,nil]" is not valid JSON', ''],
  ['[object Object]', '"[object Object]" is not valid JSON', ''],
]

/** The major version of Node.js, because V8 changed its messages between Node.js 20 and Node.js 21. */
const [major = 0] = process.versions.node.split('.').map(Number)
const isNewer = major > 20

/** Returns the error message of the engine that runs the test; undefined if the text is valid JSON. */
function messageOfEngine(text: string): string | undefined {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

describe('the message about broken JSON', () => {
  test.each(MESSAGES)('%j: %s', (text, node20, node22) => {
    expect(brokenJsonMessage(text, false)).toBe(node20)
    expect(brokenJsonMessage(text, true)).toBe(node20 + node22)
    expect(messageOfEngine(text)).toBe(isNewer ? node20 + node22 : node20)
  })

  test('the message about broken JSON reports a colon that is missing after a later name, in the way of Node.js 22', () => {
    for (const [rest, node20] of [
      ['', 'Unexpected end of JSON input'],
      ['2}', 'Unexpected number in JSON at position 10'],
      ['"c"}', 'Unexpected string in JSON at position 10'],
      ['}', 'Unexpected token \'}\', "{"a":1,"b"}" is not valid JSON'],
    ] as const) {
      const text = `{"a":1,"b"${rest}`
      expect(brokenJsonMessage(text, false)).toBe(node20)
      expect(brokenJsonMessage(text, true)).toBe(
        "Expected ':' after property name in JSON at position 10 (line 1 column 11)",
      )
    }
  })

  const tokens =
    '{ } [ ] , : " \\ \\u \\u00e9 1 0 - . e E+ true nul false é 😀 \u0001 \ud800 "a" {"a":1,"b" {"a": [1, 12'
      .split(' ')
      .concat(' ', '\n', '\r\n', '\r', '\t', '\ufeff')
  const token = fc.constantFrom(...tokens)
  const broken = fc.oneof(
    fc
      .tuple(fc.constantFrom('[', '{'), fc.array(token, { maxLength: 12 }))
      .map(([first, others]) => first + others.join('')),
    fc.tuple(fc.json(), fc.nat(), token, fc.nat(2)).map(([json, place, put, cut]): string => {
      const at = place % (json.length + 1)
      return `{"data":${json.slice(0, at)}${put}${json.slice(at + cut)}}`
    }),
  )

  test('the message about broken JSON equals the message of the engine that runs the tests', () => {
    let compared = 0
    fc.assert(
      fc.property(broken, (text) => {
        const message = messageOfEngine(text)
        if (message === undefined) return
        compared++
        expect(brokenJsonMessage(text, isNewer)).toBe(message)
      }),
      { numRuns: 10_000 },
    )
    expect(compared).toBeGreaterThan(5000)
  })
})

describe('json-errors-of-node-22', () => {
  const messageAt = async (path: string, name: string): Promise<string> => {
    const handle = mockHandler(createMock(graphOf('strapi-5.54'), { profile: name }))
    const headers = { 'content-type': 'application/json' }
    const answer = await handle(
      new Request(`http://localhost${path}`, { method: 'POST', headers, body: '{' }),
    )
    return (await answer.json()).error.message
  }
  const recorded = "Expected property name or '}' in JSON at position 1"

  test.each(['/api/categories', '/api/auth/local'])(
    'the switch json-errors-of-node-22 decides the answer of %s',
    async (path) => {
      expect(await messageAt(path, 'strapi-5.54-sqlite')).toBe(recorded)
      expect(await messageAt(path, 'strapi-5.54-sqlite,+json-errors-of-node-22')).toBe(
        `${recorded} (line 1 column 2)`,
      )
    },
  )

  test('the switch json-errors-of-node-22 is off in every profile, because the recorded servers ran on Node.js 20', () => {
    const names = Object.keys(PROFILES)
    expect(names.filter((name) => profile(name).writes.has('json-errors-of-node-22'))).toEqual([])
  })
})

/**
 * Tests the check of a server (target) that sends arbitrary answers: the work of the check is bounded, and its
 * output is clean.
 */
import { describe, expect, test } from 'vitest'
import {
  excess,
  MAX_BODY_BYTES,
  MAX_BODY_DEPTH,
  MAX_BODY_VALUES,
  printedLength,
} from '../../src/oracle/bodies/excess.ts'
import { line, quoted, truncated, visible, visibleLines } from '../../src/oracle/bodies/line.ts'
import { mapJson } from '../../src/oracle/bodies/map-json.ts'
import { createTruncator, truncatedValue } from '../../src/oracle/bodies/truncate.ts'
import { compareAnswers } from '../../src/oracle/compare/equality.ts'
import { createRenaming } from '../../src/oracle/compare/renaming.ts'
import {
  type CheckOptions,
  check,
  checkTarget,
  FORMAT_NAMES,
  type Report,
  type Target,
  terminalReport,
  writeReport,
} from '../../src/oracle/index.ts'
import { translateBody } from '../../src/oracle/names/answer.ts'
import { GIVE_UP_AFTER, guard, MAX_TIMEOUTS } from '../../src/oracle/target/guard.ts'
import { failed } from '../../src/oracle/target/target.ts'
import { isObject, type Json, member } from '../../src/util/json.ts'
import { api, graph, PATIENT, suite } from '../oracle/conforming.ts'
import { reportFault } from '../search/fuzz/answers/judge.ts'
import { SEED } from '../support/seed.ts'

const nested = (depth: number, inner = ''): string => `${'['.repeat(depth)}${inner}${']'.repeat(depth)}`
const FAIL = { status: 0, body: null }
const few = suite.filter((_one, at) => at % 300 === 0)
const options: CheckOptions = { graph, seed: SEED, suite: few, runs: 4, causes: 1, ...PATIENT }
const restaurants = graph.schema.contentTypes.get('api::restaurant.restaurant')
const equality = {
  loose: [],
  ids: 'mapped',
  times: 'shape',
  schema: graph.schema,
  renaming: createRenaming(),
} as const

/** Checks a server that answers every request with the given body. */
const checkOf = (body: string | ((right: string) => string)): Promise<Report> =>
  check((request) => {
    const response = api.answer(request)
    return { ...response, body: typeof body === 'string' ? body : body(response.body) }
  }, options)

const textsOf = (report: Report): readonly (readonly [string, string])[] => [
  ['terminal', terminalReport(report)],
  ...FORMAT_NAMES.map((format) => [format, writeReport(format, report)] as const),
]
const faultsOf = (report: Report): readonly (string | undefined)[] =>
  textsOf(report)
    .map(([format, text]) => reportFault(format, text))
    .filter((fault) => fault !== undefined)

describe('JSON that is too large to parse', () => {
  test('JSON that is too large to parse is reported without parsing', () => {
    expect(excess(nested(MAX_BODY_DEPTH))).toBeUndefined()
    expect(excess(nested(MAX_BODY_DEPTH + 1))).toMatch(/2000 nested lists and objects/)
    expect(excess(`[${'0,'.repeat(MAX_BODY_VALUES - 2)}0]`)).toBeUndefined()
    expect(excess(`[${'0,'.repeat(MAX_BODY_VALUES - 1)}0]`)).toMatch(/1000000 values/)
    expect(excess(' '.repeat(MAX_BODY_BYTES + 1))).toMatch(/bytes/)
  })

  test('JSON that is too large to parse is detected without counting brackets inside texts', () => {
    const text = JSON.stringify('[{"\\'.repeat(MAX_BODY_DEPTH))
    expect(excess(`[${text},${text}]`)).toBeUndefined()
    expect(excess('"never closed [[[')).toBeUndefined()
    expect(excess('"\\')).toBeUndefined()
  })

  test.each([
    ['a million nested lists', nested(1_000_000)],
    ['a million nested lists without closing brackets', '['.repeat(1_000_000)],
    ['a hundred thousand nested objects without closing brackets', '{"data":'.repeat(100_000)],
    ['a million numbers', `[${'0,'.repeat(1_000_000)}0]`],
  ])('%s: an invalid answer is reported', async (_what, body) => {
    const report = await checkOf(body)
    expect(report.verdict).toBe('broken')
    expect(report.notices.join()).toMatch(/answered no request at all/)
    expect(report.notices.join()).toMatch(/in a row \(`garbage: the body has more than/)
    expect(faultsOf(report)).toEqual([])
  })

  test('the length that printedLength counts is at least the length of the indented JSON minus 10', () => {
    for (const json of ['[]', '{}', '[1,[2,{"a":[]}]]', '{"a":"[,]","b":{"c":null}}'].map((text) =>
      JSON.parse(text),
    ))
      expect(printedLength(JSON.stringify(json))).toBeGreaterThanOrEqual(
        JSON.stringify(json, undefined, 2).length - 10,
      )
  })
})

describe('answers that can be parsed', () => {
  test.each([
    ['of the maximum depth', nested(MAX_BODY_DEPTH - 10)],
    ['of twenty thousand names', `{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":${at}`)}}`],
    ['of twenty thousand entries', `[${'{"id":1,"documentId":"a"},'.repeat(20_000)}{}]`],
    ['with names of the prototype', '{"__proto__":{"data":1},"constructor":{"prototype":2}}'],
    ['of half a surrogate pair', '"\\ud800\\udc00\\ud800"'],
    ['of numbers out of range', '[1e999,-1e999,9007199254740993]'],
    ['that is one long text', JSON.stringify('x'.repeat(3_000_000))],
  ])('an answer with a value %s is reported as different', async (_what, piece) => {
    const report = await checkOf((right) => right.replace('{"data":', `{"data":${piece},"rest":`))
    expect(report.verdict).toBe('different')
    expect(faultsOf(report)).toEqual([])
    expect(writeReport('json', report).length).toBeLessThan(50_000_000)
  })

  test('bodies of 300,000 levels are translated and compared without a stack overflow', () => {
    const deep = (depth: number): Json => JSON.parse(`{"data":${nested(depth, '{"id":7}')}}`)
    expect(restaurants).toBeDefined()
    const translated = translateBody(deep(300_000), deep(300_000), restaurants, equality, [])
    const body = { status: 200, body: deep(300_000) }
    const how = { type: restaurants, errors: 'exact' } as const
    expect(compareAnswers(body, { status: 200, body: translated }, how, equality).difference).toBeNull()
    const other = compareAnswers(body, { status: 200, body: deep(299_999) }, how, equality).difference
    expect(other?.path.length).toBeGreaterThan(300_000)
  })

  test('a copy made by mapJson equals the original', () => {
    const same = { item: () => 0, member: () => 0, leaf: (json: Json) => json }
    const text = '{"b":[1,{"__proto__":[null,{}]},[]],"a":{"c":"x","0":true}}'
    const json = mapJson(JSON.parse(text), 0, same)
    expect(JSON.stringify(json)).toBe(JSON.stringify(JSON.parse(text)))
    expect(Object.getPrototypeOf(json)).toBe(Object.prototype)
    const [, second] = isObject(json) ? [member(json, 'a'), member(json, 'b')] : []
    expect(JSON.stringify(second)).toBe('[1,{"__proto__":[null,{}]},[]]')
  })

  test('texts with invalid source maps count as different', () => {
    const headers = { 'strapi-encode-source-maps': 'true' }
    const right = JSON.parse(api.answer({ url: '/api/restaurants', headers }).body)
    const how = { type: restaurants, errors: 'exact' } as const
    const differs = (change: (text: string) => string): boolean => {
      const found = mapJson<undefined>(right, undefined, {
        item: () => undefined,
        member: () => undefined,
        leaf: (json) => (typeof json === 'string' ? change(json) : json),
      })
      const [expected, other] = [right, found].map((body) => ({ status: 200, body }))
      expect(expected?.body).toBeDefined()
      return compareAnswers(expected ?? FAIL, other ?? FAIL, how, equality).difference !== null
    }
    const carries = /[\u200b-\u200d\ufeff]{8}/
    expect(carries.test(JSON.stringify(right))).toBe(true)
    expect(differs((text) => text)).toBe(false)
    for (const tail of [
      '\u200b',
      '\u200b'.repeat(4),
      '\u200c'.repeat(8),
      '\u{e0041}'.repeat(5),
      '\ufeff'.repeat(1_000_000),
    ])
      expect(differs((text) => (carries.test(text) ? `x${tail}` : text))).toBe(true)
  })

  test('a check does not break on ids with half a surrogate pair, 20,000 characters, or characters that a URL escapes', async () => {
    for (const id of ['\\ud800', 'x'.repeat(20_000), '/../?#&=%']) {
      const report = await checkOf((right) =>
        right.replaceAll(/"documentId":"/g, () => `"documentId":"${id}`),
      )
      expect(report.verdict).not.toBe('broken')
    }
  })
})

describe('the content of a report', () => {
  test('the content of a report is limited, for one value and in total', () => {
    expect(truncatedValue(undefined)).toBeUndefined()
    expect(truncatedValue([1])).toEqual([1])
    expect(truncatedValue('x'.repeat(30_000))).toHaveLength(20_001)
    const keeper = createTruncator()
    // A short text that becomes very long when printed with one value per line.
    expect(typeof keeper.body(JSON.parse(nested(1_500, '1,2,3')))).toBe('string')
    const large = 'x'.repeat(300_000)
    const kept = Array.from({ length: 200 }, () => String(keeper.body(large)).length)
    expect(kept[0]).toBe(300_000)
    expect(kept.at(-1)).toBe(2_001)
  })

  test('the content of a report is escaped to one line, so that no character or command in it has an effect', () => {
    expect(visible('a\u001b[1m\u009b\r\n\u202e\u2028\ud800é🍕')).toBe(
      'a\\u001b[1m\\u009b\\u000d\\u000a\\u202e\\u2028\\ud800é🍕',
    )
    expect(visible('##[error] ### ####')).not.toMatch(/##/)
    expect(visible('  ::error::a')).toBe('  :\\u003aerror::a')
    expect(JSON.parse(visible(JSON.stringify('##\u007f\u{e0041}')))).toBe('##\u007f\u{e0041}')
    expect(visibleLines('a\nb\r')).toBe('a\nb\\u000d')
    expect(quoted('a `b` \u001b')).toBe("`a 'b' \\u001b`")
    expect(truncated('abc', 2)).toBe('ab… (3 characters)')
    expect(line('\n'.repeat(9), 1)).toBe('\\u000a… (9 characters)')
    expect(failed('crash', '\u001b'.repeat(1_000)).message.length).toBeLessThan(2_000)
  })
})

describe('the end of a run', () => {
  const request = { method: 'GET', url: '/api/restaurants', headers: {} }
  const dead = (fails: (asked: number) => boolean): Target & { readonly asked: () => number } => {
    let asked = 0
    return {
      name: 'dead',
      asked: () => asked,
      close: async () => undefined,
      ask: async () =>
        fails(++asked)
          ? failed('timeout', 'late')
          : { kind: 'answered', answer: { status: 200, body: '' }, text: '' },
    }
  }
  const askOften = async (target: Target, times: number): Promise<string | undefined> => {
    const guarded = guard(target, 4)
    await Promise.all(Array.from({ length: times }, () => guarded.ask(request)))
    return guarded.givenUp()
  }

  test('a checked server that never answers gets only a few requests', async () => {
    const target = dead(() => true)
    expect(await askOften(target, 100)).toMatch(/^answered none of \d requests in a row \(`timeout: late`\)$/)
    expect(target.asked()).toBeLessThan(2 * GIVE_UP_AFTER)
  })

  test('after a checked server stops answering, the check sends few further requests', async () => {
    const target = dead((asked) => asked > 10)
    expect(await askOften(target, 100)).toMatch(/^stopped answering after `GET .* and did not come back/)
    expect(target.asked()).toBeLessThan(10 + 3 * GIVE_UP_AFTER)
  })

  test('a checked server that fails on some requests still gets the other requests', async () => {
    let asked = 0
    const target: Target = {
      ...dead(() => false),
      ask: async ({ url }) => {
        asked++
        return url === '/'
          ? failed('crash', 'x')
          : { kind: 'answered', answer: { status: 200, body: '' }, text: '' }
      },
    }
    const guarded = guard(target, 1)
    await guarded.ask(request)
    for (let count = 0; count < 40; count++) await guarded.ask({ ...request, url: '/' })
    expect(guarded.givenUp()).toBeUndefined()
    // After each failure the check sends one more request to see whether the target still answers.
    expect(asked).toBe(1 + 40 + 40)
  })

  test('too many timeouts end a run of the check', async () => {
    const target = dead((asked) => asked % 2 === 0)
    expect(await askOften(target, 1_000)).toBe(`let ${MAX_TIMEOUTS} requests time out`)
    expect(target.asked()).toBeLessThan(2 * MAX_TIMEOUTS + 5)
  })

  test('too many bytes of answers end a run of the check', async () => {
    const long = 'x'.repeat(MAX_BODY_BYTES)
    const target: Target = {
      ...dead(() => false),
      ask: async () => ({ kind: 'answered', answer: { status: 200, body: '' }, text: long }),
    }
    expect(await askOften(target, 100)).toMatch(/more than 268435456 characters/)
  })

  test('the verdict on a checked server that never answers is `broken`, with one sentence as the reason', async () => {
    const target = dead(() => true)
    const report = await checkTarget(target, { ...options, laws: true })
    expect(report.verdict).toBe('broken')
    expect(
      report.notices.filter((notice) =>
        /^The target answered no request at all: it answered none of \d requests in a row \(`timeout: late`\)\.$/.test(
          notice,
        ),
      ),
    ).toHaveLength(1)
    expect(report.laws).toEqual([])
    expect(target.asked()).toBeLessThan(2 * GIVE_UP_AFTER)
  })
})

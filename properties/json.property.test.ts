/**
 * Tests that both JSON readers of the loader read the same values from any text. One reader is `JSON.parse` with
 * further checks; the other reader is the scanner.
 */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWhole, readJsonBytes } from '../src/reference/load/json/read.ts'
import { scanJson } from '../src/reference/load/json/scan.ts'
import { collectFaults, wholeFile } from '../src/reference/schema/fault.ts'

const RUNS = 3000
const LIMITS = { depth: 6, values: 40 }

const blank = fc.constantFrom('', '', '', ' ', '\n  ', '\t', '\r\n')
const word = fc.constantFrom(
  ...[
    'null',
    'true',
    'false',
    '0',
    '7',
    '-0',
    '1.0',
    '1e3',
    '1E+2',
    '0.1',
    '5e-324',
    '1e999',
    '1e-999',
    '0e9',
  ],
  ...[
    '123456789012345',
    '1234567890123456',
    '9007199254740993',
    '12345678901234567890',
    '100000000000000000000',
  ],
  ...[
    '"a"',
    '"caf\u00e9"',
    '"\\u0041"',
    '"\\ud800"',
    '"\\\\"',
    '"\\""',
    '"a\\\\\\"b"',
    '"[{,:}]"',
    '"\u{1f355}"',
  ],
)
const name = fc.constantFrom(
  ...[
    '"a"',
    '"b"',
    '"c"',
    '"d"',
    '"\\u0061"',
    '"__proto__"',
    '"constructor"',
    '"0"',
    '"1"',
    '"10"',
    '""',
    '"\u00e9"',
  ],
  `"${'long'.repeat(20)}"`,
)

/**
 * Generates a valid JSON text in a random notation. Neighbouring objects often have the same names, and an object
 * sometimes has a name twice.
 */
const { json } = fc.letrec<{ json: string; list: string; rows: string; object: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 5, withCrossShrink: true }, word, tie('list'), tie('rows'), tie('object')),
  list: fc
    .tuple(fc.array(tie('json'), { maxLength: 4 }), blank, blank)
    .map(([items, before, after]) => `[${before}${items.join(`${after},${before}`)}${after}]`),
  rows: fc
    .tuple(
      fc.array(name, { maxLength: 4 }),
      fc.array(fc.array(tie('json'), { maxLength: 4 }), { maxLength: 4 }),
      blank,
    )
    .map(
      ([names, rows, gap]) =>
        `[${rows
          .map(
            (row) =>
              `{${row.map((value, at) => `${gap}${names[at] ?? `"n${at}"`}:${gap}${value}`).join(',')}}`,
          )
          .join(',')}]`,
    ),
  object: fc
    .tuple(fc.array(fc.tuple(name, tie('json')), { maxLength: 5 }), blank, blank)
    .map(
      ([members, before, after]) =>
        `{${before}${members.map(([key, value]) => `${key}${after}:${before}${value}`).join(`${after},${before}`)}}`,
    ),
}))

/** Removes, inserts or doubles a few characters, which mostly makes the text invalid. */
const broken = fc
  .tuple(
    json,
    fc.nat(),
    fc.constantFrom('', '', '"', ',', '}', ']', '{', '[', ':', '\\', '0', '\u000b', '\ufeff'),
    fc.nat(3),
  )
  .map(([text, where, put, cut]) => {
    const at = where % (text.length + 1)
    return text.slice(0, at) + put + text.slice(at + cut)
  })

const spelt = fc
  .tuple(fc.constantFrom('', '', '', '\ufeff'), blank, fc.oneof(json, json, json, broken), blank)
  .map((parts) => parts.join(''))

/** Returns the result of reading a JSON text with the reader `read`: the values, or all faults. */
function readBy(read: typeof readJsonBytes, text: string) {
  const collected = collectFaults()
  const refuse = (file: string, problem: Parameters<typeof collected.report>[1]): void =>
    collected.report(wholeFile(file), problem)
  const result = read(Buffer.from(text), LIMITS, 'a.json', collected.report, refuse)
  // Compares JSON texts, because `toEqual` ignores the order of names and `__proto__`.
  return { values: result?.values, json: JSON.stringify(result?.json), faults: collected.faults }
}

/** Reads a file with the scanner only. */
const scanning: typeof readJsonBytes = (bytes, limits, file, report, refuse) => {
  const text = new TextDecoder().decode(bytes)
  const scanned = scanJson(text, limits.depth, wholeFile(file), report)
  if ('values' in scanned) {
    return { values: scanned.values, json: scanned.values > limits.values ? undefined : JSON.parse(text) }
  }
  const { offset, ...problem } = scanned
  const before = text.slice(0, offset).split('\n')
  const position = { line: before.length, column: 1 + (before.at(-1) ?? '').length }
  refuse(file, { position, ...problem })
  return undefined
}

/** Returns the number of JSON values in a text that `JSON.parse` reads; undefined for a text that needs the scanner. */
const parsedValues = (text: string): number | undefined =>
  parseWhole(Buffer.from(text), text.replace(/^\ufeff/, ''), LIMITS)?.values

test('both readers of JSON read a text in the same way', () => {
  let parsed = 0
  const property = fc.property(spelt, (text) => {
    if (parsedValues(text) !== undefined) parsed++
    expect(readBy(readJsonBytes, text)).toEqual(readBy(scanning, text))
  })
  fc.assert(property, { numRuns: RUNS, seed: 1 })
  // At least a fifth of the texts must be read by `JSON.parse`, and at least a fifth by the scanner.
  expect(parsed).toBeGreaterThan(RUNS / 5)
  expect(parsed).toBeLessThan((RUNS * 4) / 5)
})

test.each([
  ['[{"a": 1, "b": [1.5, true]}, {"a": 2}]', 8],
  ['\ufeff{"0": "\\u0041", "__proto__": "\\\\\\""}\n', 3],
  ['[{"a" : 1e3}]', 3],
  ['[{"a": 1, "a": 2}]', undefined],
  ['[{"a": 1, "a" : 2}]', undefined],
  ['[{"a": 1, "\\u0061": 2}]', undefined],
  ['[{"a": 1, "b": 1}, {"a": 1, "a": 1}]', undefined],
  ['[{"a": 1, "b": 1}, {"b": 1, "a": 1, "b": 1}]', undefined],
  ['12345678901234567890', undefined],
  ['[12345678901234567890]', undefined],
  ['[1e999]', undefined],
  [`${'['.repeat(7)}${']'.repeat(7)}`, undefined],
  [`[${'1,'.repeat(39)}1]`, undefined],
])('the text %s is parsed at once, or scanned', (text, values) => expect(parsedValues(text)).toBe(values))

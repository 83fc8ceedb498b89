/**
 * Tests invalid UTF-8, and JSON that `JSON.parse` would change. `text.long.test.ts` tests invalid UTF-8 at the ends of
 * chunks.
 */
import { afterAll, describe, expect, test } from 'vitest'
import { loadDataset } from '../../src/reference/load/load.ts'
import { bytes, ENTRIES, faultsOf } from './entries.ts'
import { folderOf, removeFolders, THING } from './folders.ts'

afterAll(removeFolders)

const kept = (content: string | Uint8Array, name: string) =>
  loadDataset(folderOf({ 'content-types/thing.json': THING, [ENTRIES]: content })).tables.get(
    'api::thing.thing',
  )?.rows[0]?.values[name]

describe('not UTF-8', () => {
  test.each<[string, Uint8Array, number, number, string]>([
    ['a byte that UTF-8 never contains', bytes('[{"name": "a', [0xff], '"}]'), 1, 13, 'the byte 0xff'],
    ['Latin-1', bytes('[\n{"name": "caf', [0xe9], '"}]'), 2, 14, 'the byte 0x22'],
    ['half of a pair', bytes('["', [0xed, 0xa0, 0x80], '"]'), 1, 3, 'the byte 0xa0'],
    ['more bytes than needed', bytes('["', [0xc0, 0xaf], '"]'), 1, 3, 'the byte 0xc0'],
    ['beyond the last character', bytes('["', [0xf4, 0x90, 0x80, 0x80], '"]'), 1, 3, 'the byte 0x90'],
    ['cut in a character', bytes('["é', [0xf0, 0x9f, 0x8d]), 1, 4, 'the end of the file'],
    ['UTF-16', bytes([0xff, 0xfe], Buffer.from('[]', 'utf16le').toString('latin1')), 1, 1, 'the byte 0xff'],
  ])('%s', (_, content, line, column, found) => {
    const position = { line, column }
    expect(faultsOf(content)).toEqual([
      { file: ENTRIES, pointer: '', position, message: 'not UTF-8', expected: 'text in UTF-8', found },
    ])
  })

  test('U+FFFD in the text is preserved', () => expect(kept('[{"name": "\ufffd"}]', 'name')).toBe('\ufffd'))

  test('one byte order mark is ignored, and a second one is not JSON', () => {
    expect(faultsOf('\ufeff[]')).toEqual([])
    expect(faultsOf('\ufeff\ufeff[]')).toMatchObject([
      { message: 'not JSON', position: { line: 1, column: 1 } },
    ])
  })
})

describe('a name twice in an object', () => {
  test.each([
    ['[{"name": "a", "name": "b"}]', '/0/name', '"name" again'],
    ['[{"name": "a", "name": "a"}]', '/0/name', '"name" again'],
    ['[{"name": "a", "n\\u0061me": "b"}]', '/0/name', '"name" again'],
    ['[{"data": [1, {"a/b": 1, "c": {}, "a/b": 2}]}]', '/0/data/1/a~1b', '"a/b" again'],
    ['[{"data": {"__proto__": 1, "__proto__": 2}}]', '/0/data/__proto__', '"__proto__" again'],
  ])('%s', (content, pointer, found) => {
    const expected = 'each name once in an object'
    expect(faultsOf(content)).toEqual([
      { file: ENTRIES, pointer, message: 'duplicate name', expected, found },
    ])
  })

  test('each duplicate name of an object is reported once, together with the other faults', () => {
    const content = '[{"name": "a", "name": "b", "x": 1}, {"size": 1, "size": 1, "size": 1}]'
    expect(faultsOf(content).map(({ pointer }) => pointer)).toEqual(['/0/name', '/1/size', '/0/x'])
  })

  test('the same name in several objects is accepted', () => {
    expect(faultsOf('[{"data": {"a": {"a": [{"a": 1}, {"a": 1}]}}}]')).toEqual([])
  })
})

describe('a number that `JSON.parse` would change', () => {
  test.each(['1e999', '-1e999', '12345678901234567890', '9007199254740993', '-9007199254740993', '1e-999'])(
    '%s',
    (number) => {
      const found = number
      expect(faultsOf(`[{"data": [${number}]}]`)).toMatchObject([
        { file: ENTRIES, pointer: '/0/data/0', message: 'number out of range', found },
      ])
    },
  )

  test('a number with many digits that `JSON.parse` would change is abbreviated in the fault', () => {
    const [fault] = faultsOf(`[{"data": 1${'0'.repeat(400)}}]`)
    expect(fault?.found.length).toBe(60)
  })

  test.each([
    '0',
    '-0',
    '0.1',
    '1E5',
    '1e+5',
    '0e999',
    '123456789012345',
    '9007199254740992',
    '100000000000000000000',
    '123456789012345680000',
    '3.14159265358979323846',
    '5e-324',
    '1.7976931348623157e308',
    '0.00000000000000000000001',
  ])('the number %s is loaded with the value that `JSON.parse` gives', (number) =>
    expect(kept(`[{"data": ${number}}]`, 'data')).toBe(JSON.parse(number)),
  )
})

describe('text that is not JSON', () => {
  test.each<[string, string]>([
    ['[{"name": "\u0001"}]', '"\\""'],
    ['["\\u12g4"]', '"\\""'],
    ['["\\u12"]', '"\\""'],
    ['["a', '"\\""'],
    ['["a\\', '"\\""'],
    ['[tru]', '"t"'],
    ['[.5]', '"."'],
    ['[1.]', '"."'],
    ['[-]', '"-"'],
    ['[1e]', '"e"'],
    ['[0x1]', '"x"'],
    ["['a']", '"\'"'],
    ['[🍕]', '"🍕"'],
    ['[\u00a0]', '"\u00a0"'],
    ['{"a"}', '"}"'],
    ['{,}', '","'],
    ['[,]', '","'],
    ['[1,]', '"]"'],
    [']', '"]"'],
    [':', '":"'],
    ['"a" "b"', '"\\""'],
  ])('%j', (content, found) => expect(faultsOf(content)).toMatchObject([{ message: 'not JSON', found }]))

  test('a text in JSON may contain the control characters that JSON allows within a text', () => {
    expect(kept('[{"name": "\u007f\u0085\u2028"}]', 'name')).toBe('\u007f\u0085\u2028')
  })

  test('a text, a number and blank space of three million characters do not overflow the stack', () => {
    const long = 3_000_000
    expect(faultsOf(`[{"name": "${'x'.repeat(long)}]`)).toMatchObject([{ position: { line: 1, column: 11 } }])
    expect(faultsOf(`[{"data": ${'9'.repeat(long)}}]`)).toMatchObject([{ message: 'number out of range' }])
    expect(faultsOf(`[${' '.repeat(long)}x`)).toMatchObject([{ position: { line: 1, column: long + 2 } }])
    expect(faultsOf(`[${'\\'.repeat(long)}`)).toMatchObject([{ message: 'not JSON' }])
  })
})

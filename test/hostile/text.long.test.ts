/** Tests invalid UTF-8 near the end of a chunk of a file. */
import { afterAll, expect, test } from 'vitest'
import { bytes, faultsOf } from './entries.ts'
import { removeFolders } from './folders.ts'

afterAll(removeFolders)

test('invalid UTF-8 is found at any distance from the end of a chunk of 64 KiB', () => {
  const chunk = 1 << 16
  for (const broken of [[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x8d], [0xed, 0xa0, 0x80]]) {
    for (let at = chunk - 6; at < chunk + 3; at++) {
      for (const before of ['a', 'aé', 'a🍕']) {
        const text = before.padStart(at - Buffer.byteLength(before) + before.length, 'a')
        const [fault] = faultsOf(bytes(text, broken, 'a'))
        expect(fault?.position).toEqual({ line: 1, column: text.length + 1 })
      }
    }
  }
})

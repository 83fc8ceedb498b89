/** Mutants of bytes: files as disks, editors and encodings damage them. */
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { BaseDataset } from './base.ts'
import type { Mutate } from './mutant.ts'

type Edit = (bytes: Buffer, at: number, roll: Roll) => Buffer

const joined = (...parts: (Uint8Array | readonly number[])[]): Buffer =>
  Buffer.concat(parts.map((part) => Uint8Array.from(part)))

const insert =
  (piece: (roll: Roll) => Uint8Array | readonly number[]): Edit =>
  (bytes, at, roll) =>
    joined(bytes.subarray(0, at), piece(roll), bytes.subarray(at))

/** Invalid UTF-8: a lone byte, an overlong form, a surrogate, a value beyond Unicode, and a cut character. */
const NO_UTF8 = [
  [0xff],
  [0x80],
  [0xc0, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf5, 0x80, 0x80, 0x80],
  [0xe2, 0x82],
  [0xfe],
]

const PIECES = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  '0',
  'e',
  '-',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '\u0000',
  '\u007f',
  '\u2028',
  '\ufffd',
  '🍕',
  'null',
  '//',
  '/**/',
  '"a":1,',
  '{}',
  '[]',
  ',,',
]

const EDITS: { readonly [says: string]: Edit } = {
  'a bit turned': (bytes, at, { upTo }) =>
    joined(bytes.subarray(0, at), [(bytes[at] ?? 0) ^ (1 << upTo(7))], bytes.subarray(at + 1)),
  'a byte replaced': (bytes, at, { upTo }) =>
    joined(bytes.subarray(0, at), [upTo(255)], bytes.subarray(at + 1)),
  'a piece put in': insert(({ pick }) => Buffer.from(pick(PIECES))),
  'bytes put in': insert(({ upTo }) => Array.from({ length: 1 + upTo(7) }, () => upTo(255))),
  'no UTF-8 put in': insert(({ pick }) => pick(NO_UTF8)),
  'an inserted byte order mark': insert(() => [0xef, 0xbb, 0xbf]),
  'a byte order mark at the start': (bytes) => joined([0xef, 0xbb, 0xbf], bytes),
  'two byte order marks at the start': (bytes) => joined([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf], bytes),
  'bytes taken out': (bytes, at, { upTo }) =>
    joined(bytes.subarray(0, at), bytes.subarray(at + 1 + upTo(40))),
  'cut short': (bytes, at) => bytes.subarray(0, at),
  'cut in front': (bytes, at) => bytes.subarray(at),
  'a part twice': (bytes, at, { upTo }) => {
    const part = bytes.subarray(at, at + 1 + upTo(60))
    return joined(bytes.subarray(0, at), part, bytes.subarray(at))
  },
  'parts swapped': (bytes, at, { upTo }) => {
    const [middle, end] = [at + 1 + upTo(30), at + 32 + upTo(30)]
    return joined(
      bytes.subarray(0, at),
      bytes.subarray(middle, end),
      bytes.subarray(at, middle),
      bytes.subarray(end),
    )
  },
  'all of it twice': (bytes) => joined(bytes, bytes),
  'nothing left': () => Buffer.alloc(0),
  'blanks alone': () => Buffer.from(' \r\n\t '),
  'UTF-16': (bytes) => joined([0xff, 0xfe], Buffer.from(bytes.toString(), 'utf16le')),
  'Latin-1': (bytes) => joined(Buffer.from(bytes.toString(), 'latin1'), [0x0a]),
  'other line ends': (bytes) => Buffer.from(bytes.toString().replaceAll('\n', '\r\n')),
  'zeros at the end': (bytes, _at, { upTo }) => joined(bytes, new Uint8Array(1 + upTo(600))),
}

export const mutateBytes: Mutate = (base: BaseDataset, roll) => {
  const path = roll.pick([...base.files.keys()])
  const bytes = base.files.get(path) ?? Buffer.alloc(0)
  const says = roll.pick(Object.keys(EDITS))
  // Two random numbers, because one does not reach every byte of a large file.
  const at = Math.min(bytes.length, Math.floor((bytes.length * roll.upTo(999)) / 1000) + roll.upTo(99))
  const edit = EDITS[says] ?? ((same: Buffer) => same)
  return { says: `${path}: ${says}`, change: { at: 'file', path, bytes: edit(bytes, at, roll) } }
}

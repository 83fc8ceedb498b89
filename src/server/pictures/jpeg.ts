/** JPEG: squares of eight pixels, each of one colour, so that of each only the mean is told. */
import { Bits } from './bits.ts'
import { type Colour, type Mosaic, SQUARE } from './mosaic.ts'

/** How many codes there are of each length, from one bit on; then what they stand for: the bits of a difference. */
const MEANS = {
  lengths: [0, 1, 5, 1, 1, 1, 1, 1, 1],
  values: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
} as const
/** All that is ever said of the rest: that there is none. */
const REST = { lengths: [1], values: [0] } as const

interface Code {
  readonly bits: number
  readonly length: number
}

/** The picture has to be of squares of eight pixels. */
export function jpeg(picture: Mosaic): Uint8Array {
  const { width, height } = picture
  const size = [height >> 8, height & 255, width >> 8, width & 255]
  const parts = [1, 2, 3]
  return Buffer.concat([
    marker(0xd8),
    segment(0xe0, [...Buffer.from('JFIF\0', 'latin1'), 1, 1, 0, 0, 1, 0, 1, 0, 0]),
    // A mean is told in eighths of a step of brightness, so that each step is told.
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => SQUARE)]),
    segment(0xc0, [8, ...size, parts.length, ...parts.flatMap((part) => [part, 0x11, 0])]),
    segment(0xc4, [0x00, ...table(MEANS.lengths), ...MEANS.values]),
    segment(0xc4, [0x10, ...table(REST.lengths), ...REST.values]),
    segment(0xda, [parts.length, ...parts.flatMap((part) => [part, 0x00]), 0, 63, 0]),
    scan(picture),
    marker(0xd9),
  ])
}

const marker = (code: number): Uint8Array => Uint8Array.of(0xff, code)

const segment = (code: number, content: readonly number[]): Uint8Array =>
  Uint8Array.of(0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255, ...content)

const table = (lengths: readonly number[]): readonly number[] =>
  Array.from({ length: 16 }, (_, at) => lengths[at] ?? 0)

function scan({ cells, palette }: Mosaic): Uint8Array {
  const codes = codesOf(MEANS.lengths)
  const colours = palette.map(brightness)
  const bits = new Bits('high-first', (byte) => (byte === 0xff ? 0 : undefined))
  const last = [0, 0, 0]
  for (const cell of cells) {
    const colour = colours[cell] ?? [0, 0, 0]
    for (let part = 0; part < 3; part++) {
      const difference = (colour[part] ?? 0) - (last[part] ?? 0)
      last[part] = colour[part] ?? 0
      const size = 32 - Math.clz32(Math.abs(difference))
      const code = codes[size]
      if (code !== undefined) bits.put(code.bits, code.length)
      bits.put(difference < 0 ? difference + (1 << size) - 1 : difference, size)
      bits.put(0, 1)
    }
  }
  return bits.end(1)
}

/** The codes in their order: as many of each length as there are, each one more than the one before. */
function codesOf(lengths: readonly number[]): readonly Code[] {
  const codes: Code[] = []
  let bits = 0
  for (const [at, count] of lengths.entries()) {
    for (let index = 0; index < count; index++) codes.push({ bits: bits++, length: at + 1 })
    bits <<= 1
  }
  return codes
}

/** Brightness, blueness and redness round zero. */
function brightness([red, green, blue]: Colour): readonly number[] {
  const y = 0.299 * red + 0.587 * green + 0.114 * blue
  return [y - 128, (blue - y) * 0.564, (red - y) * 0.713].map(Math.round)
}

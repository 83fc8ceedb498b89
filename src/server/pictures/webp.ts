/** WebP without loss: pixels of a palette, as runs that repeat the pixel to the left or those above. */
import { Bits } from './bits.ts'
import { type Colour, type Mosaic, pixelsOf } from './mosaic.ts'

/** Literal colours and lengths of runs that have a code: together 64, so that each code has six bits. */
const LITERALS = 40
const LENGTHS = 24
const ALL_GREEN = 256 + LENGTHS
const LONGEST_RUN = 4096

export function webp(picture: Mosaic): Uint8Array {
  const { width, height, palette } = picture
  const bits = new Bits('low-first')
  bits.put(0x2f, 8)
  bits.put(width - 1, 14)
  bits.put(height - 1, 14)
  // No transparency, version 0.
  bits.put(0, 4)
  // A transform follows: the palette; then no other.
  bits.put(1, 1)
  bits.put(3, 2)
  bits.put(palette.length - 1, 8)
  writePalette(palette, bits)
  bits.put(0, 1)
  writePixels(picture, bits)
  const content = bits.end()
  const padded = content.length % 2
  const header = Buffer.alloc(20)
  header.write('RIFF', 0, 'latin1')
  header.writeUInt32LE(12 + content.length + padded, 4)
  header.write('WEBPVP8L', 8, 'latin1')
  header.writeUInt32LE(content.length, 16)
  return Buffer.concat([header, content, Buffer.alloc(padded)])
}

/** As a picture of one row, each colour by what it is more than the one before. */
function writePalette(palette: readonly Colour[], bits: Bits): void {
  // No cache of colours.
  bits.put(0, 1)
  writeLengths(ALL_GREEN, (symbol) => symbol < 256, 8, bits)
  for (let part = 0; part < 3; part++) writeLengths(256, () => true, 8, bits)
  writeOne(0, bits)
  palette.forEach(([red, green, blue], at) => {
    const [before = 0, middle = 0, after = 0] = palette[at - 1] ?? []
    const byte = (value: number): void => bits.put(reversed(value & 255, 8), 8)
    byte(green - middle)
    byte(red - before)
    byte(blue - after)
    byte(at === 0 ? 255 : 0)
  })
}

function writePixels(picture: Mosaic, bits: Bits): void {
  const { width, height, rows, square } = picture
  // No cache of colours, and one set of codes.
  bits.put(0, 2)
  writeLengths(ALL_GREEN, (symbol) => symbol < LITERALS || symbol >= 256, 6, bits)
  for (let part = 0; part < 3; part++) writeOne(0, bits)
  // Two distances, of one bit each: the pixel above, and the one to the left.
  bits.put(0b0011, 4)
  bits.put(1, 8)
  const run = (length: number, distance: 0 | 1): void => {
    for (let left = length; left > 0; left -= LONGEST_RUN)
      writeRun(Math.min(left, LONGEST_RUN), distance, bits)
  }
  for (let row = 0; row < rows; row++) {
    const pixels = pixelsOf(picture, row)
    for (let at = 0; at < width; ) {
      const pixel = pixels[at] ?? 0
      let end = at + 1
      while (end < width && pixels[end] === pixel) end++
      bits.put(reversed(pixel, 6), 6)
      run(end - at - 1, LEFT)
      at = end
    }
    const lines = Math.min(square, height - row * square) - 1
    run(lines * width, ABOVE)
  }
}

const ABOVE = 0
const LEFT = 1

/** A length as a power of two with its half, and the rest in bits; then the distance. */
function writeRun(length: number, distance: 0 | 1, bits: Bits): void {
  const value = length - 1
  if (value < 4) {
    bits.put(reversed(LITERALS + value, 6), 6)
  } else {
    const high = 31 - Math.clz32(value)
    const half = (value >> (high - 1)) & 1
    bits.put(reversed(LITERALS + 2 * high + half, 6), 6)
    bits.put(value & ((1 << (high - 1)) - 1), high - 1)
  }
  bits.put(distance, 1)
}

/** Codes of one length for the symbols that have one, told one symbol after the other. */
function writeLengths(count: number, has: (symbol: number) => boolean, length: number, bits: Bits): void {
  bits.put(0, 1)
  const last = LENGTH_ORDER.indexOf(length)
  bits.put(last + 1 - 4, 4)
  for (const one of LENGTH_ORDER.slice(0, last + 1)) bits.put(one === 0 || one === length ? 1 : 0, 3)
  // As many symbols as there are.
  bits.put(0, 1)
  for (let symbol = 0; symbol < count; symbol++) bits.put(has(symbol) ? 1 : 0, 1)
}

/** In this order the lengths are told that codes have. */
const LENGTH_ORDER: readonly number[] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8]

/** One symbol, which then takes no bits. */
function writeOne(symbol: 0 | 1, bits: Bits): void {
  bits.put(0b001, 3)
  bits.put(symbol, 1)
}

function reversed(value: number, count: number): number {
  let turned = 0
  for (let at = 0; at < count; at++) turned |= ((value >> at) & 1) << (count - 1 - at)
  return turned
}

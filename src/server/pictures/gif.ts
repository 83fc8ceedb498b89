/** GIF: one picture, its pixels as runs that are known by a number (LZW). */
import { Bits } from './bits.ts'
import { type Mosaic, pixelsOf } from './mosaic.ts'

/** Bits of a pixel: a palette of 32 colours. */
const DEPTH = 5
const COLOURS = 1 << DEPTH
const CLEAR = COLOURS
const END = COLOURS + 1
const MOST_CODES = 4096

export function gif(picture: Mosaic): Uint8Array {
  const { width, height, palette } = picture
  const header = Buffer.alloc(13)
  header.write('GIF89a', 'latin1')
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  // A palette for all pictures, of 2 to the power of (4 + 1) colours.
  header[10] = 0x80 | ((DEPTH - 1) << 4) | (DEPTH - 1)
  const colours = Buffer.alloc(3 * COLOURS)
  colours.set(palette.flat())
  const place = Buffer.alloc(10)
  place[0] = 0x2c
  place.writeUInt16LE(width, 5)
  place.writeUInt16LE(height, 7)
  return Buffer.concat([
    header,
    colours,
    place,
    Buffer.from([DEPTH]),
    ...blocks(packed(picture)),
    Buffer.from([0, 0x3b]),
  ])
}

/** At most 255 bytes each, with their number before them. */
function blocks(bytes: Uint8Array): readonly Uint8Array[] {
  const all: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += 255) {
    const part = bytes.subarray(at, at + 255)
    all.push(Uint8Array.of(part.length), part)
  }
  return all
}

/** Each run that has been written is known, with the pixel after it, by the next number. */
function packed(picture: Mosaic): Uint8Array {
  const bits = new Bits('low-first')
  const known = new Uint16Array(MOST_CODES * COLOURS)
  let next = END + 1
  let width = DEPTH + 1
  let run = -1
  const restart = (): void => {
    known.fill(0)
    next = END + 1
    width = DEPTH + 1
  }
  bits.put(CLEAR, width)
  for (let line = 0; line < picture.height; line++) {
    const row = pixelsOf(picture, Math.floor(line / picture.square))
    for (const pixel of row) {
      const longer = run < 0 ? pixel : known[run * COLOURS + pixel]
      if (run < 0 || longer !== 0) {
        run = longer ?? pixel
        continue
      }
      bits.put(run, width)
      if (next === MOST_CODES) {
        bits.put(CLEAR, width)
        restart()
      } else {
        if (next === 1 << width) width++
        known[run * COLOURS + pixel] = next++
      }
      run = pixel
    }
  }
  bits.put(run, width)
  if (next === 1 << width && width < 12) width++
  bits.put(END, width)
  return bits.end()
}

/** Encodes a mosaic as PNG. */
import { crc32, deflateSync } from 'node:zlib'
import { type Mosaic, pixelsOf } from './mosaic.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** The PNG filter type of a line of pixels without a filter. */
const FILTER_NONE = 0
/** The PNG filter type of a line of pixels that contains the differences from the line above. */
const FILTER_UP = 2

export function png(picture: Mosaic): Uint8Array {
  const { width, height, square, rows, palette } = picture
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // The values mean bit depth 8 and colour type 3: each pixel is an index of the palette.
  header.set([8, 3], 8)
  const stride = 1 + width
  const lines = Buffer.alloc(stride * height)
  for (let row = 0; row < rows; row++) {
    const first = row * square
    lines[first * stride] = FILTER_NONE
    lines.set(pixelsOf(picture, row), first * stride + 1)
    for (let line = first + 1; line < Math.min(first + square, height); line++)
      lines[line * stride] = FILTER_UP
  }
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(lines, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Returns a PNG chunk: length, name, content, and the CRC of name and content. */
function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** PNG, and icons that hold one. */
import { crc32, deflateSync } from 'node:zlib'
import { type Mosaic, pixelsOf } from './mosaic.ts'

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
/** How a row is told: as it is, or by what is other than in the row above. */
const AS_IT_IS = 0
const AS_ABOVE = 2

export function png(picture: Mosaic): Uint8Array {
  const { width, height, square, rows, palette } = picture
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a pixel, each the number of a colour of the palette.
  header.set([8, 3], 8)
  const stride = 1 + width
  const lines = Buffer.alloc(stride * height)
  for (let row = 0; row < rows; row++) {
    const first = row * square
    lines[first * stride] = AS_IT_IS
    lines.set(pixelsOf(picture, row), first * stride + 1)
    for (let line = first + 1; line < Math.min(first + square, height); line++)
      lines[line * stride] = AS_ABOVE
  }
  return Buffer.concat([
    Buffer.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(lines, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Length, name, content, and a sum over the latter two. */
function chunk(name: string, content: Uint8Array): Uint8Array {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** An icon of one picture of at most 256 pixels a side. */
export function ico(picture: Mosaic): Uint8Array {
  const content = png(picture)
  const header = Buffer.alloc(22)
  // One picture; then its width and height, where 0 stands for 256.
  header.set([0, 0, 1, 0, 1, 0, picture.width % 256, picture.height % 256, 0, 0, 1, 0, 32, 0])
  header.writeUInt32LE(content.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, content])
}

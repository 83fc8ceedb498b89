/** Tests that generated pictures have the right size and pixels, read with decoders from outside this project. */
import { inflateSync } from 'node:zlib'
import { imageSize } from 'image-size'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { createMock } from '../../src/server/mock.ts'
import { mosaic, pixelsOf, type Size } from '../../src/server/pictures/mosaic.ts'
import { hue, make } from '../../src/server/pictures/picture.ts'
import { png } from '../../src/server/pictures/png.ts'
import { firstOf, picturesOf } from '../../src/server/pictures.ts'
import { filesOf } from '../../src/server/stored.ts'
import { graphOf } from '../support/datasets.ts'

const SIZES: readonly Size[] = [
  { width: 1280, height: 853 },
  { width: 245, height: 156 },
  { width: 64, height: 64 },
  { width: 17, height: 9 },
  { width: 3, height: 700 },
  { width: 1, height: 1 },
]
const FORMATS = ['png', 'jpg', 'jpeg', 'GIF', 'webp', 'avif', 'ico', 'svg'] as const

const bytesOf = (name: string, size: Size): Uint8Array => make(name, size).bytes

describe.each(SIZES)('a picture of $width × $height pixels', (size) => {
  test.each(FORMATS)('%s', (format) => {
    const { bytes, type } = make(`a.${format}`, size)
    const isSvg = format === 'svg'
    expect(type).toBe(isSvg ? 'image/svg+xml' : 'image/png')
    expect(imageSize(bytes)).toMatchObject({ ...size, type: isSvg ? 'svg' : 'png' })
  })

  test('a PNG has the expected pixels', () => {
    const file = Buffer.from(bytesOf('a.png', size))
    const at = file.indexOf('IDAT')
    const lines = inflateSync(file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4)))
    const palette = file.subarray(file.indexOf('PLTE') + 4)
    const found = new Uint8Array(size.width * size.height * 3)
    const row = new Uint8Array(size.width)
    for (let y = 0; y < size.height; y++) {
      const line = lines.subarray(y * (size.width + 1), (y + 1) * (size.width + 1))
      for (let x = 0; x < size.width; x++) {
        row[x] = ((line[0] === 2 ? (row[x] ?? 0) : 0) + (line[x + 1] ?? 0)) & 255
        found.set(palette.subarray((row[x] ?? 0) * 3, (row[x] ?? 0) * 3 + 3), (y * size.width + x) * 3)
      }
    }
    expect(Buffer.compare(found, expected(size))).toBe(0)
  })
})

/** Returns the expected red, green and blue of each pixel, in order. */
function expected(size: Size): Uint8Array {
  const sum = [...'a'].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  const picture = mosaic(size, [hue(sum, 0.6), hue(sum + 2, 0.35)])
  const bytes = new Uint8Array(size.width * size.height * 3)
  let at = 0
  for (let y = 0; y < size.height; y++) {
    for (const pixel of pixelsOf(picture, Math.floor(y / picture.square))) {
      bytes.set(picture.palette[pixel] ?? [], at)
      at += 3
    }
  }
  expect(at).toBe(bytes.length)
  return bytes
}

describe('a picture', () => {
  test('a made-up picture shows its width and height in digits', () => {
    const { cells, columns, rows } = mosaic({ width: 1280, height: 853 }, [hue(0, 0.6), hue(2, 0.3)])
    const written = Array.from({ length: rows }, (_, row) =>
      [...cells.subarray(row * columns, (row + 1) * columns)]
        .map((cell) => (cell === 16 ? '#' : ' '))
        .join(''),
    ).filter((line) => line.includes('#'))
    const letters = written.filter((_, at) => at % 2 === 0)
    expect(letters.map((line) => line.slice(49, 111).replace(/(.)./g, '$1'))).toEqual([
      ' #  ### ### ###     ### ### ###',
      '##    # # # # # # # # # #     #',
      ' #  ### ### # #  #  ### ###  ##',
      ' #  #   # # # # # # # #   #   #',
      '### ### ### ###     ### ### ###',
    ])
  })

  test('a made-up picture is never larger than the limit, for any size that the dataset states', () => {
    for (const size of [
      { width: 1e9, height: 1e9 },
      { width: 1e9, height: 1 },
      { width: Number.MAX_VALUE, height: 3 },
      { width: 0.5, height: 0.5 },
    ]) {
      const { width, height } = imageSize(bytesOf('a.svg', size))
      expect(width * height).toBeLessThanOrEqual(25_000_000)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(1)
    }
  })

  test('a made-up picture is the same for the same name, and has a small file', () => {
    const size = { width: 1920, height: 1080 }
    for (const format of FORMATS) {
      expect(Buffer.compare(bytesOf(`b.${format}`, size), bytesOf(`b.${format}`, size))).toBe(0)
      expect(bytesOf(`b.${format}`, size).length).toBeLessThan(60_000)
    }
    expect(png(mosaic(size, [hue(1, 0.6), hue(3, 0.3)])).length).toBeLessThan(60_000)
  })

  test.each(['a.pdf', 'a.mp3', 'a.mp4', 'a', 'a.constructor'])(
    'a picture has no format for %s, so the file is text',
    (name) => {
      const { bytes, type } = make(name, { width: 1, height: 1 })
      expect(type).toBe('text/plain')
      expect(Buffer.from(bytes).toString()).toBe(`populace made this file up: ${name}\n`)
    },
  )
})

const mock = createMock(graphOf('strapi-5.54/dataset'))
const stored = filesOf(new Map([['wine_1_77a48e9129.png', Buffer.from('stored')]]))
let running: Running
beforeAll(async () => {
  const uploads = firstOf(
    stored,
    picturesOf(() => mock.api.graph),
  )
  running = await serve(mock.api, { port: 0, uploads, layers: mock.layers })
})
afterAll(() => running.stop())

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${running.url}${path}`, { headers })

describe('uploads without a stored file', () => {
  test('uploads without a stored file get a made-up picture with the size in the media row', async () => {
    const answer = await get('/uploads/small_gr_e_2_718dc226d3.webp')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(imageSize(bytes)).toMatchObject({ width: 500, height: 281, type: 'png' })
    expect(answer.headers.get('content-type')).toBe('image/png')
    const since = answer.headers.get('last-modified') ?? ''
    const again = await get('/uploads/small_gr_e_2_718dc226d3.webp', { 'if-modified-since': since })
    expect(again.status).toBe(304)
    const part = await get('/uploads/small_gr_e_2_718dc226d3.webp', { range: 'bytes=0-3' })
    expect([part.status, Buffer.from(await part.arrayBuffer()).toString('latin1')]).toEqual([206, '\x89PNG'])
  })

  test('a made-up picture is served only if no uploaded file is stored', async () => {
    expect(await (await get('/uploads/wine_1_77a48e9129.png')).text()).toBe('stored')
  })

  test('a made-up picture is also served for an upload path that no media row has', async () => {
    const answer = await get('/uploads/a/b/nobody%20knows.jpg')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(imageSize(bytes)).toMatchObject({ width: 1200, height: 800, type: 'png' })
    expect(answer.headers.get('content-type')).toBe('image/png')
  })

  test.each(['garden_25_0edc559452.pdf', 'plate_26_ba5e683c1a.mp4'])(
    '%s is served as a made-up text',
    async (name) => {
      const answer = await get(`/uploads/${name}`)
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
      expect(await answer.text()).toBe(`populace made this file up: ${name}\n`)
    },
  )

  test.each(['/uploads/x.pdf', '/uploads/x', '/uploads/', `/uploads/${'a'.repeat(2000)}.png`])(
    'a request for the file %s gets 404',
    async (path) => {
      expect((await get(path)).status).toBe(404)
    },
  )
})

/** Pictures that nobody has taken: of the right size and format, as decoders that are none of ours read them. */
import { createHash } from 'node:crypto'
import { inflateSync } from 'node:zlib'
import { imageSize } from 'image-size'
import { decode } from 'jpeg-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Running, serve } from '../../src/server/http/serve.ts'
import { createMock } from '../../src/server/mock.ts'
import { mosaic, pixelsOf, type Size, SQUARE } from '../../src/server/pictures/mosaic.ts'
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
const FORMATS = ['png', 'jpg', 'gif', 'webp', 'svg', 'ico'] as const

const bytesOf = (name: string, size: Size): Uint8Array => make(name, size)?.bytes ?? new Uint8Array()

describe.each(SIZES)('$width × $height', (size) => {
  test.each(FORMATS)('%s', (format) => {
    const { width, height, type } = imageSize(bytesOf(`a.${format}`, size))
    const share = format === 'ico' ? Math.min(1, 256 / Math.max(size.width, size.height)) : 1
    expect({ width, height, type }).toEqual({
      width: Math.max(1, Math.floor(size.width * share)),
      height: Math.max(1, Math.floor(size.height * share)),
      type: format,
    })
  })

  test('the pixels of a JPEG', () => {
    const { data, ...found } = decode(bytesOf('a.jpg', size), { useTArray: true })
    expect(found).toMatchObject(size)
    expect(worst(data, 4, expected(size, SQUARE))).toBeLessThanOrEqual(2)
  })

  test('the pixels of a PNG', () => {
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
    expect(worst(found, 3, expected(size))).toBe(0)
  })
})

/** Red, green and blue of each pixel, one after the other. */
function expected(size: Size, square?: number): Uint8Array {
  const sum = [...'a'].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 65_521, 7)
  const picture = mosaic(size, [hue(sum, 0.6), hue(sum + 2, 0.35)], square)
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

/** The largest difference of a colour; `step` is how many bytes a pixel has. */
function worst(found: Uint8Array, step: number, wanted: Uint8Array): number {
  expect(found.length / step).toBe(wanted.length / 3)
  let most = 0
  for (let at = 0; at < wanted.length; at++) {
    const [pixel, part] = [Math.floor(at / 3), at % 3]
    most = Math.max(most, Math.abs((wanted[at] ?? 0) - (found[pixel * step + part] ?? 0)))
  }
  return most
}

/** Of bytes that libvips reads as the very pixels of the PNG. */
test.each([
  ['gif', 1280, 853, '3cea5653941461ad8d531bfa8f4dbed1cbd3b2a2a040846085e555e04c74cf03'],
  ['gif', 245, 156, '59f9fe093c5f5264fe26a525e9daea8da18ca0ad229caa93dd3e701afa605074'],
  ['webp', 1280, 853, 'e7e48928f51468c24343e6a0b3fda12ba5e93c308019c387f035fc836f324831'],
  ['webp', 245, 156, '9fcca29a4bcd159ff64635db9061002d763b50f33e2988ca0ff9134ee9896a62'],
  ['webp', 1, 1, 'f5dfd876b4d19d9b8b087a8a54a4630c6bc76ab8b08ab33a586b7390f5ffc6db'],
])('%s of %i × %i is what another decoder has read', (format, width, height, digest) => {
  const found = createHash('sha256').update(bytesOf(`a.${format}`, { width, height }))
  expect(found.digest('hex')).toBe(digest)
})

describe('a picture', () => {
  test('says how large it is', () => {
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

  test('is never larger than it may be, whatever a dataset says', () => {
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

  test('is the same one for the same name, and small', () => {
    const size = { width: 1920, height: 1080 }
    for (const format of FORMATS) {
      expect(Buffer.compare(bytesOf(`b.${format}`, size), bytesOf(`b.${format}`, size))).toBe(0)
      expect(bytesOf(`b.${format}`, size).length).toBeLessThan(60_000)
    }
    expect(png(mosaic(size, [hue(1, 0.6), hue(3, 0.3)])).length).toBeLessThan(60_000)
  })

  test('is made of the kinds that can be made', () => {
    const isMade = (name: string): boolean => make(name, { width: 1, height: 1 }) !== undefined
    expect(['a.PNG', 'a.pdf', 'a.mp3', 'a.wav'].every(isMade)).toBe(true)
    expect(['a.mp4', 'a', 'a.txt', 'a.constructor', 'a.toString'].some(isMade)).toBe(false)
  })
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

describe('uploads that nobody has stored', () => {
  test('are as a row of the media names them', async () => {
    const answer = await get('/uploads/small_gr_e_2_718dc226d3.webp')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(imageSize(bytes)).toMatchObject({ width: 500, height: 281, type: 'webp' })
    expect(answer.headers.get('content-type')).toBe('image/webp')
    const since = answer.headers.get('last-modified') ?? ''
    const again = await get('/uploads/small_gr_e_2_718dc226d3.webp', { 'if-modified-since': since })
    expect(again.status).toBe(304)
    const part = await get('/uploads/small_gr_e_2_718dc226d3.webp', { range: 'bytes=0-3' })
    expect([part.status, await part.text()]).toEqual([206, 'RIFF'])
  })

  test('stand behind those that somebody has', async () => {
    expect(await (await get('/uploads/wine_1_77a48e9129.png')).text()).toBe('stored')
  })

  test('are pictures by their name alone as well', async () => {
    const answer = await get('/uploads/a/b/nobody%20knows.jpg')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(imageSize(bytes)).toMatchObject({ width: 1200, height: 800, type: 'jpg' })
  })

  test('are a PNG where the name is that of an AVIF, and say so', async () => {
    const answer = await get('/uploads/x.avif')
    expect(answer.headers.get('content-type')).toBe('image/png')
    expect(imageSize(new Uint8Array(await answer.arrayBuffer()))).toMatchObject({ type: 'png' })
  })

  test('are papers where a row names them', async () => {
    const answer = await get('/uploads/garden_25_0edc559452.pdf')
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect((await answer.text()).startsWith('%PDF-')).toBe(true)
  })

  test.each([
    '/uploads/x.pdf',
    '/uploads/x',
    '/uploads/',
    '/uploads/plate_26_ba5e683c1a.mp4',
    `/uploads/${'a'.repeat(2000)}.png`,
  ])('%s is not there', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

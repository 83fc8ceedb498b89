/** Tests that uploaded pictures are compressed with the same package as on the real server. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { compressed } from '../../src/server/plugins/upload/compressed.ts'

/** Returns a picture of random pixels, which no format compresses well. */
const noise = (width: number, height: number) => {
  const pixels = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 2_654_435_761) >>> 24)
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

describe('an uploaded picture', () => {
  test.each(['png', 'jpeg', 'webp'] as const)(
    'an uploaded picture is stored as a smaller %s',
    async (format) => {
      const sent = await noise(64, 64).toFormat(format, { quality: 100 }).toBuffer()
      const stored = await compressed(sent)
      expect(stored.length).toBeLessThan(sent.length)
      expect(await sharp(stored).metadata()).toMatchObject({ format, width: 64, height: 64 })
    },
  )

  test('an uploaded picture is stored unchanged if its format is not compressed', async () => {
    const sent = await noise(8, 8).gif().toBuffer()
    expect(await compressed(sent)).toBe(sent)
  })

  test.each([
    ['no picture', new TextEncoder().encode('no picture')],
    ['nothing', new Uint8Array()],
    ['the beginning of one', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13)],
  ])('an uploaded picture is stored unchanged if it is %s', async (_, sent) => {
    expect(await compressed(sent)).toBe(sent)
  })

  test('an uploaded picture is stored unchanged if it has too many pixels', async () => {
    const blank = { width: 10_000, height: 10_000, channels: 3, background: 'white' } as const
    const sent = await sharp({ create: blank }).png().toBuffer()
    expect(sent.length).toBeLessThan(1_000_000)
    expect(await compressed(sent)).toBe(sent)
  })
})

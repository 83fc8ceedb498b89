/** Generates the content of a missing uploaded file: a picture of the requested size, or one line of text. */
import { type Colour, mosaic, type Size } from './mosaic.ts'
import { png } from './png.ts'
import { svg } from './svg.ts'

/** A generated file: its bytes and its content type. */
export interface PaintedFile {
  readonly bytes: Uint8Array
  readonly type: string
}

/** The maximum length of a side in pixels. A longer picture is scaled down. */
const LONGEST = 10_000
/** The maximum area in pixels. A larger picture is scaled down. */
const MOST_PIXELS = 25_000_000

/**
 * Generates a file. The same name and size give the same bytes. A picture of any raster format is generated as PNG,
 * because browsers follow the content type and ignore the extension. A file that is not a picture is a line of text,
 * so that a link to a document opens.
 */
export function make(name: string, size: Size): PaintedFile {
  if (/\.svg$/i.test(name))
    return { bytes: Buffer.from(svg(within(size), coloursOf(name))), type: 'image/svg+xml' }
  if (isPicture(name)) return { bytes: png(mosaic(within(size), coloursOf(name))), type: 'image/png' }
  return { bytes: Buffer.from(`populace made this file up: ${name}\n`), type: 'text/plain' }
}

/** Returns whether the extension of a file name is that of a picture. */
export const isPicture = (name: string): boolean => /\.(?:png|jpe?g|gif|webp|avif|svg|ico)$/i.test(name)

function within(size: Size): Size {
  const { width, height } = scaled(size, LONGEST)
  const share = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)))
  return { width: whole(width * share), height: whole(height * share) }
}

function scaled({ width, height }: Size, longest: number): Size {
  const share = Math.min(1, longest / Math.max(width, height))
  return { width: whole(width * share), height: whole(height * share) }
}

const whole = (pixels: number): number => Math.max(1, Math.floor(pixels))

/** Returns two colours for a picture, derived from its name without the extension. */
function coloursOf(name: string): readonly [Colour, Colour] {
  let sum = 7
  for (const letter of name.slice(0, name.lastIndexOf('.')))
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return [hue(sum, 0.6), hue(sum + 2, 0.35)]
}

/**
 * Returns one of twelve hues as a colour in red, green and blue. The parameter `light` is the lightness, from 0 to 1.
 */
export function hue(step: number, light: number): Colour {
  const angle = (step % 12) * 30
  const channel = (offset: number): number => {
    const at = (offset + angle / 30) % 12
    const depth = 0.6 * Math.min(light, 1 - light)
    return Math.round(255 * (light - depth * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/** A picture of the format that a name ends with, of the size that is asked for, the same one for the same name. */
import { gif } from './gif.ts'
import { jpeg } from './jpeg.ts'
import { type Colour, mosaic, type Size, SQUARE } from './mosaic.ts'
import { mp3, pdf, wav } from './papers.ts'
import { ico, png } from './png.ts'
import { svg } from './svg.ts'
import { webp } from './webp.ts'

/** Bytes, and their type where it is not that of the name. */
export interface Made {
  readonly bytes: Uint8Array
  readonly type?: string
}

/** Pixels of the longest side, and of a whole picture; what is larger becomes smaller in both directions. */
const LONGEST = 10_000
const MOST_PIXELS = 25_000_000
const LONGEST_ICON = 256

/** undefined for a kind of file that is not made. */
export function make(name: string, size: Size): Made | undefined {
  return MAKERS.get(extensionOf(name))?.(within(size), coloursOf(name), name)
}

type Maker = (size: Size, colours: readonly [Colour, Colour], name: string) => Made

const asJpeg: Maker = (size, colours) => ({ bytes: jpeg(mosaic(size, colours, SQUARE)) })
const asPng: Maker = (size, colours) => ({ bytes: png(mosaic(size, colours)) })

const MAKERS: ReadonlyMap<string, Maker> = new Map(
  Object.entries<Maker>({
    png: asPng,
    jpg: asJpeg,
    jpeg: asJpeg,
    gif: (size, colours) => ({ bytes: gif(mosaic(size, colours)) }),
    webp: (size, colours) => ({ bytes: webp(mosaic(size, colours)) }),
    // What makes an AVIF is as large as all of this together.
    avif: (size, colours, name) => ({ ...asPng(size, colours, name), type: 'image/png' }),
    svg: (size, colours) => ({ bytes: Buffer.from(svg(size, colours)) }),
    ico: (size, colours) => ({ bytes: ico(mosaic(scaled(size, LONGEST_ICON), colours)) }),
    pdf: (_size, _colours, name) => ({ bytes: pdf(name) }),
    wav: () => ({ bytes: wav() }),
    mp3: () => ({ bytes: mp3() }),
  }),
)

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1).toLowerCase()

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

/** Two of twelve colours round the circle, which follow from the name before its extension. */
function coloursOf(name: string): readonly [Colour, Colour] {
  let sum = 7
  for (const letter of name.slice(0, name.lastIndexOf('.')))
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65_521
  return [hue(sum, 0.6), hue(sum + 2, 0.35)]
}

/** Twelve colours round the circle, as light as is said, from 0 to 1. */
export function hue(step: number, light: number): Colour {
  const angle = (step % 12) * 30
  const channel = (offset: number): number => {
    const at = (offset + angle / 30) % 12
    const depth = 0.6 * Math.min(light, 1 - light)
    return Math.round(255 * (light - depth * Math.max(-1, Math.min(at - 3, 9 - at, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

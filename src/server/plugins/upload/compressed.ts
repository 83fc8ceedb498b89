/**
 * Pictures that are sent, compressed anew as the real server does it, and by the package by which it does so: `sharp`, where
 * whoever runs this has it installed. Where it is not there they stay as they are.
 */

/** Formats that the real server compresses; the others it keeps. */
const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp', 'tiff'])
/** Percent, as that server is set up where nobody has told it otherwise. */
const QUALITY = 80
/** A picture of more pixels stays as it is: few bytes may stand for very many. */
const MOST_PIXELS = 50_000_000

/** What is used of sharp. */
interface Picture {
  readonly metadata: () => Promise<{ readonly format?: string }>
  readonly toFormat: (format: string, options: { readonly quality: number }) => Picture
  readonly toBuffer: () => Promise<Uint8Array>
}
type OpenPicture = (
  bytes: Uint8Array,
  options: { readonly animated: boolean; readonly limitInputPixels: number },
) => Picture

/** Bytes as they are kept. Never fails: what is no picture stays as it is. */
export async function compressed(bytes: Uint8Array): Promise<Uint8Array> {
  opening ??= opener()
  const open = await opening
  if (open === undefined) return bytes
  try {
    const picture = open(bytes, { animated: true, limitInputPixels: MOST_PIXELS })
    const { format } = await picture.metadata()
    if (format === undefined || !FORMATS.has(format)) return bytes
    return await picture.toFormat(format, { quality: QUALITY }).toBuffer()
  } catch {
    return bytes
  }
}

let opening: Promise<OpenPicture | undefined> | undefined

async function opener(): Promise<OpenPicture | undefined> {
  try {
    // Where it is, is asked when it is wanted, so that no bundler looks for what need not be there.
    const found: unknown = await import(import.meta.resolve('sharp'))
    return isSharp(found) ? found.default : undefined
  } catch {
    return undefined
  }
}

const isSharp = (found: unknown): found is { readonly default: OpenPicture } =>
  typeof found === 'object' && found !== null && 'default' in found && typeof found.default === 'function'

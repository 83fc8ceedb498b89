/**
 * Compresses uploaded pictures as the real server does, with the package `sharp`. If `sharp` is not installed, pictures
 * stay unchanged.
 */

/** The picture formats that the real server compresses. */
const FORMATS: ReadonlySet<string | undefined> = new Set(['jpeg', 'png', 'webp', 'tiff'])
/** The default quality of the real server, in percent. */
const QUALITY = 80
/**
 * The maximum number of pixels of a picture that the server compresses, as a protection against decompression bombs.
 * Larger pictures stay unchanged.
 */
const MOST_PIXELS = 50_000_000

/** The part of sharp's API that this file uses. */
interface Picture {
  readonly metadata: () => Promise<{ readonly format?: string }>
  readonly toFormat: (format: string, options: { readonly quality: number }) => Picture
  readonly toBuffer: () => Promise<Uint8Array>
}
type OpenPicture = (
  bytes: Uint8Array,
  options: { readonly animated: boolean; readonly limitInputPixels: number },
) => Picture

/** Compresses a picture. The promise never rejects: the function returns an invalid picture unchanged. */
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
    // Resolves the package at run time, so that bundlers do not look for an optional package.
    const found: unknown = await import(import.meta.resolve('sharp'))
    return isSharp(found) ? found.default : undefined
  } catch {
    return undefined
  }
}

const isSharp = (found: unknown): found is { readonly default: OpenPicture } =>
  typeof found === 'object' && found !== null && 'default' in found && typeof found.default === 'function'

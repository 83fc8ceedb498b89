/** Generates a picture as SVG text: a gradient with the size written on it. */
import type { Colour, Size } from './mosaic.ts'

export function svg({ width, height }: Size, [above, below]: readonly [Colour, Colour]): string {
  const text = `${width}×${height}`
  const size = Math.max(1, Math.floor(Math.min((0.8 * width) / text.length, height / 4)))
  const rgb = (colour: Colour): string => `rgb(${colour.join(',')})`
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${rgb(above)}"/>` +
    `<stop offset="1" stop-color="${rgb(below)}"/></linearGradient></defs>` +
    `<rect width="100%" height="100%" fill="url(#g)"/>` +
    `<text x="50%" y="50%" fill="#fff" font-family="sans-serif" font-size="${size}" text-anchor="middle" ` +
    `dominant-baseline="central">${text}</text></svg>\n`
  )
}

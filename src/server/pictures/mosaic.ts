/** A picture of coloured squares with a gradient from top to bottom. The picture shows its own size as text. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** A colour by red, green and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

export interface Mosaic extends Size {
  /** The side of a square in pixels. The squares at the right and bottom edges may be cut. */
  readonly square: number
  readonly columns: number
  readonly rows: number
  /** The colour of each square as an index of the palette, row by row. */
  readonly cells: Uint8Array
  /** The colours of the picture, at most 32. */
  readonly palette: readonly Colour[]
}

const SHADES = 16
/** The palette index of the letter colour, directly after the shades of the gradient. */
const INK = SHADES

/** The side of the largest square, in pixels. */
const LARGEST_SQUARE = 8

/** Creates a picture of coloured squares. If the picture is too small for the text, it shows only the gradient. */
export function mosaic(size: Size, [above, below]: readonly [Colour, Colour]): Mosaic {
  const { width, height } = size
  const { square, lines } = linesAt(size)
  const [columns, rows] = [Math.ceil(width / square), Math.ceil(height / square)]
  const cells = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++)
    cells.fill(Math.floor((row * SHADES) / rows), row * columns, (row + 1) * columns)
  write(lines, { columns, rows, cells })
  const shades = Array.from(
    { length: SHADES },
    (_, shade): Colour => mixed(above, below, shade / (SHADES - 1)),
  )
  return { width, height, square, columns, rows, cells, palette: [...shades, [255, 255, 255]] }
}

function mixed(above: Colour, below: Colour, share: number): Colour {
  const at = (index: 0 | 1 | 2): number => Math.round(above[index] + (below[index] - above[index]) * share)
  return [at(0), at(1), at(2)]
}

/**
 * Finds the largest squares with which the text fits into the picture. If the text never fits, the function returns
 * the largest squares and no text.
 */
function linesAt(size: Size): { readonly square: number; readonly lines: readonly string[] } {
  for (let square = LARGEST_SQUARE; square >= 1; square /= 2) {
    const lines = fitting(size, square)
    if (lines.length > 0) return { square, lines }
  }
  return { square: LARGEST_SQUARE, lines: [] }
}

/** The width in squares of a letter with its spacing. */
const LETTER = 4
/** The height in squares of a line of text with its spacing. */
const LINE = 6

/** Returns the size of the picture as one or two lines of text; no lines if the text does not fit. */
function fitting({ width, height }: Size, square: number): readonly string[] {
  const fits = (lines: readonly string[]): boolean =>
    lines.every((line) => (line.length * LETTER + 1) * square <= width) &&
    (lines.length * LINE + 1) * square <= height
  return [[`${width}×${height}`], [`${width}×`, String(height)]].find(fits) ?? []
}

/**
 * The letters as glyphs three squares wide and five squares high. Each number holds the three squares of one row as
 * bits.
 */
const GLYPHS: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '3': [7, 1, 3, 1, 7],
  '4': [5, 5, 7, 1, 1],
  '5': [7, 4, 7, 1, 7],
  '6': [7, 4, 7, 5, 7],
  '7': [7, 1, 1, 2, 2],
  '8': [7, 5, 7, 5, 7],
  '9': [7, 5, 7, 1, 7],
  '×': [0, 5, 2, 5, 0],
}

/**
 * Writes the lines of text in the middle of the picture. The text fills at most half of the width and height, unless
 * the picture is too small for larger letters.
 */
function write(
  lines: readonly string[],
  { columns, rows, cells }: Pick<Mosaic, 'columns' | 'rows' | 'cells'>,
): void {
  const longest = Math.max(1, ...lines.map((line) => line.length * LETTER - 1))
  const high = lines.length * LINE - 1
  const scale = Math.max(1, Math.floor(Math.min(columns / (2 * longest), rows / (2 * high))))
  lines.forEach((line, at) => {
    const left = Math.floor((columns - (line.length * LETTER - 1) * scale) / 2)
    const top = Math.floor((rows - high * scale) / 2) + at * LINE * scale
    for (const [index, letter] of [...line].entries()) {
      for (const [y, bits] of (GLYPHS[letter] ?? []).entries()) {
        for (let x = 0; x < 3; x++) {
          if ((bits & (4 >> x)) === 0) continue
          for (let row = 0; row < scale; row++) {
            const from = (top + y * scale + row) * columns + left + (index * LETTER + x) * scale
            cells.fill(INK, from, from + scale)
          }
        }
      }
    }
  })
}

/**
 * Returns the palette indexes of one line of pixels in a row of squares. All pixel lines of a row of squares are equal.
 */
export function pixelsOf({ width, square, columns, cells }: Mosaic, row: number): Uint8Array {
  const pixels = new Uint8Array(width)
  for (let column = 0; column < columns; column++)
    pixels.fill(cells[row * columns + column] ?? 0, column * square, (column + 1) * square)
  return pixels
}

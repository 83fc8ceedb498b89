/** Tables of measurements. */

/** A table cell: `cellText` rounds a number, and prints null as an empty text. */
export type Cell = number | string | null

export interface Table {
  /** The id of the table in `bench.json` and in the picture. */
  readonly id: string
  readonly title: string
  /** The text of the table that explains how the figures were measured, and how to read them. */
  readonly says: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}

/** Returns the text of a cell: "0.00012" for 0.000123, "1.23" for 1.234, and "12,346" for 12345.6. */
export function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return cell
  if (!Number.isFinite(cell)) return '–'
  const size = Math.abs(cell)
  if (size >= 100) return Math.round(cell).toLocaleString('en-US')
  if (size >= 10) return cell.toFixed(1)
  return size >= 0.1 || size === 0 ? cell.toFixed(2) : cell.toPrecision(2)
}

const lengthsOf = ({ columns, rows }: Table): readonly number[] =>
  columns.map((title, at) => Math.max(title.length, ...rows.map((row) => cellText(row[at] ?? null).length)))

/** Returns a table as text for a terminal, in columns of equal width. */
export function asText(table: Table): string {
  const lengths = lengthsOf(table)
  const line = (cells: readonly Cell[]): string =>
    cells
      .map((cell, at) =>
        at === 0 ? cellText(cell).padEnd(lengths[0] ?? 0) : cellText(cell).padStart(lengths[at] ?? 0),
      )
      .join('  ')
      .trimEnd()
  return [`${table.title}`, `  ${table.says}`, '', line(table.columns), ...table.rows.map(line), ''].join(
    '\n',
  )
}

export function asMarkdown({ columns, rows }: Pick<Table, 'columns' | 'rows'>): string {
  const line = (cells: readonly Cell[]): string => `| ${cells.map(cellText).join(' | ')} |`
  return [line(columns), `|${' --- |'.repeat(columns.length)}`, ...rows.map(line)].join('\n')
}

/** Returns one column of a table as a map, whose keys are the cells of the first column. */
export function columnOf({ columns, rows }: Table, title: string): ReadonlyMap<string, Cell> {
  const at = columns.indexOf(title)
  return new Map(rows.map((row) => [cellText(row[0] ?? null), row[at] ?? null]))
}

/** Draws the output of a command as a terminal in SVG, with text that can be searched and copied. */

const FONT = 13
const LINE = 19
const WIDTH = 7.83
const MARGIN = 16
const BAR = 34

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one)

export interface Picture {
  /** The command line. */
  readonly command: string
  readonly lines: readonly string[]
  /** Returns the style of a line, chosen by its content. Lines with commands are strong. */
  readonly classOf: (line: string) => 'plain' | 'strong' | 'bad' | 'faint'
}

/** The width of the terminal in characters; longer lines are cut. */
const COLUMNS = 110

export function svgOf({ command, lines, classOf }: Picture): string {
  const shown = [`$ ${command}`, ...lines].map((line) =>
    line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line,
  )
  const height = BAR + MARGIN + shown.length * LINE
  const width = Math.ceil(2 * MARGIN + COLUMNS * WIDTH)
  const text = shown.map((line, at) => {
    const kind = at === 0 || line.startsWith('$ ') ? 'strong' : classOf(line)
    return `<text class="${kind}" x="${MARGIN}" y="${BAR + (at + 1) * LINE}" xml:space="preserve">${escaped(line)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
<title>${escaped(command)}</title>
<style>
rect { fill: #16181d } circle { fill: #3a3f4b }
text { font: ${FONT}px ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; fill: #c9d1d9 }
.strong { fill: #fff; font-weight: 600 } .bad { fill: #ff8c82; font-weight: 600 } .faint { fill: #8b949e }
</style>
<rect width="${width}" height="${height}" rx="8"/>
<circle cx="20" cy="17" r="5"/><circle cx="38" cy="17" r="5"/><circle cx="56" cy="17" r="5"/>
${text.join('\n')}
</svg>
`
}

/** Where the code names the rules and switches: the lines that realise them, with what stands around. */

/** A file of the sources. */
export interface SourceFile {
  /** From the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** A piece of code that names an id. */
export interface CodePlace {
  readonly path: string
  /** The line that names it, counted from 1. */
  readonly line: number
  /** The first line of the piece, counted from 1. */
  readonly from: number
  readonly text: string
}

/** So many places are shown of one id, the most telling first. */
const MAX_PLACES = 3
/** So many lines are shown at most before and behind the line that names it. */
const MAX_BEFORE = 12
const MAX_BEHIND = 10

/** For each id the places in the code that name it in quotes; ids that no code names are left out. */
export function codeOf(
  ids: readonly string[],
  files: readonly SourceFile[],
): Readonly<Record<string, readonly CodePlace[]>> {
  const wanted = new Set(ids)
  const found = new Map<string, CodePlace[]>()
  for (const { path, text } of files) {
    const lines = text.split('\n')
    for (const [at, line] of lines.entries()) {
      for (const id of namedIn(line)) {
        if (!wanted.has(id)) continue
        found.set(id, [...(found.get(id) ?? []), placeAt(path, lines, at)])
      }
    }
  }
  const chosen = [...found].map(([id, places]) => [id, told(places)] as const)
  return Object.fromEntries(chosen.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** What stands in single quotes. */
const namedIn = (line: string): readonly string[] => [
  ...new Set([...line.matchAll(/'([^'\s]+)'/g)].map(([, id = '']) => id)),
]

/** The function or table around a line, as far as it is short. */
function placeAt(path: string, lines: readonly string[], at: number): CodePlace {
  let from = at
  while (from > at - MAX_BEFORE && from > 0 && !isStart(lines[from] ?? '')) from--
  if (!isStart(lines[from] ?? '')) from = Math.max(0, at - MAX_BEFORE / 2)
  let to = at
  while (to < at + MAX_BEHIND && to < lines.length - 1 && !isEnd(lines[to] ?? '')) to++
  if (!isEnd(lines[to] ?? '')) to = Math.min(lines.length - 1, at + MAX_BEHIND / 2)
  return { path, line: at + 1, from: from + 1, text: lines.slice(from, to + 1).join('\n') }
}

const isStart = (line: string): boolean =>
  /^(?:export |async )*(?:function|const|class|interface|type) /.test(line)
const isEnd = (line: string): boolean => /^[})\]]/.test(line)

/** Places that differ, one for each function; those that act come before types and lists of names. */
function told(places: readonly CodePlace[]): readonly CodePlace[] {
  const byStart = new Map<string, CodePlace>()
  for (const place of places) {
    const key = `${place.path}:${place.from}`
    if (!byStart.has(key)) byStart.set(key, place)
  }
  return [...byStart.values()].sort((a, b) => weight(a) - weight(b)).slice(0, MAX_PLACES)
}

function weight({ line, from, text }: CodePlace): number {
  const named = text.split('\n')[line - from] ?? ''
  if (/: '[^']+' \||^\s*\| '|\btype\b/.test(named)) return 2
  return /\bcite\(|\bhas\(|\brule: '|\b(?:refuse\w*|crash|invalidKey|validation)\(/.test(named) ? 0 : 1
}

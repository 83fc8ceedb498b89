/** Finds the lines of code that implement each rule and departure, with the lines around them. */

/** A file of the source code. */
export interface SourceFile {
  /** The path from the root of the project, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** An excerpt of code that contains the id of a rule or departure. */
export interface CodePlace {
  readonly path: string
  /** The number of the line that contains the id, counted from 1. */
  readonly line: number
  /** The number of the excerpt's first line, counted from 1. */
  readonly from: number
  readonly text: string
}

/** The maximum number of excerpts of code that the site shows for one id. */
const MAX_PLACES = 3
/** The maximum number of lines that an excerpt shows before the line with the id. */
const MAX_BEFORE = 12
/** The maximum number of lines that an excerpt shows after the line with the id. */
const MAX_BEHIND = 10

/** Returns the excerpts of code that contain each id in quotes. The result omits ids without an excerpt. */
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
  const chosen = [...found].map(([id, places]) => [id, mostRelevant(places)] as const)
  return Object.fromEntries(chosen.sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the texts in single quotes on a line of code. */
const namedIn = (line: string): readonly string[] => [
  ...new Set([...line.matchAll(/'([^'\s]+)'/g)].map(([, id = '']) => id)),
]

/**
 * Returns the function or table that contains a line. If this function or table is too long to show, returns the lines
 * near the given line.
 */
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

/**
 * Returns one excerpt for each function, and sorts excerpts of functions before excerpts of types and of lists of
 * names.
 */
function mostRelevant(places: readonly CodePlace[]): readonly CodePlace[] {
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

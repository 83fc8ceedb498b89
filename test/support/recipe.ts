/**
 * Applies a recipe of the documentation to the sources: a diff whose sections name a file, quote its lines, and add
 * lines.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pageNamed, root } from './docs.ts'

export interface Recipe {
  /** The text of each changed file with the added lines, by path from the root. */
  readonly files: ReadonlyMap<string, string>
  /** The lines that the recipe adds to each file. */
  readonly added: ReadonlyMap<string, readonly string[]>
}

const FILE = /^ \/\/ (\S+)$/

/** Applies the first diff below a heading. @throws Error if a section does not match its file. */
export function recipeBelow(heading: string): Recipe {
  const [, below = ''] = pageNamed('extending').split(`## ${heading}\n`)
  const [, diff = ''] = /^```diff\n(.*?)^```/ms.exec(below) ?? []
  const sections = new Map<string, string[]>()
  let path = ''
  for (const line of diff.split('\n').slice(0, -1)) {
    const [, next] = FILE.exec(line) ?? []
    path = next ?? path
    if (next === undefined) sections.get(path)?.push(line)
    else sections.set(path, [])
  }
  const apply = ([path, lines]: [string, readonly string[]]) => [path, applied(path, lines)] as const
  return {
    files: new Map([...sections].map(apply)),
    added: new Map([...sections].map(([path, lines]) => [path, linesOf(lines, '+')])),
  }
}

const linesOf = (lines: readonly string[], ...marks: readonly string[]): readonly string[] =>
  lines.filter((line) => marks.some((mark) => line.startsWith(mark))).map((line) => line.slice(1))

/**
 * Returns the text of a file with the added lines of a section. The quoted lines of a section must occur exactly
 * once in the file, one after the other.
 */
function applied(path: string, lines: readonly string[]): string {
  const text = readFileSync(join(root, path), 'utf8')
  const [before, after] = [linesOf(lines, ' '), linesOf(lines, ' ', '+')].map(
    (some) => `\n${some.join('\n')}\n`,
  )
  const [start = '', end, ...more] = text.split(before ?? '')
  if (end === undefined || more.length > 0) throw new Error(`${path} does not hold once: ${before}`)
  return `${start}${after}${end}`
}

/**
 * Generates mutants by rule: each mutant replaces one operator, constant or method name of a line, such as `<` by `<=`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import type { Fault } from './mutants.ts'

/** The folders of the reference whose lines are mutated. */
const ROOMS = ['parse', 'check', 'plan', 'evaluate']

const SWAPS: readonly (readonly [string, string])[] = [
  [' === ', ' !== '],
  [' !== ', ' === '],
  [' && ', ' || '],
  [' || ', ' && '],
  [' ?? ', ' && '],
  [' < ', ' <= '],
  [' > ', ' >= '],
  [' <= ', ' < '],
  [' >= ', ' > '],
  [' + ', ' - '],
  [' - ', ' + '],
  ['.some(', '.every('],
  ['.every(', '.some('],
  ['true', 'false'],
  ['false', 'true'],
]

/** The beginning of lines without executable code: comments, imports and types. */
const IDLE = /^\s*(\*|\/|import |export type |type |readonly |\||export interface |interface )/

/** Returns every generated mutant, in order of file, line and rule; with `every` N, only one of N. */
export function madeFaults(root: string, every: number): readonly Fault[] {
  return ROOMS.flatMap((room) => filesOf(root, room))
    .flatMap((file) => ofFile(file, readFileSync(`${root}/${file}`, 'utf8')))
    .filter((_one, at) => at % every === 0)
}

const filesOf = (root: string, room: string): readonly string[] =>
  readdirSync(`${root}/src/reference/${room}`)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => `src/reference/${room}/${name}`)

function ofFile(file: string, source: string): readonly Fault[] {
  let lineStart = 0
  return source.split('\n').flatMap((text, at) => {
    const begin = lineStart
    lineStart += text.length + 1
    return ofLine(text).map(({ column, from, to }) => {
      const start = begin + column
      const says = `${from.trim()} reads ${to.trim()} at column ${column + 1}.`
      return { file, line: at + 1, start, end: start + from.length, text: to, says }
    })
  })
}

interface Swap {
  readonly column: number
  readonly from: string
  readonly to: string
}

function ofLine(text: string): readonly Swap[] {
  if (IDLE.test(text)) return []
  return SWAPS.flatMap(([from, to]) => placesOf(text, from).map((column) => ({ column, from, to })))
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

/** Single faults made by rule: one operator or constant of a line in place of its opposite. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Mutant } from './mutants.ts'

/** The phases of an answer. */
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

/** Lines that are no code: comments, imports, types. */
const IDLE = /^\s*(\*|\/|import |export type |type |readonly |\||export interface |interface )/

/** A fault at one place: the whole line is named, as the text alone may stand elsewhere too. */
export interface MadeMutant extends Mutant {
  /** From 1. */
  readonly line: number
}

/** Every such fault, by file, line and place in it; `every` keeps one of so many. */
export function madeMutants(root: string, every: number): readonly MadeMutant[] {
  return ROOMS.flatMap((room) => filesOf(root, room))
    .flatMap((file) =>
      readFileSync(`${root}/${file}`, 'utf8')
        .split('\n')
        .flatMap((text, at) => ofLine(file, text, at + 1)),
    )
    .filter((_one, at) => at % every === 0)
}

const filesOf = (root: string, room: string): readonly string[] =>
  readdirSync(`${root}/src/reference/${room}`)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => `src/reference/${room}/${name}`)

function ofLine(file: string, text: string, line: number): readonly MadeMutant[] {
  if (IDLE.test(text)) return []
  return SWAPS.flatMap(([from, to]) =>
    placesOf(text, from).map((at) => ({
      file,
      line,
      from: text,
      to: text.slice(0, at) + to + text.slice(at + from.length),
      says: `${from.trim()} reads ${to.trim()} at column ${at + 1}.`,
    })),
  )
}

function placesOf(text: string, part: string): readonly number[] {
  const places: number[] = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) places.push(at)
  return places
}

/** The text of the file with the fault in it. */
export function withFault(sound: string, mutant: Mutant | MadeMutant): string {
  if (!('line' in mutant)) return sound.replace(mutant.from, () => mutant.to)
  const lines = sound.split('\n')
  lines[mutant.line - 1] = mutant.to
  return lines.join('\n')
}

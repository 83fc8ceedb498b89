/**
 * Mutants: faults that are inserted into the sources, so that laws and cases can detect them.
 *
 * A mutant finds its place by code, not by file and line. The search compares the structure of code, and ignores
 * layout, files and all names that can be renamed. Therefore, a mutant stays valid when code is renamed or moved.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { areSame, renamed, unbound } from './names.ts'
import { type Code, type MutantPlace, placesOf, type Sources } from './places.ts'
import type { Token } from './tokens.ts'

export interface Mutant extends Code {
  /**
   * The code that replaces `from` at the matched place. The names of the pattern become the names at the place in
   * the source.
   */
  readonly to: string
  /** A sentence that describes the fault of the mutated implementation. */
  readonly says: string
  /** A sentence that explains why no law about answers can detect the mutant. */
  readonly noLaw?: string
}

/** A mutant with its place in the sources: a replacement in the text of one file. */
export interface Fault {
  readonly file: string
  /** From 1. */
  readonly line: number
  readonly start: number
  readonly end: number
  /** The text that replaces the source from `start` to `end`. */
  readonly text: string
  readonly says: string
  readonly noLaw?: string
}

/** A mutant that does not fit the sources: it has not exactly one place, or its replacement has an unknown name. */
export interface Stale {
  readonly mutant: Mutant
  readonly why: string
}

/** Reads a list of mutants from a file in this folder. */
export function readMutants(root: string, list = 'mutants.json'): readonly Mutant[] {
  return JSON.parse(readFileSync(join(root, 'test/search/mutants', list), 'utf8'))
}

/**
 * Finds the place of each mutant in the sources. A mutant is stale if it has not exactly one place, or if its
 * replacement has an unknown name.
 */
export function located(
  mutants: readonly Mutant[],
  sources: Sources,
): { readonly faults: readonly Fault[]; readonly stale: readonly Stale[] } {
  const results = mutants.map((mutant) => locate(mutant, sources))
  return {
    faults: results.filter((result) => 'file' in result),
    stale: results.filter((result) => 'why' in result),
  }
}

function locate(mutant: Mutant, sources: Sources): Fault | Stale {
  const places = placesOf(mutant, sources)
  // If several places in the sources have the structure of a mutant, only places with the same names are used.
  const named = places.length > 1 ? places.filter(({ names }) => areSame(names)) : places
  const [place] = named
  if (place === undefined || named.length > 1) {
    const where = places.map((one) => placeText(faultAt(one, mutant))).join(', ')
    return {
      mutant,
      why: places.length === 0 ? 'no place has its code' : `several places have its code: ${where}`,
    }
  }
  const unknown = unknownNames(unbound(mutant.to, place.names), sources)
  if (unknown.length > 0) return { mutant, why: `no source has the names ${unknown.join(', ')}` }
  return { ...faultAt(place, mutant), ...(mutant.noLaw === undefined ? {} : { noLaw: mutant.noLaw }) }
}

/**
 * Returns the undeclared names of a replacement: no source contains the name, and the replacement uses the name only
 * once.
 */
const unknownNames = (names: readonly string[], { having }: Sources): readonly string[] =>
  names.filter((name) => !having.has(name) && names.indexOf(name) === names.lastIndexOf(name))

export const placeText = ({ file, line }: Fault): string => `${file}:${line}`

export function faultAt({ declaration, from, to: end, names }: MutantPlace, { to, says }: Mutant): Fault {
  const tokens = declaration.tokens.slice(from, end)
  const start = tokens[0]?.start ?? 0
  const line = declaration.source.slice(0, start).split('\n').length
  return { file: declaration.file, line, start, end: endOf(tokens, start), text: renamed(to, names), says }
}

/**
 * Returns the position after the last token of a match, or after the omitted parentheses that close after the token.
 */
function endOf(tokens: readonly Token[], start: number): number {
  const last = tokens.at(-1)
  return (last?.closed ?? []).reduce((end, one) => (one.open >= start ? one.end : end), last?.end ?? start)
}

/** Returns the text of a file with a mutant in it. */
export const seeded = (sound: string, { start, end, text }: Fault): string =>
  sound.slice(0, start) + text + sound.slice(end)

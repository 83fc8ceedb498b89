/** Single faults for the laws to find: a file of the sources, a text that occurs in it once, and what takes its place. */
import { readFileSync } from 'node:fs'

export interface Mutant {
  readonly file: string
  readonly from: string
  readonly to: string
  /** What is wrong with the mutated implementation. */
  readonly says: string
}

/** A list, from a file beside this one in the sources. */
export function readMutants(root: string, list = 'mutants.json'): readonly Mutant[] {
  return JSON.parse(readFileSync(`${root}/test/search/mutants/${list}`, 'utf8'))
}

/** How often the text of a mutant occurs in its file; anything but once makes it unusable. */
export const occurrences = ({ file, from }: Mutant, root: string): number =>
  readFileSync(`${root}/${file}`, 'utf8').split(from).length - 1

/** Prints the mutants that no longer match the sources, each with the most similar code in the sources. */

import { GUARDED_ROOMS, SAFETY } from './guards.ts'
import { located, readMutants } from './mutants.ts'
import { nearestTo } from './nearest.ts'
import { readSources } from './places.ts'

const root = process.cwd()

for (const [list, rooms] of [['mutants.json'], ['writing.json'], [SAFETY, GUARDED_ROOMS]] as const) {
  const sources = readSources(root, rooms)
  const mutants = readMutants(root, list)
  const { stale } = located(mutants, sources)
  console.log(`${list}: ${stale.length} of ${mutants.length} mutants are stale`)
  for (const { mutant, why } of stale) {
    const near = nearestTo(mutant, sources)
    console.log(`\n${mutant.says}\n  ${why}`)
    if (mutant.after !== undefined) console.log(indented('after', mutant.after))
    console.log(indented('from', mutant.from))
    if (mutant.before !== undefined) console.log(indented('before', mutant.before))
    if (near !== undefined) console.log(indented(`near ${near.file}:${near.line}`, near.text))
  }
  if (stale.length > 0) process.exitCode = 1
}

function indented(title: string, text: string): string {
  return [`  ${title}`, ...text.split('\n').map((line) => `    ${line.trim()}`)].join('\n')
}

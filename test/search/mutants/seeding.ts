/** Inserts mutants into copies of the sources, one at a time in each copy. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fault, located, readMutants, seeded } from './mutants.ts'
import { readSources } from './places.ts'

/** Returns the mutants of a list whose description contains a text. @throws Error if one of these mutants is stale. */
export function faultsWith(
  text: string,
  root: string,
  list?: string,
  rooms?: readonly string[],
): readonly Fault[] {
  const mutants = readMutants(root, list).filter(({ says }) => says.includes(text))
  const { faults, stale } = located(mutants, readSources(root, rooms))
  if (stale.length > 0) {
    const lines = stale.map(({ mutant, why }) => `${mutant.says} (${why})`)
    throw new Error(`npm run search -- mutants-stale shows how to align these mutants:\n${lines.join('\n')}`)
  }
  return faults
}

/**
 * Copies the sources, the properties and the tests of the project, and links the other folders that a test run needs.
 */
function copyOf(root: string): string {
  const dir = mkdtempSync(join(tmpdir(), 'populace-mutant-'))
  for (const name of ['src', 'properties', 'test', 'package.json', 'tsconfig.json']) {
    const filter = (path: string): boolean => !path.includes('node_modules')
    cpSync(join(root, name), join(dir, name), { recursive: true, filter })
  }
  for (const name of ['node_modules', 'fixtures']) symlinkSync(join(root, name), join(dir, name))
  return dir
}

/**
 * Runs a test for each mutant in one of `workers` parallel copies of the project, and returns all outcomes. The
 * function `prepare` runs once for each copy. The function that `prepare` returns runs for each mutant, while the
 * mutant is in the copy.
 */
export async function eachSeeded<T>(
  faults: readonly Fault[],
  { root, workers }: { readonly root: string; readonly workers: number },
  prepare: (dir: string) => Promise<(fault: Fault) => Promise<T>>,
): Promise<readonly T[]> {
  const outcomes: T[] = []
  const waiting = [...faults]
  const work = async (): Promise<void> => {
    const dir = copyOf(root)
    const attempt = await prepare(dir)
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const path = join(dir, fault.file)
      const sound = readFileSync(path, 'utf8')
      writeFileSync(path, seeded(sound, fault))
      outcomes.push(await attempt(fault))
      writeFileSync(path, sound)
    }
    rmSync(dir, { recursive: true })
  }
  await Promise.all(Array.from({ length: workers }, work))
  return outcomes
}

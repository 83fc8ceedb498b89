/** Faults put into copies of the sources, one after the other. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutant, occurrences, readMutants } from './mutants.ts'

/** The mutants of a list whose sentence has a text. @throws where one's own text is not where it should be. */
export function mutantsWith(text: string, root: string, list?: string): readonly Mutant[] {
  const mutants = readMutants(root, list).filter(({ says }) => says.includes(text))
  const stale = mutants.filter((mutant) => occurrences(mutant, root) !== 1)
  if (stale.length > 0) throw new Error(`stale mutants: ${stale.map(({ says }) => says).join(' ')}`)
  return mutants
}

/** A copy of the project that can be broken; nothing is built in it. */
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
 * What comes of each mutant, `workers` at a time, each worker in a copy of its own. `prepare` is called once for each
 * copy, and says what is done with a mutant while it is in the copy.
 */
export async function eachSeeded<T>(
  mutants: readonly Mutant[],
  { root, workers }: { readonly root: string; readonly workers: number },
  prepare: (dir: string) => Promise<(mutant: Mutant) => Promise<T>>,
): Promise<readonly T[]> {
  const outcomes: T[] = []
  const waiting = [...mutants]
  const work = async (): Promise<void> => {
    const dir = copyOf(root)
    const attempt = await prepare(dir)
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const { from, to } = mutant
      const path = join(dir, mutant.file)
      const sound = readFileSync(path, 'utf8')
      writeFileSync(
        path,
        sound.replace(from, () => to),
      )
      outcomes.push(await attempt(mutant))
      writeFileSync(path, sound)
    }
    rmSync(dir, { recursive: true })
  }
  await Promise.all(Array.from({ length: workers }, work))
  return outcomes
}

/** Runs `live.ts` of a build in a separate process, because a mutant can make an answer endless. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The broken laws, each with the first line of its failure. */
export type BrokenIn = Readonly<Record<string, string>>

export interface LiveRun {
  readonly runs: string
  readonly seed: string
  readonly most: string
}

/** The milliseconds without output after which a process counts as hung; ten worlds take a second. */
const SILENCE_MILLISECONDS = 120_000

/** Returns the broken laws; a process that hangs or crashes counts as a broken law `(crashed)`. */
export function brokenIn(dir: string, { runs, seed, most }: LiveRun): Promise<BrokenIn> {
  const script = join(dir, 'dist/test/search/mutants/live.js')
  const child = spawn(process.execPath, [script, runs, seed, most], {
    cwd: dir,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const broken: Record<string, string> = {}
  const hangs = (): void => {
    broken['(hangs)'] = 'the laws did not end'
    child.kill('SIGKILL')
  }
  let timer = setTimeout(hangs, SILENCE_MILLISECONDS)
  createInterface({ input: child.stdout }).on('line', (line) => {
    clearTimeout(timer)
    timer = setTimeout(hangs, SILENCE_MILLISECONDS)
    if (!line.startsWith('{')) return
    const { law, fault }: { readonly law: string; readonly fault: string } = JSON.parse(line)
    broken[law] = fault
  })
  return new Promise((resolve) => {
    child.on('close', (code) => {
      clearTimeout(timer)
      if (code !== 0 && code !== null) broken['(crashed)'] = `it ended with ${code}`
      resolve(broken)
    })
  })
}

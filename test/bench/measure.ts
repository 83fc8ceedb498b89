/** Clocks and heaps. Times are milliseconds; what is compared takes turns, so that a busy moment of the machine is everybody's. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from './root.ts'

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/** `at` counts on through all runs of a job, so that each can ask what was never asked before. */
export type Job = (at: number) => unknown

/** By the clock, or by the processor where that is less, as it is while others have the processor. */
export function timeOf(run: () => unknown): number {
  const before = process.cpuUsage()
  const start = performance.now()
  run()
  const took = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return Math.min(took, (user + system) / 1_000)
}

export interface Turns {
  readonly rounds: number
  /** How often a job is done at each turn. */
  readonly each: number
  /** No turn is begun after so many milliseconds, but for the first three. */
  readonly within?: number
  /** For so many milliseconds the jobs are done before they are measured: the engine has yet to see what is worth compiling. */
  readonly warming?: number
}

/** The median time of each job, done in turns; a round before them, and what warms, is not counted. */
export function inTurns(
  jobs: readonly Job[],
  { rounds, each, within = Number.POSITIVE_INFINITY, warming = 0 }: Turns,
): readonly number[] {
  const times: number[][] = jobs.map(() => [])
  let done = 0
  for (const end = performance.now() + warming; performance.now() < end; done++)
    for (const job of jobs) job(done)
  const begun = performance.now()
  for (let round = -1; round < rounds; round++) {
    if (round > 2 && performance.now() - begun > within) break
    for (const [at, job] of jobs.entries()) {
      const took = timeOf(() => {
        for (let again = 0; again < each; again++) job(done + again)
      })
      if (round >= 0) times[at]?.push(took / each)
    }
    done += each
  }
  return times.map(median)
}

/** Bytes of the heap that are held, after all that can go has gone. Needs `--expose-gc`. */
export async function heap(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    // What is held weakly is let go when its job is over.
    await new Promise((resolve) => setTimeout(resolve, 5))
    globalThis.gc?.()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const FLAGS = ['--expose-gc', '--max-old-space-size=10000']
const MOST_TOLD = 1e9

/** What a program of the bench, compiled, writes to its output as JSON. It has a heap of its own. */
export async function told(program: string, words: readonly string[]): Promise<string> {
  const run = promisify(execFile)
  const { stdout } = await run(
    process.execPath,
    [...FLAGS, `${ROOT}/.bench/test/bench/${program}`, ...words],
    {
      cwd: ROOT,
      maxBuffer: MOST_TOLD,
      env: { ...process.env, NO_COLOR: '1' },
    },
  )
  return stdout
}

/**
 * Measures times and the heap. Measures compared jobs in alternation, so that a busy moment of the machine affects
 * all jobs. All times are in milliseconds.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { ROOT } from './root.ts'

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * A measured job; each call is one run. The parameter `at` is the number of the run, so that each run can send a new
 * request.
 */
export type Job = (at: number) => unknown

/**
 * Returns the milliseconds of a run: the shorter of wall-clock time and CPU time, because other processes may use
 * the CPU.
 */
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
  /** The number of runs of a job before the next job runs. */
  readonly each: number
  /** The milliseconds after which no further round begins; at least three rounds run. */
  readonly within?: number
  /** The milliseconds that the jobs run before they are measured, so that the engine compiles hot code. */
  readonly warming?: number
}

/** Returns the median time of each job in milliseconds. The jobs run in alternation. Warm-up runs are not counted. */
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

/** Returns the size of the heap in bytes after garbage collection. Needs `--expose-gc`. */
export async function heap(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    // Waits for the next turn of the event loop, because V8 releases weak references only after the current turn.
    await new Promise((resolve) => setTimeout(resolve, 5))
    globalThis.gc?.()
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const FLAGS = ['--expose-gc', '--max-old-space-size=10000']
const MOST_TOLD = 1e9

/** Runs a compiled program of the bench in its own process; returns the JSON that it prints. */
export async function outputOf(program: string, words: readonly string[]): Promise<string> {
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

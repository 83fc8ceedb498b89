/**
 * Loads mutants of the shipped datasets. `--mutants N` sets the number, `--seed N` the seed, `--from N` the first
 * number (with `--mutants 1` for a single mutant), `--kind K` the kind. A mutated dataset must load with all its data
 * and give the answers of `src/semantics`, or the loader must reject it with a complete error. If the outcome of a
 * mutant is wrong, the search prints it at once. The mutants run in a separate process, so that a crash or a hang is an
 * outcome too. At the end, the search prints a table by kind; the exit status is 1 if any outcome was wrong.
 */
import { fork } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { KINDS, type MutationKind } from './mutant.ts'
import { mutantOf } from './mutants.ts'
import { type LoadOutcome, tallyOf } from './tally.ts'
import { runMutants } from './try.ts'

const { values } = parseArgs({
  options: {
    mutants: { type: 'string', default: '2000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    from: { type: 'string', default: '0' },
    kind: { type: 'string' },
    log: { type: 'string' },
    worker: { type: 'boolean', default: false },
  },
})

const seed = Number(values.seed)
const only: MutationKind | undefined = KINDS.find((kind) => kind === values.kind)
const first = Number(values.from)
const end = first + Number(values.mutants)

/** The milliseconds without a message after which the process counts as hung; no mutant takes nearly as long. */
const MOST_SILENCE = 300_000

/**
 * Starts a process that tries the mutants from this number to the last. Resolves with the number of the next mutant
 * after the last reported mutant.
 */
function tryFrom(from: number, onOutcome: (outcome: LoadOutcome) => void): Promise<number> {
  return new Promise((resolve) => {
    const range = [
      '--worker',
      '--seed',
      String(seed),
      '--from',
      String(from),
      '--mutants',
      String(end - from),
    ]
    const args = only === undefined ? range : [...range, '--kind', only]
    const worker = fork(fileURLToPath(import.meta.url), args)
    let next = from
    const kill = (): void => void worker.kill('SIGKILL')
    let timer = setTimeout(kill, MOST_SILENCE)
    worker.on('message', (outcome: LoadOutcome) => {
      clearTimeout(timer)
      timer = setTimeout(kill, MOST_SILENCE)
      next = outcome.number + 1
      onOutcome(outcome)
    })
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve(next)
    })
  })
}

/** Returns the outcome of a mutant whose process crashed or hung. */
function lostAt(number: number): LoadOutcome {
  const { kind, base, says } = mutantOf(seed, number, only)
  return {
    number,
    kind,
    dataset: base.name,
    mutation: says,
    end: 'other',
    says: 'the load did not end, or ended the process',
  }
}

async function supervise(): Promise<void> {
  console.log(`${end - first} mutants, seed ${seed}`)
  const outcomes: LoadOutcome[] = []
  const take = (outcome: LoadOutcome): void => {
    outcomes.push(outcome)
    if (values.log !== undefined) appendFileSync(values.log, `${JSON.stringify(outcome)}\n`)
    if (outcome.end === 'other') console.log(`OTHER ${JSON.stringify(outcome)}`)
    if (outcomes.length % 1000 === 0) console.error(`${outcomes.length} of ${end - first}`)
  }
  for (let next = first; next < end; next++) {
    next = await tryFrom(next, take)
    if (next < end) take(lostAt(next))
  }
  console.log(tallyOf(outcomes))
  process.exitCode = outcomes.every(({ end }) => end !== 'other') ? 0 : 1
}

/** Tries mutants in small batches, because the process notices only between batches that its parent process is gone. */
async function work(): Promise<void> {
  process.on('disconnect', () => process.exit())
  for (let from = first; from < end; from += 50) {
    const to = Math.min(from + 50, end)
    runMutants({ seed, from, to, only }, (outcome) => process.send?.(outcome))
    await new Promise((resolve) => setImmediate(resolve))
  }
  process.disconnect?.()
}

await (values.worker ? work() : supervise())

/**
 * Repeats a check while a developer corrects the server. After each change, the check first sends the requests that
 * failed. If all of them pass, the check sends all requests.
 */

import { createHash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Command } from 'commander'
import {
  type Choice,
  type LastRun,
  lastRunOf,
  type Passed,
  type Report,
  readLastRun,
  withoutPassed,
  writeLastRun,
} from '../../oracle/index.ts'
import { printableLines } from '../../util/printable.ts'
import { collect } from '../numbers.ts'
import { printError } from '../terminal.ts'
import { type ChoosingOptions, namesRequests } from './choosing.ts'

export interface RoundOptions extends ChoosingOptions {
  readonly failed?: true
  readonly bail?: true
  readonly watch: readonly string[]
  readonly state?: string
  readonly target?: string
  readonly command?: string
  readonly data: string
}

export const withRoundOptions = (command: Command): Command =>
  command
    .option(
      '--failed',
      'send only the requests that failed in the last run; if no request failed, send all requests',
    )
    .option(
      '--bail',
      'end the run at the first difference; until you fix this difference, each run ends with it',
    )
    .option('--watch <path>', 'run again after each change of this file or folder; repeatable', collect, [])
    .option(
      '--state <file>',
      'the file that stores the failures of the last run (default: a file in your cache folder)',
    )

/**
 * The input of one repeated run, in addition to the options: the test cases and requests to run, and the findings of
 * the previous run.
 */
export interface Round {
  readonly choice: Choice
  readonly last: LastRun | undefined
}

/** Runs the check once and returns its report. */
export type Carry = (round: Round) => Promise<Report>

/** Runs the check once or twice, as `--failed` and `--bail` require, and resolves to the last report. */
export async function runRounds(options: RoundOptions, carry: Carry): Promise<Report> {
  const file = options.state ?? stateFile(options)
  const isWhole = options.bail !== true
  const play = (round: Round): Promise<Report> => played(round, file, carry, isWhole)
  let last = readLastRun(file)
  const isAgain = options.failed === true || options.bail === true
  if (namesRequests(options)) return carry({ choice: {}, last: undefined })
  if (!isAgain || last === undefined || isEmpty(last)) {
    if (options.failed === true)
      printError(printableLines('The last run had no failures, so the check sends all requests.'))
    return play({ choice: {}, last })
  }
  const report = await play({ choice: again(last), last })
  last = readLastRun(file)
  // With `--bail`, the check sends all requests after a run in which all earlier failures passed.
  return options.bail === true && report.verdict === 'conformant' ? play({ choice: {}, last }) : report
}

/** Runs the check after a change: first the requests that failed, and if all of them pass, every request. */
export async function runAfterChange(options: RoundOptions, carry: Carry): Promise<void> {
  const file = options.state ?? stateFile(options)
  const last = readLastRun(file)
  if (namesRequests(options)) {
    await carry({ choice: {}, last: undefined })
    return
  }
  if (last !== undefined && !isEmpty(last)) {
    const report = await played({ choice: again(last), last }, file, carry, true)
    if (report.verdict !== 'conformant') return
  }
  await played({ choice: {}, last: readLastRun(file) }, file, carry, true)
}

async function played(round: Round, file: string, carry: Carry, isWhole: boolean): Promise<Report> {
  const report = await carry(round)
  const { choice, last } = round
  // A broken run has no findings, so the state file keeps the findings of the last run.
  if (report.verdict === 'broken') return report
  // A repeated run sends only the requests that failed. The run removes from the state file only the findings whose
  // requests passed.
  const isAgain = last !== undefined && choice.caseIds !== undefined
  writeLastRun(
    file,
    isAgain ? withoutPassed(last, passedOf(report)) : lastRunOf(report.causes, isWhole, report.seed),
  )
  return report
}

const passedOf = ({ cases, passedReplays }: Report): Passed => ({
  cases: new Set(cases.flatMap(({ id, outcome }) => (outcome === 'passed' ? [id] : []))),
  replays: new Set(passedReplays),
})

const again = ({ causes }: LastRun): Choice => ({
  caseIds: causes.flatMap(({ cases }) => cases),
  replays: causes.flatMap(({ replays }) => replays),
})

const isEmpty = ({ causes }: LastRun): boolean => causes.length === 0

/**
 * Returns the path of the state file. Each combination of working directory, checked server, dataset, shard and
 * selected test cases has its own state file.
 */
function stateFile({ target, command, data, shard, only, level, generate }: RoundOptions): string {
  const whole = [process.cwd(), target, command, data, shard]
  const isPart = only.length > 0 || level !== undefined || generate !== undefined
  const about = JSON.stringify(isPart ? [...whole, [...only].sort(), level, generate] : whole)
  const name = createHash('sha256').update(about).digest('hex').slice(0, 16)
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  return join(cache, 'populace', `check-${name}.json`)
}

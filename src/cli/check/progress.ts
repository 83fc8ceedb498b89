/** Prints the progress of a check on the standard error stream. */
import pc from 'picocolors'
import type { Budget, Progress, WritePlan } from '../../oracle/index.ts'
import { printableLines } from '../../util/printable.ts'

export interface ProgressPrinter {
  readonly onLook: (notices: readonly string[]) => void
  readonly onBudget: (budget: Budget) => void
  readonly onWrites: (plan: WritePlan) => void
  readonly onProgress: (progress: Progress) => void
  /** Stops printing the progress, and clears its line on a terminal. */
  readonly stop: () => void
}

/** The output stream. */
export interface ProgressStream {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

/** The milliseconds between two updates of the progress on a terminal, which rewrites one line. */
const REDRAWN = 100
/** The milliseconds between two updates of the progress on another stream, where each update adds a line. */
const NEXT_LINE = 10_000
const BAR_WIDTH = 24

export function progressPrinter(place: ProgressStream = process.stderr): ProgressPrinter {
  const isTerminal = place.isTTY === true
  const start = Date.now()
  let parts: Budget['parts'] = []
  let last: Progress | undefined
  const draw = (): void => {
    const text = lineOf(last, parts, Date.now() - start)
    place.write(isTerminal ? `\r\u001b[2K${text}` : `${text}\n`)
  }
  const timer = setInterval(draw, isTerminal ? REDRAWN : NEXT_LINE)
  if (isTerminal) draw()
  const say = (text: string): void =>
    void place.write(`${isTerminal ? '\r\u001b[2K' : ''}${printableLines(text)}\n`)
  return {
    onLook: (notices) => {
      for (const notice of notices) say(notice)
    },
    onWrites: (plan) => say(writesLine(plan)),
    onBudget: (budget) => {
      parts = budget.parts
      say(budgetLine(budget))
    },
    onProgress: (progress) => {
      last = progress
    },
    stop: () => {
      clearInterval(timer)
      if (isTerminal) place.write('\r\u001b[2K')
    },
  }
}

/** Returns the line that announces the size of a run, such as `About 3,000 requests, with 2.1 MB of answers.` */
function budgetLine({ requests, bytes }: Budget): string {
  const size = bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
  return `About ${counted(requests)} requests, with ${size} of answers.`
}

/** Describes the planned write requests to the checked server, before the check sends the first of them. */
function writesLine({ sessions, sequences, requests, more, reloads }: WritePlan): string {
  const own = `${counted(sessions)} sessions and ${counted(sequences)} generated sequences, at most ${counted(requests)} requests`
  const again = `at most ${counted(more)} further, shorter sessions to shrink differences`
  const loaded =
    reloads === 0
      ? 'Each session creates its own documents, changes no other documents, and deletes its documents at the end, also after Ctrl-C.'
      : `All sessions except ${reloads} create their own documents and delete them at the end, also after Ctrl-C. Before each of those ${reloads} sessions, and once at the end, the check loads the dataset again.`
  return `--writes changes the target: ${own}, and ${again}. ${loaded}`
}

/** Returns the line of progress, such as `suite ████░░ 812/2140 1,328 left 410/s 3 different` */
export function lineOf(last: Progress | undefined, parts: Budget['parts'], milliseconds: number): string {
  if (last === undefined) return `examining the checked server, ${(milliseconds / 1000).toFixed(0)} s`
  const { part, done, of, differing, sent } = last
  const full = of === 0 ? BAR_WIDTH : Math.round((done / of) * BAR_WIDTH)
  const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`
  const later = parts.slice(parts.findIndex((one) => one.part === part) + 1)
  const left = of - done + later.reduce((sum, one) => sum + one.of, 0)
  const rate = Math.round((sent * 1000) / Math.max(1, milliseconds))
  const found = differing === 0 ? 'none different' : pc.red(`${counted(differing)} different`)
  return `${part.padEnd(9)} ${bar} ${done}/${of}  ${counted(left)} left  ${rate}/s  ${found}`
}

const counted = (number: number): string => number.toLocaleString('en-US')

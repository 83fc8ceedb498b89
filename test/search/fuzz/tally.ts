/** The statistics of a long run: counts, the most expensive requests, time and memory. */
import { performance } from 'node:perf_hooks'
import { describeStage, type Spent, type Stage, showRequest } from './stage.ts'

const LINE_EVERY = 100_000
const MEGABYTE = 1_000_000

export class Tally {
  requests = 0
  private readonly statuses = new Map<number, number>()
  private limits = 0
  private mostSteps = { steps: 0, what: '' }
  private longest = { length: 0, what: '' }
  private slowest = { milliseconds: 0, what: '' }
  private readonly started = Date.now()
  private last = performance.now()
  private readonly print: (line: string) => void

  constructor(print: (line: string) => void) {
    this.print = print
  }

  /** Counts one answer, and prints a line for every 100,000 answers. */
  count({ response: { status, body }, steps }: Spent, request: unknown, stage: Stage): void {
    this.requests++
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
    if (
      status === 400 &&
      body.includes('"message":"Invalid ') &&
      /more than \d+ steps|too long to write/.test(body)
    )
      this.limits++
    // The measured time includes all work since the last answer, so a slow request is repeated and measured separately.
    if (performance.now() - this.last > this.slowest.milliseconds) this.measure(request, stage)
    if (steps > this.mostSteps.steps) this.mostSteps = { steps, what: describeRequest(request, stage) }
    if (body.length > this.longest.length)
      this.longest = { length: body.length, what: describeRequest(request, stage) }
    if (this.requests % LINE_EVERY === 0) this.printLine()
    this.last = performance.now()
  }

  private measure(request: unknown, stage: Stage): void {
    const before = process.cpuUsage()
    stage.ask(request)
    const { user, system } = process.cpuUsage(before)
    const milliseconds = (user + system) / 1000
    if (milliseconds > this.slowest.milliseconds)
      this.slowest = { milliseconds, what: describeRequest(request, stage) }
  }

  printLine(): void {
    const seconds = (Date.now() - this.started) / 1000
    const statuses = [...this.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
    globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    this.print(
      `${this.requests} requests in ${seconds.toFixed(0)} s, ${(this.requests / seconds).toFixed(0)}/s; ` +
        `${statuses.join(', ')}; over a limit ${this.limits}; ` +
        `heap ${(heapUsed / MEGABYTE).toFixed(0)} MB, resident ${(rss / MEGABYTE).toFixed(0)} MB`,
    )
    this.print(`  most steps ${this.mostSteps.steps}: ${this.mostSteps.what}`)
    this.print(`  longest answer ${this.longest.length}: ${this.longest.what}`)
    this.print(`  most time ${this.slowest.milliseconds.toFixed(0)} ms: ${this.slowest.what}`)
  }
}

const describeRequest = (request: unknown, stage: Stage): string =>
  `${showRequest(request, 300)} on ${describeStage(stage)}`

/** Watches one step of the start of a thread: its time, its memory, and whether it makes progress. */
import { printable } from '../../util/printable.ts'
import { timeText } from './flight.ts'

/** A step of the start. */
export type Step = 'configured' | 'registered' | 'ready'

export interface StartWatch {
  readonly step: Step
  /** Milliseconds for the step. */
  readonly loading: number
  /** Megabytes that the process may grow by. */
  readonly memory: number
  /** A spare repeats a start that held; the memory may be that of a thread with requests beside it. */
  readonly isSpare: boolean
  /** Whether the code may wait for another host. */
  readonly mayWait: boolean
  /** A number that grows with each message and each file of the thread. */
  readonly progress: () => number
  /** The file whose code runs now; empty if it is not known. */
  readonly file: () => string
  /** Receives why the step has to end. */
  readonly stop: (why: string) => void
}

/** Milliseconds between two looks. V8 ends the whole process for an array above its own limit, so they are many. */
const LOOK_EVERY = 20
/** Most milliseconds that one look counts for: between late looks this process did not run. */
const MOST_COUNTED = 100
/** Most milliseconds without progress. */
const SILENCE = 6_000
/** Most milliseconds for the files below config: they only compute values. */
const CONFIGURING = 8_000
/** Code that calls or loads without end makes progress too. */
const MOST_PROGRESS = 3_000
const MEGABYTE = 2 ** 20

/** The work of each step, for error messages. */
const WORK: Readonly<Record<Step, string>> = {
  configured: 'the files below config',
  registered: 'extensions, plugins and register',
  ready: 'bootstrap',
}

/** Looks until the returned function is called. The process stays alive for it unless `isSpare`. */
export function watchStart(watch: StartWatch): () => void {
  const { step, isSpare, memory } = watch
  const total = step === 'configured' ? Math.min(watch.loading, CONFIGURING) : watch.loading
  const silence = watch.mayWait ? total : Math.min(total, SILENCE)
  const before = process.memoryUsage.rss()
  let last = performance.now()
  let [waited, spent, silent, seen] = [0, 0, 0, watch.progress()]
  const stop = (why: string): void => {
    clearInterval(timer)
    const file = watch.file()
    const place = file === '' ? '' : `; ${printable(file, 200)} ran at that time`
    watch.stop(`${why}${place}`)
  }
  const look = (): void => {
    const now = performance.now()
    const counted = Math.min(now - last, MOST_COUNTED)
    last = now
    const progress = watch.progress()
    // On a busy machine a thread may need seconds until it runs.
    if (progress === 0) waited += counted
    else {
      spent += counted
      silent = progress === seen || progress > MOST_PROGRESS ? silent + counted : 0
    }
    seen = progress
    if (!isSpare && process.memoryUsage.rss() - before > memory * MEGABYTE)
      stop(`used more than its ${memory} MB of memory in ${WORK[step]}`)
    else if (waited > watch.loading) stop(`did not begin within ${timeText(watch.loading)}`)
    else if (spent > total || silent > silence)
      stop(`did not finish ${WORK[step]} within ${timeText(spent > total ? total : silence)}`)
  }
  const timer = setInterval(look, LOOK_EVERY)
  if (isSpare) timer.unref()
  return () => clearInterval(timer)
}

/** Watches one step of the start of a thread: its time, its memory and its progress. */
import { printable } from '../../../util/printable.ts'
import { timeText } from './flight.ts'

/** A step of a thread's start, named after the message that reports the end of this step. */
export type Step = 'configured' | 'registered' | 'ready'

export interface StartWatch {
  readonly step: Step
  /** The maximum time of the step, in milliseconds. */
  readonly loading: number
  /** The number of megabytes by which the memory of the process may grow during the step. */
  readonly memory: number
  /**
   * Whether the thread is a spare thread. The memory of a spare thread is not checked. The first thread stayed within
   * the limit with the same code, and other threads allocate memory at the same time.
   */
  readonly isSpare: boolean
  /** Whether the code may have to wait for the reply of a network host. */
  readonly mayWait: boolean
  /** Returns the number of messages from the thread, plus the number of files that it has begun to load. */
  readonly progress: () => number
  /** Returns the file whose code is running; empty if the file is unknown. */
  readonly file: () => string
  /** Called with the reason when the step must end. */
  readonly stop: (why: string) => void
}

/**
 * The interval between two checks, in milliseconds. The interval must be short, to end a thread before V8 ends the
 * whole process because of a huge array.
 */
const LOOK_EVERY = 20
/**
 * The maximum time, in milliseconds, that one check adds to the measured time. If more time has passed between two
 * checks, this process itself was delayed.
 */
const MOST_COUNTED = 100
/** The maximum time without progress, in milliseconds. */
const SILENCE = 6_000
/**
 * The maximum time for the files below `config`, in milliseconds. The time is short, because the files below `config`
 * only compute values.
 */
const CONFIGURING = 8_000
/**
 * The maximum number of messages and loaded files in a step that count as progress. A limit is needed because an
 * endless loop also sends messages or loads files. The limit for `bootstrap` is lower, because `bootstrap` loads few
 * files.
 */
const MOST_PROGRESS: Readonly<Record<Step, number>> = { configured: 3_000, registered: 3_000, ready: 1_000 }
const MEGABYTE = 2 ** 20

/** The work of each step, as error messages name the work. */
const WORK: Readonly<Record<Step, string>> = {
  configured: 'the files below config',
  registered: 'extensions, plugins and register',
  ready: 'bootstrap',
}

/**
 * Checks the step at intervals until the returned function is called. Keeps the process alive unless `isSpare` is true.
 */
export function watchStart(watch: StartWatch): () => void {
  const { step, isSpare, memory } = watch
  const total = step === 'configured' ? Math.min(watch.loading, CONFIGURING) : watch.loading
  const silence = watch.mayWait ? total : Math.min(total, SILENCE)
  const before = process.memoryUsage.rss()
  let last = performance.now()
  const began = watch.progress()
  let [waited, spent, silent, seen] = [0, 0, 0, began]
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
    // Before a thread makes any progress, only waiting time is counted. On a busy machine, a thread may start to run
    // after seconds.
    if (progress === 0) waited += counted
    else {
      spent += counted
      silent = progress === seen || progress - began > MOST_PROGRESS[step] ? silent + counted : 0
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

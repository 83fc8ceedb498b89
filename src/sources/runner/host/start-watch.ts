/** Watches one step of a thread's start, and stops the step if it takes too much time or memory. */
import { printable } from '../../../util/printable.ts'
import { timeText } from './flight.ts'

/**
 * A step of a thread's start. The name of the step is the kind of the message that the thread sends at the end of
 * the step.
 */
export type Step = 'configured' | 'registered' | 'ready'

export interface StartWatch {
  readonly step: Step
  /** The maximum time for one step of the start, in milliseconds. */
  readonly loading: number
  /** The number of megabytes by which the memory of the process may grow during the step. */
  readonly memory: number
  /**
   * Whether the starting thread is a spare thread. The memory during the start of a spare thread is not checked,
   * because other threads allocate memory at the same time. In addition, the first thread has already stayed within
   * the memory limit with the same code.
   */
  readonly isSpare: boolean
  /** Whether the project's code may wait for the reply of a network host during the step. */
  readonly mayWait: boolean
  /**
   * Returns a number that grows with the progress of the thread: received messages plus files that the thread has
   * begun to load.
   */
  readonly progress: () => number
  /** Returns the path of the file whose code is running; an empty text if the file is unknown. */
  readonly file: () => string
  /** Ends the watched step of a thread's start. The argument of `stop` is the reason, such as too much memory. */
  readonly stop: (why: string) => void
}

/**
 * The interval between two checks of a starting thread, in milliseconds. A short interval is necessary to end a
 * thread with a huge array before V8 ends the whole process.
 */
const LOOK_EVERY = 20
/**
 * The maximum time that one check adds to the measured time of a step, in milliseconds. If more time has passed
 * since the previous check, this process itself was delayed.
 */
const MOST_COUNTED = 100
/**
 * The maximum time without progress in a step of the start, in milliseconds. If the project's code may connect to
 * hosts, only the total time of the step is limited.
 */
const SILENCE = 6_000
/**
 * The maximum time for executing the files in `config`, in milliseconds. The maximum time is short, because files in
 * `config` only compute values.
 */
const CONFIGURING = 8_000
/**
 * The maximum number of messages and loaded files that count as progress, for each step. Without a maximum, an
 * endless loop that sends messages or loads files would always count as progress. The step `ready` has a lower
 * maximum, because the function `bootstrap` loads few files.
 */
const MOST_PROGRESS: Readonly<Record<Step, number>> = { configured: 3_000, registered: 3_000, ready: 1_000 }
const MEGABYTE = 2 ** 20

/** The description of each step's work in error messages. */
const WORK: Readonly<Record<Step, string>> = {
  configured: 'the files below config',
  registered: 'extensions, plugins and register',
  ready: 'bootstrap',
}

/**
 * Checks a step of a thread's start at intervals, until the caller calls the returned function. Keeps the process
 * alive unless `isSpare` is true.
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
    // Before the first progress of a thread, only the waiting time grows. On a busy machine, a thread may start to
    // run only after seconds.
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

/** Watches one step of the start of a thread: its time, its memory and its progress. */
import { printable } from '../../util/printable.ts'
import { timeText } from './flight.ts'

/** A step of the start of a thread, named after the message that reports its end. */
export type Step = 'configured' | 'registered' | 'ready'

export interface StartWatch {
  readonly step: Step
  /** The time limit of the step, in milliseconds. */
  readonly loading: number
  /** The number of megabytes by which the memory of the process may grow. */
  readonly memory: number
  /**
   * Whether the thread is a spare. The memory of a spare is not checked, because the first thread kept the limit and
   * other threads allocate meanwhile.
   */
  readonly isSpare: boolean
  /** Whether the code may wait for a reply from a network host. */
  readonly mayWait: boolean
  /** Counts the messages of the thread and the files that it loads. */
  readonly progress: () => number
  /** The file whose code is running; empty if it is not known. */
  readonly file: () => string
  /** Called with the reason when the step must end. */
  readonly stop: (why: string) => void
}

/**
 * The interval between two checks in milliseconds, short enough to end a thread before V8 ends the whole process for a
 * huge array.
 */
const LOOK_EVERY = 20
/**
 * The maximum time in milliseconds that one check adds. A longer interval means that this process itself was delayed.
 */
const MOST_COUNTED = 100
/** The time limit without progress, in milliseconds. */
const SILENCE = 6_000
/** The time limit for the files below `config`, in milliseconds. These files only compute values. */
const CONFIGURING = 8_000
/**
 * The maximum number of messages and loaded files of a step that count as progress, because an endless loop of calls or
 * loads produces them too. The step of `bootstrap` has a lower limit, because it loads few files.
 */
const MOST_PROGRESS: Readonly<Record<Step, number>> = { configured: 3_000, registered: 3_000, ready: 1_000 }
const MEGABYTE = 2 ** 20

/** The work of each step, as error messages name it. */
const WORK: Readonly<Record<Step, string>> = {
  configured: 'the files below config',
  registered: 'extensions, plugins and register',
  ready: 'bootstrap',
}

/** Checks at intervals until the returned function is called. Keeps the process alive unless `isSpare`. */
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
    // On a busy machine, a thread may start to run only after seconds.
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

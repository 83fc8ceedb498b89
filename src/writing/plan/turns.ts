/**
 * Work that is done side by side over one connection: each asks, waits for its turn, and goes on. In which order new
 * components get their ids follows from it.
 */
import { pushAll } from '../../util/push.ts'

/** What somebody waits for: an answer to a question, or others that are done side by side. */
export type TaskStep =
  | { readonly kind: 'asks'; readonly done?: () => void }
  | { readonly kind: 'all'; readonly tasks: readonly Task[] }

export type Task = Generator<TaskStep, void>

interface Running {
  readonly task: Task
  /** Told when it is over. */
  readonly over: () => void
}

/** Runs tasks side by side until all are over. */
export function runTurns(tasks: readonly Task[]): void {
  const asking: { readonly running: Running; readonly done: (() => void) | undefined }[] = []
  /** Whose turn it is: taking the first of a long list away takes as long as the list is. */
  let turn = 0
  const ready: Running[] = tasks.map((task) => ({ task, over: () => undefined })).reverse()
  const goOn = (running: Running): void => {
    const { value, done } = running.task.next()
    if (done === true) return running.over()
    if (value.kind === 'asks') {
      asking.push({ running, done: value.done })
      return
    }
    let left = value.tasks.length
    if (left === 0) ready.push(running)
    const over = (): void => {
      left--
      if (left === 0) ready.push(running)
    }
    pushAll(ready, value.tasks.map((task) => ({ task, over })).reverse())
  }
  for (;;) {
    const next = ready.pop()
    if (next !== undefined) {
      goOn(next)
      continue
    }
    const answered = asking[turn++]
    if (answered === undefined) return
    answered.done?.()
    ready.push(answered.running)
  }
}

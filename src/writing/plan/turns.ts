/**
 * Simulates concurrent tasks on one database connection: each sends a query, waits for its turn and continues. The
 * order of queries determines the ids of new components.
 */
import { pushAll } from '../../util/push.ts'

/** A task waits for a query, or for concurrent subtasks. It goes on as soon as the query is answered. */
export type TaskStep = { readonly kind: 'asks' } | { readonly kind: 'all'; readonly tasks: readonly Task[] }

export type Task = Generator<TaskStep, void>

interface RunningTask {
  readonly task: Task
  /** Called at the end of the task. */
  readonly over: () => void
}

/** The answered queries to drop at once. */
const ANSWERED = 1_024

/** Runs concurrent tasks to the end. */
export function runTurns(tasks: readonly Task[]): void {
  const asking: RunningTask[] = []
  /** An index into `asking`, because removing the first item of a long list is slow. */
  let turn = 0
  const ready: RunningTask[] = tasks.map((task) => ({ task, over: () => undefined })).reverse()
  const goOn = (running: RunningTask): void => {
    const { value, done } = running.task.next()
    if (done === true) return running.over()
    if (value.kind === 'asks') {
      asking.push(running)
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
    if (turn > ANSWERED && turn * 2 > asking.length) {
      asking.splice(0, turn)
      turn = 0
    }
    const answered = asking[turn++]
    if (answered === undefined) return
    ready.push(answered)
  }
}

/**
 * Simulates concurrent tasks that share one database connection, as in Strapi. Each task sends a database query, waits
 * until its query is answered, and continues. The order of the queries determines the ids of new components.
 */
import { pushAll } from '../../util/push.ts'

/**
 * The reason why a task waits: a database query, or concurrent subtasks. The task continues when the query or all its
 * subtasks are done.
 */
export type TaskStep = { readonly kind: 'asks' } | { readonly kind: 'all'; readonly tasks: readonly Task[] }

export type Task = Generator<TaskStep, void>

interface RunningTask {
  readonly task: Task
  /** A function that is called when the task has ended. */
  readonly over: () => void
}

/** The number of answered database queries at which the queue removes all answered queries at once. */
const ANSWERED = 1_024

/** Runs simulated concurrent tasks until all tasks have ended. */
export function runTurns(tasks: readonly Task[]): void {
  const asking: RunningTask[] = []
  /** The index of the next query in `asking`. An index is faster than removing the first item of a long list. */
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

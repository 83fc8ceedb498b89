/** Implements `strapi.cron`, which records the project's cron jobs and never starts a cron job. */
import type { MemberMap } from '../core-parts.ts'
import { isCallable, memberOf, recordOf } from '../values.ts'

export interface Cron {
  /** The object that project code uses as `strapi.cron`. */
  readonly facade: MemberMap
  readonly add: (tasks: unknown) => void
  readonly names: () => readonly string[]
}

interface Job {
  readonly name: string
  readonly options: unknown
  readonly job: object
}

export function createCron(strapi: () => object): Cron {
  let jobs: readonly Job[] = []
  const add = (tasks: unknown): MemberMap => {
    for (const [name, task] of Object.entries(recordOf(tasks))) {
      const run = isCallable(task) ? task : memberOf(task, 'task')
      if (!isCallable(run)) throw new Error(`Could not schedule a cron job for "${name}": no function found.`)
      const options = isCallable(task) ? name : memberOf(task, 'options')
      const invoke = async (): Promise<unknown> => run({ strapi: strapi() }, new Date())
      const job = { invoke, cancel: () => true, nextInvocation: () => null, reschedule: () => true }
      jobs = [...jobs, { name, options, job }]
    }
    return facade
  }
  const facade: MemberMap = {
    add,
    remove: (name: unknown) => {
      if (!name) throw new Error('You must provide a name to remove a cron job.')
      jobs = jobs.filter((job) => job.name !== name)
      return facade
    },
    start: () => facade,
    stop: () => facade,
    destroy: () => {
      jobs = []
      return facade
    },
  }
  Object.defineProperty(facade, 'jobs', { enumerable: true, get: () => jobs })
  return { facade, add, names: () => jobs.map(({ name }) => name) }
}

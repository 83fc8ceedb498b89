/**
 * The type of the plan for one call with lifecycle hooks. A plan contains the data for the lifecycle events, and the
 * call itself.
 */
import type { MemberMap } from '../../core-parts.ts'
import type { EventRow, LifecycleStep, Steps } from '../../lifecycle-steps.ts'
import type { CallServer, DataCall } from '../server-calls.ts'

/** The properties of a content type on which lifecycle events depend. */
export interface HookedModel {
  readonly kind: unknown
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly attributes: Readonly<Record<string, MemberMap>>
}

export interface Plan {
  readonly steps: Steps
  /** The number of lifecycle events that fire before the call is sent. */
  readonly early: number
  /**
   * Makes `event.params` for a `before` event. The matching `after` event gets the same object `event.params`. The
   * parameter `answer` is undefined before the call is sent.
   */
  readonly params: (step: LifecycleStep, answer: unknown) => MemberMap
  /** Makes `event.result` for an `after` event that fires before the call is sent. */
  readonly known: (step: LifecycleStep) => unknown
  /** Returns the call to send, including the changes by lifecycle hooks. */
  readonly call: () => DataCall
  /** Makes `event.result` for an `after` event that fires after the call. */
  readonly result: (step: LifecycleStep, value: unknown) => unknown
}

/**
 * A function that plans the lifecycle events of a call. The parameter `send` sends a call to the server without
 * running lifecycle hooks.
 */
export type MakePlan = (call: DataCall, model: HookedModel, send: CallServer) => Promise<Plan>

/** Returns the name of a lifecycle hook without the prefix, such as `Create` for `beforeCreate`. */
export const suffixOf = (action: LifecycleStep['action']): string => action.replace(/^(?:before|after)/, '')

export const isBefore = ({ action }: LifecycleStep): boolean => action.startsWith('before')

const WRITES: readonly string[] = ['Create', 'CreateMany', 'Update', 'UpdateMany', 'Delete', 'DeleteMany']

/**
 * Returns the number of lifecycle events up to and including the last `before` event of a write. If no event is a
 * `before` event of a write, returns the number of all events.
 */
export function earlySteps(steps: Steps): number {
  const last = steps.findLastIndex((step) => isBefore(step) && WRITES.includes(suffixOf(step.action)))
  return last < 0 ? steps.length : last + 1
}

/** Returns the number of lifecycle events up to and including the last `before` event. */
export const stepsBeforeRead = (steps: Steps): number => steps.findLastIndex(isBefore) + 1

/** Returns a key that identifies the row to which a lifecycle event belongs. */
export const rowKey = (on: EventRow): string =>
  on.kind === 'known' ? `known ${on.row.id}` : on.kind === 'new' ? `new ${on.status} ${on.locale}` : 'none'

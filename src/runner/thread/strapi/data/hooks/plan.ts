/** The plan of one call with lifecycle hooks: the data of its events, and the call itself. */
import type { MemberMap } from '../../core-parts.ts'
import type { EventRow, LifecycleStep, Steps } from '../../lifecycle-steps.ts'
import type { CallServer, DataCall } from '../server-calls.ts'

/** The properties of a type that lifecycle events depend on. */
export interface HookedModel {
  readonly kind: unknown
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly attributes: Readonly<Record<string, MemberMap>>
}

export interface Plan {
  readonly steps: Steps
  /** The number of events that fire before the call. */
  readonly early: number
  /**
   * Makes `event.params` of a `before` event; its `after` event gets the same object. `answer` is undefined before the
   * call.
   */
  readonly params: (step: LifecycleStep, answer: unknown) => MemberMap
  /** Makes `event.result` of an `after` event that fires before the call. */
  readonly known: (step: LifecycleStep) => unknown
  /** The call, with the changes that hooks made. */
  readonly call: () => DataCall
  /** Makes `event.result` of an `after` event that fires after the call. */
  readonly result: (step: LifecycleStep, value: unknown) => unknown
}

/** Makes the plan of a call. `send` reaches the server without running hooks. */
export type MakePlan = (call: DataCall, model: HookedModel, send: CallServer) => Promise<Plan>

/** The action without its prefix: `Create` for `beforeCreate`. */
export const suffixOf = (action: LifecycleStep['action']): string => action.replace(/^(?:before|after)/, '')

export const isBefore = ({ action }: LifecycleStep): boolean => action.startsWith('before')

const WRITES: readonly string[] = ['Create', 'CreateMany', 'Update', 'UpdateMany', 'Delete', 'DeleteMany']

/**
 * The number of events up to and including the last `before` event of a write; the number of all events if there is
 * no such event.
 */
export function earlySteps(steps: Steps): number {
  const last = steps.findLastIndex((step) => isBefore(step) && WRITES.includes(suffixOf(step.action)))
  return last < 0 ? steps.length : last + 1
}

/** The number of events up to and including the last `before` event. */
export const stepsBeforeRead = (steps: Steps): number => steps.findLastIndex(isBefore) + 1

/** A key for the row that an event is about. */
export const rowKey = (on: EventRow): string =>
  on.kind === 'known' ? `known ${on.row.id}` : on.kind === 'new' ? `new ${on.status} ${on.locale}` : 'none'

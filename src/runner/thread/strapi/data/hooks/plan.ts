/** The data of the lifecycle events of one call: their parameters, their results and the call itself. */
import type { MemberMap } from '../../core-parts.ts'
import type { EventRow, LifecycleStep, Steps } from '../../lifecycle-steps.ts'
import type { CallServer, DataCall } from '../server-calls.ts'

/** A type as lifecycle events need it. */
export interface HookedModel {
  readonly kind: unknown
  readonly draftAndPublish: boolean
  readonly localized: boolean
  readonly attributes: Readonly<Record<string, MemberMap>>
}

export interface Plan {
  readonly steps: Steps
  /** How many of the steps come before the call. */
  readonly early: number
  /** `event.params` of a `before` event; the `after` event gets the same object. `answer` is undefined before the call. */
  readonly params: (step: LifecycleStep, answer: unknown) => MemberMap
  /** `event.result` of an `after` event that comes before the call. */
  readonly known: (step: LifecycleStep) => unknown
  /** The call with the changes of the hooks. */
  readonly call: () => DataCall
  /** `event.result` of an `after` event that comes after the call. */
  readonly result: (step: LifecycleStep, value: unknown) => unknown
}

/** Makes the plan of a call. `send` reaches the server without any hooks. */
export type MakePlan = (call: DataCall, model: HookedModel, send: CallServer) => Promise<Plan>

/** `Create` of `beforeCreate`. */
export const suffixOf = (action: LifecycleStep['action']): string => action.replace(/^(?:before|after)/, '')

export const isBefore = ({ action }: LifecycleStep): boolean => action.startsWith('before')

const WRITES: readonly string[] = ['Create', 'CreateMany', 'Update', 'UpdateMany', 'Delete', 'DeleteMany']

/** The number of steps up to the last `before` event of a write; all of them if there is none. */
export function earlySteps(steps: Steps): number {
  const last = steps.findLastIndex((step) => isBefore(step) && WRITES.includes(suffixOf(step.action)))
  return last < 0 ? steps.length : last + 1
}

/** The number of steps up to the last `before` event. */
export const stepsBeforeRead = (steps: Steps): number => steps.findLastIndex(isBefore) + 1

/** Names the row of an event. */
export const rowKey = (on: EventRow): string =>
  on.kind === 'known' ? `known ${on.row.id}` : on.kind === 'new' ? `new ${on.status} ${on.locale}` : 'none'

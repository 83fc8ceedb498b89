/** Implements `strapi.db.lifecycles`, and runs the lifecycle hooks of subscribers and of lifecycle files. */

import type { Bypass } from '../../bypass.ts'
import type { MemberMap } from '../core-parts.ts'
import { callOn, isCallable, isMembers, listOf, memberOf, valueAt } from '../values.ts'
import { readTrace } from './read-trace.ts'

/**
 * The name of a pair of lifecycle hooks without the prefix. For example, the name `Create` stands for the hooks
 * `beforeCreate` and `afterCreate`.
 */
export type HookedAction =
  | 'FindOne'
  | 'FindMany'
  | 'Count'
  | 'Create'
  | 'CreateMany'
  | 'Update'
  | 'UpdateMany'
  | 'Delete'
  | 'DeleteMany'

/**
 * The state object of each subscriber. The `before` hook of a subscriber passes its state object to the `after` hook
 * of the same subscriber.
 */
export type HookStates = Map<unknown, unknown>

export interface Subscribers {
  /** The object that project code uses as `strapi.db.lifecycles`. */
  readonly facade: MemberMap
  readonly run: (
    hook: string,
    uid: string,
    properties: Readonly<MemberMap>,
    states: HookStates,
  ) => Promise<HookStates>
  /** The number of registered subscribers, not counting lifecycle files. */
  readonly count: () => number
  /** Returns whether any lifecycle hook for the given action applies to a content type. */
  readonly concern: (uid: string, action: HookedAction) => boolean
  /** Returns whether any lifecycle hook applies to a content type. */
  readonly concernType: (uid: string) => boolean
}

/**
 * Makes the registry of lifecycle subscribers. @param modelOf - A function that returns the model for `event.model`.
 */
export function createSubscribers(modelOf: (uid: string) => unknown, bypass: Bypass): Subscribers {
  let subscribers: unknown[] = []
  let isOn = true
  const subscribe = (subscriber: unknown): (() => unknown) => {
    if (!isMembers(subscriber)) throw new Error('Invalid subscriber. Expected function or object')
    subscribers.push(subscriber)
    return () => subscribers.splice(subscribers.indexOf(subscriber), 1)
  }
  const run: Subscribers['run'] = async (hook, uid, properties, states) => {
    if (!isOn) return states
    const model = modelOf(uid)
    const trace = readTrace()
    const given = trace === undefined ? properties : mapped(properties, trace.written)
    for (const subscriber of [fileHooks, ...subscribers]) {
      const handler = handlerFor(subscriber, uid, hook)
      if (handler === undefined) continue
      const event: MemberMap = { action: hook, model, state: states.get(subscriber) ?? {}, ...given }
      await bypass.gate(`${hook} of ${uid}`, () => callOn(subscriber, handler, event), undefined)
      if (event['state']) states.set(subscriber, event['state'])
    }
    return states
  }
  const hooksOf = (uid: string): unknown => valueAt(modelOf(uid), ['lifecycles'])
  const concern = (uid: string, action: HookedAction): boolean =>
    isOn &&
    [`before${action}`, `after${action}`].some(
      (hook) =>
        isCallable(memberOf(hooksOf(uid), hook)) ||
        subscribers.some((subscriber) => handlerFor(subscriber, uid, hook) !== undefined),
    )
  const facade: MemberMap = {
    subscribe,
    clear: () => {
      subscribers = []
    },
    disable: () => {
      isOn = false
    },
    enable: () => {
      isOn = true
    },
    run: (hook: string, uid: string, properties: MemberMap, states: HookStates = new Map()) =>
      run(hook, uid, properties, states),
    createEvent: (action: string, uid: string, properties: MemberMap, state: unknown) => ({
      action,
      model: modelOf(uid),
      state,
      ...properties,
    }),
  }
  return {
    ...{ facade, run, concern },
    count: () => subscribers.length,
    concernType: (uid) => ACTIONS.some((action) => concern(uid, action)),
  }
}

export const ACTIONS: readonly HookedAction[] = [
  'FindOne',
  'FindMany',
  'Count',
  'Create',
  'CreateMany',
  'Update',
  'UpdateMany',
  'Delete',
  'DeleteMany',
]

/**
 * Runs the lifecycle hook in the content type's own lifecycle file. The function `fileHooks` is itself a subscriber.
 */
const fileHooks = (event: unknown): unknown => {
  const lifecycles = valueAt(event, ['model', 'lifecycles'])
  return callOn(lifecycles, memberOf(lifecycles, String(memberOf(event, 'action'))), event)
}

const mapped = (map: Readonly<MemberMap>, change: (value: unknown) => unknown): MemberMap =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]))

/**
 * Returns the function of a subscriber that handles a lifecycle hook. A subscriber that is a function handles every
 * lifecycle event. A subscriber that is an object may have a handler for each hook, and may list the models for
 * which it applies.
 */
function handlerFor(subscriber: unknown, uid: string, hook: string): unknown {
  if (isCallable(subscriber)) return subscriber
  const models = memberOf(subscriber, 'models')
  if (models && !listOf(models).includes(uid)) return undefined
  const handler = memberOf(subscriber, hook)
  return isCallable(handler) ? handler : undefined
}

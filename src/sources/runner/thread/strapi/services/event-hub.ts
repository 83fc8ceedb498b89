/** Implements `strapi.eventHub`, with which the project's code listens to events such as `entry.create`. */
import type { Callable, MemberMap } from '../core-parts.ts'
import { isCallable } from '../values.ts'

export interface EventHub {
  /** The object that project code uses as `strapi.eventHub`. */
  readonly facade: MemberMap
  readonly emit: (event: string, ...given: readonly unknown[]) => Promise<void>
  /** Returns whether the project's code listens to any event with a name that begins with `prefix`. */
  readonly hears: (prefix: string) => boolean
}

export function createEventHub(): EventHub {
  const listeners = new Map<string, Callable[]>()
  let subscribers: Callable[] = []
  const off = (event: string, listener: unknown): void => {
    listeners.set(
      event,
      (listeners.get(event) ?? []).filter((known) => known !== listener),
    )
  }
  const on = (event: string, listener: unknown): (() => void) => {
    if (isCallable(listener)) listeners.set(event, [...(listeners.get(event) ?? []), listener])
    return () => off(event, listener)
  }
  const emit = async (event: string, ...given: readonly unknown[]): Promise<void> => {
    for (const listener of listeners.get(event) ?? []) await listener(...given)
    for (const subscriber of subscribers) await subscriber(event, ...given)
  }
  const once = (event: string, listener: unknown): (() => void) => {
    const stop = on(event, async (...given: readonly unknown[]) => {
      stop()
      return isCallable(listener) ? listener(...given) : undefined
    })
    return stop
  }
  const unsubscribe = (subscriber: unknown): void => {
    subscribers = subscribers.filter((known) => known !== subscriber)
  }
  const facade: MemberMap = {
    emit,
    on,
    once,
    off,
    addListener: on,
    removeListener: off,
    subscribe: (subscriber: unknown) => {
      if (isCallable(subscriber)) subscribers = [...subscribers, subscriber]
      return () => unsubscribe(subscriber)
    },
    unsubscribe,
    removeAllListeners: () => {
      listeners.clear()
      return facade
    },
    removeAllSubscribers: () => {
      subscribers = []
      return facade
    },
    destroy: () => {
      listeners.clear()
      subscribers = []
      return facade
    },
  }
  const hears = (prefix: string): boolean =>
    subscribers.length > 0 ||
    [...listeners].some(([event, heard]) => event.startsWith(prefix) && heard.length > 0)
  return { facade, emit, hears }
}

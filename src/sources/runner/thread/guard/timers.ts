/** Records the request that started each timer, so that the server knows which request's code blocks the thread. */
import { syncBuiltinESMExports } from 'node:module'
import timers from 'node:timers'
import { promisify } from 'node:util'
import { replaceMethod } from './refuse.ts'

const TIMERS = ['setTimeout', 'setInterval', 'setImmediate']

/**
 * Replaces the timer functions of Node, so that each timer belongs to the request that started it.
 * @param current - A function that returns the id of the request whose code is running; 0 outside of requests.
 * @param resume - A function that gets the id of the request that started a timer, before the callback of the timer
 * runs.
 */
export function attributeTimers(current: () => number, resume: (request: number) => void): void {
  for (const holder of [globalThis, timers])
    for (const name of TIMERS)
      replaceMethod(holder, name, (usual) => {
        const attributed = function (this: unknown, ...args: unknown[]): unknown {
          const [callback, ...more] = args
          const request = current()
          if (typeof callback !== 'function' || request === 0) return Reflect.apply(usual, this, args)
          const run = function (this: unknown, ...given: unknown[]): unknown {
            resume(request)
            return Reflect.apply(callback, this, given)
          }
          return Reflect.apply(usual, this, [run, ...more])
        }
        // Copies the property `promisify.custom`, because `util.promisify(setTimeout)` uses the function in this
        // property.
        const promised: unknown = Reflect.get(usual, promisify.custom)
        Object.defineProperty(attributed, promisify.custom, { value: promised, configurable: true })
        return attributed
      })
  syncBuiltinESMExports()
}

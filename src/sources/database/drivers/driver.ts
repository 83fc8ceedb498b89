/**
 * Loads database drivers by package name: first from the project's packages, and then from the packages beside
 * Populace.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { SourceError } from '../../source.ts'

/** Returns whether a value is a function. The type guard treats every function as a constructor. */
export const isMaker = (value: unknown): value is new (...args: readonly unknown[]) => object =>
  typeof value === 'function'

export const isFunction = (value: unknown): value is (...args: readonly unknown[]) => unknown =>
  typeof value === 'function'

/** Returns a member of an untyped driver object; undefined if the object has no member of that name. */
export const memberOf = (owner: unknown, name: string): unknown =>
  (typeof owner === 'object' || typeof owner === 'function') && owner !== null
    ? Reflect.get(owner, name)
    : undefined

/** Calls a method of an untyped driver object, and awaits the result. */
export async function call(owner: unknown, name: string, ...args: readonly unknown[]): Promise<unknown> {
  const method = memberOf(owner, name)
  return isFunction(method) ? await Reflect.apply(method, owner, args) : undefined
}

/**
 * Loads a database driver by package name: first from the project's folder, and then from the packages beside
 * Populace. If `project` is null, no code of the project runs.
 * @throws SourceError if the database driver is not installed.
 */
export function driverOf(name: string, database: string, project: string | null): unknown {
  const places = [...(project === null ? [] : [join(project, 'package.json')]), import.meta.url]
  for (const place of places) {
    try {
      return createRequire(place)(name)
    } catch (error) {
      const isMissing = memberOf(error, 'code') === 'MODULE_NOT_FOUND'
      if (!isMissing) throw new SourceError(`${name}: loading the driver of ${database} failed: ${error}`)
    }
  }
  const [pack = name] = name.split('/')
  const beside = `\`npm install ${pack}\` in the folder of populace`
  const advice = project === null ? `run ${beside}` : `run \`npm install\` in the project, or ${beside}`
  throw new SourceError(`${database}: its driver ${pack} is not installed; ${advice}`)
}

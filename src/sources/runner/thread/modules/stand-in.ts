/**
 * Replaces a package that cannot be loaded. Importing the package succeeds, so that other code in the importing file
 * works. Any use of the package throws.
 */
import { CannotWork } from '../cannot-work.ts'

/** The error of a package that cannot be used. `missing` is the name of the package, if it is not installed. */
export class PackageError extends CannotWork {
  override readonly name = 'PackageError'
  readonly missing: string | undefined

  constructor(message: string, sentence: string, missing: string | undefined) {
    super(message, { lack: 'package', sentence })
    this.missing = missing
  }
}

/** The names of members that tools read from any object. Reading a member with one of these names does not throw. */
const SILENT = new Set(['then', 'catch', 'finally', '$$typeof', 'nodeType', 'asymmetricMatch'])

/** The number of nested members that code may read before it calls a function, as in `aws.S3.Client`. */
const DEPTH = 3

/** Makes the object that replaces a package. @param fail - Makes the error that any use throws. */
export function standIn(fail: () => Error): unknown {
  return member(fail, 0)
}

function member(fail: () => Error, depth: number): unknown {
  const members = new Map<string, unknown>()
  const thrown = (): never => {
    throw fail()
  }
  return new Proxy(class {}, {
    get(target, name) {
      if (name === 'prototype') return target.prototype
      if (name === '__esModule') return depth === 0 ? true : undefined
      if (name === Symbol.toPrimitive) return thrown
      if (typeof name === 'symbol' || SILENT.has(name)) return undefined
      if (depth >= DEPTH) return thrown()
      const known = members.get(name) ?? member(fail, depth + 1)
      members.set(name, known)
      return known
    },
    apply: thrown,
    construct: thrown,
    set: thrown,
    defineProperty: thrown,
    deleteProperty: thrown,
  })
}

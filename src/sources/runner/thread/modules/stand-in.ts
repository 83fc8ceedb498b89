/**
 * Replaces a package that cannot be loaded. Importing the package succeeds, so that other code in the importing file
 * works. While files are loaded, a call succeeds too, because many files create a client that only some actions use.
 * Any later use throws.
 */
import { CannotWork } from '../cannot-work.ts'

/**
 * The error of a package that cannot be used. The member `missing` is the name of the package, if it is not installed.
 */
export class PackageError extends CannotWork {
  override readonly name = 'PackageError'
  readonly missing: string | undefined

  constructor(message: string, sentence: string, missing: string | undefined) {
    super(message, { lack: 'package', sentence })
    this.missing = missing
  }
}

/** The names of members that tools read from any object. Reading such a member must not throw. */
const SILENT = new Set(['then', 'catch', 'finally', '$$typeof', 'nodeType', 'asymmetricMatch'])

/** The number of nested members that code may read before it calls a function, like in `aws.S3.Client`. */
const DEPTH = 3

/** The maximum number of calls that succeed, so that a loop over the result of a call ends. */
const MOST_CALLS = 1_000

interface StandInOptions {
  /** Makes the error that a use throws. */
  readonly fail: () => Error
  /** Returns whether a file is being loaded. */
  readonly isLoading: () => boolean
}

/** Makes the object that replaces a package. */
export function standIn({ fail, isLoading }: StandInOptions): unknown {
  let calls = 0
  const use = (): void => {
    if (!isLoading() || ++calls > MOST_CALLS) throw fail()
  }
  const member = (depth: number): object => {
    const members = new Map<string, unknown>()
    const called = (): object => {
      use()
      return member(0)
    }
    const asText = (): string => {
      use()
      return ''
    }
    const changed = (): boolean => {
      use()
      return true
    }
    return new Proxy(class {}, {
      get(target, name) {
        if (name === 'prototype') return target.prototype
        if (name === '__esModule') return depth === 0 ? true : undefined
        if (name === Symbol.toPrimitive) return asText
        if (typeof name === 'symbol' || SILENT.has(name)) return undefined
        if (depth >= DEPTH) throw fail()
        const known = members.get(name) ?? member(depth + 1)
        members.set(name, known)
        return known
      },
      apply: called,
      construct: called,
      set: changed,
      defineProperty: changed,
      deleteProperty: changed,
    })
  }
  return member(0)
}

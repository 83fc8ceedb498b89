/**
 * Makes a replacement for a package that cannot be loaded. The import of a replaced package succeeds, so that other
 * code in the importing file works. While the loader loads a file, calls of the replacement also succeed, because
 * many files create a client that only some actions use. After the loading, any use of the replacement other than
 * reading a few nested members throws an error.
 */
import { CannotWork } from '../cannot-work.ts'

/**
 * The error for the use of a package that cannot be loaded. If the package is not installed, `missing` is the name
 * of the package.
 */
export class PackageError extends CannotWork {
  override readonly name = 'PackageError'
  readonly missing: string | undefined

  constructor(message: string, sentence: string, missing: string | undefined) {
    super(message, { lack: 'package', sentence })
    this.missing = missing
  }
}

/** The names of members that tools read from any object, and for which the replacement returns undefined. */
const SILENT = new Set(['then', 'catch', 'finally', '$$typeof', 'nodeType', 'asymmetricMatch'])

/**
 * The maximum number of nested members that code may read from the replacement without a call, as in
 * `aws.S3.Client`.
 */
const DEPTH = 3

/**
 * The maximum number of calls and other uses of a replacement that succeed while files load. Without a maximum, a
 * loop over the result of a call would not end.
 */
const MOST_CALLS = 1_000

interface StandInOptions {
  /** Makes the error that a use of the replacement throws. */
  readonly fail: () => Error
  /** Returns whether the module loader is currently loading a file. */
  readonly isLoading: () => boolean
}

/** Makes the replacement for a package that cannot be loaded. */
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
    const iterated = (): Iterator<never> => {
      use()
      return [].values()
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
        if (name === Symbol.iterator || name === Symbol.asyncIterator) return iterated
        if (typeof name === 'symbol' || SILENT.has(name)) return undefined
        if (depth >= DEPTH) throw fail()
        const known = members.get(name) ?? member(depth + 1)
        members.set(name, known)
        return known
      },
      ownKeys(target) {
        use()
        return Reflect.ownKeys(target)
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

/**
 * Stands in for a package that cannot be loaded. Importing it works, so that other exports of the importing file keep
 * working. Any use of it throws.
 */
import { CannotWork } from '../cannot-work.ts'

/** A package cannot be used. `missing` is its name if it is not installed. */
export class PackageError extends CannotWork {
  override readonly name = 'PackageError'
  readonly missing: string | undefined

  constructor(message: string, sentence: string, missing: string | undefined) {
    super(message, { lack: 'package', sentence })
    this.missing = missing
  }
}

/** Names that other code looks at without meaning the package. */
const SILENT = new Set(['then', 'catch', 'finally', '$$typeof', 'nodeType', 'asymmetricMatch'])

/** Members of members that may be read before a call: `import aws from 'aws'`, `aws.S3.Client`. */
const DEPTH = 3

/** @param fail - Makes the error of a use. */
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

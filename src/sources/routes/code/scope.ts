/** Names of a function: what each means is known before anything is worked out. */
import type { Syntax } from '../../code/syntax.ts'
import type { FunctionSource } from '../../code/value.ts'
import type { Callable, Datum, Run } from './run.ts'

/** Values by name, and those around them. */
export interface ScopeNames {
  readonly values: Map<string, Datum>
  readonly around: ScopeNames | null
}

/** Where an expression is worked out. */
export interface At {
  readonly names: ScopeNames
  readonly run: Run
}

export type Expression = (at: At) => Datum

/** What a name stands for besides data. */
export type Role = 'local' | 'ctx' | 'strapi' | 'next'

/** The names that a function sees. */
export interface KnownNames {
  readonly roles: Map<string, Role>
  readonly around: KnownNames | null
  /** Of the file that it stands in. */
  readonly written: FunctionSource
  readonly make: Maker
}

/** Each kind of syntax has parts of the others. All throw NotRead for what is not understood. */
export interface Maker {
  readonly expression: (node: Syntax | undefined, known: KnownNames, depth?: number) => Expression
  readonly block: (node: Syntax, known: KnownNames) => Statement
  /** A function within another. */
  readonly inner: (node: Syntax, known: KnownNames) => Expression
  /** A function of a file. */
  readonly written: (written: FunctionSource, make: Maker) => Callable
}

/** How statements come to an end before the last of them. */
export type Completion =
  | { readonly kind: 'return'; readonly value: Datum }
  /** What comes next is called; `isTakenApart` where its answer has to be an object. */
  | { readonly kind: 'next'; readonly isTakenApart: boolean }

export type Statement = (at: At) => Completion | undefined

export const inside = (around: KnownNames): KnownNames => ({
  roles: new Map(),
  around,
  written: around.written,
  make: around.make,
})

export function roleOf(name: string, known: KnownNames): Role | undefined {
  for (let at: KnownNames | null = known; at !== null; at = at.around) {
    const role = at.roles.get(name)
    if (role !== undefined) return role
  }
  return undefined
}

export function namesWith(name: string, names: ScopeNames): ScopeNames | undefined {
  for (let at: ScopeNames | null = names; at !== null; at = at.around) if (at.values.has(name)) return at
  return undefined
}

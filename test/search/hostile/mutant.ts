/** A mutant is a shipped dataset with one invalid or odd change. */
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { BaseDataset } from './base.ts'

/** The kinds of change. */
export const KINDS = ['bytes', 'values', 'schema', 'references', 'folder', 'memory'] as const
export type MutationKind = (typeof KINDS)[number]

/** The difference from the shipped dataset. */
export type DatasetMutation =
  /** One file with other bytes. */
  | { readonly at: 'file'; readonly path: string; readonly bytes: Uint8Array }
  /** Several files with other texts. */
  | { readonly at: 'files'; readonly texts: ReadonlyMap<string, string> }
  /** A change of a copy of the folder; `outside` is an empty folder next to it. */
  | { readonly at: 'folder'; readonly apply: (dir: string, outside: string) => void }
  /** Files that a program passes. */
  | { readonly at: 'memory'; readonly files: unknown }
  /** An edit that assigns something to the loaded graph. */
  | { readonly at: 'edit'; readonly recipe: (dataset: object) => void }

export interface Mutation {
  /** The change in a few words. */
  readonly says: string
  readonly change: DatasetMutation
}

/** A way to make mutants of a kind. */
export type Mutate = (base: BaseDataset, roll: Roll) => Mutation

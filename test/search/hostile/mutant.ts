/** A mutant is a shipped dataset with one invalid or unusual change. */
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { BaseDataset } from './base.ts'

/** The kinds of change. */
export const KINDS = ['bytes', 'values', 'schema', 'references', 'folder', 'memory'] as const
export type MutationKind = (typeof KINDS)[number]

/** The difference between a mutant and the shipped dataset. */
export type DatasetMutation =
  /** The mutant is the dataset with other bytes in one file. */
  | { readonly at: 'file'; readonly path: string; readonly bytes: Uint8Array }
  /** The mutant is the dataset with other texts in several files. */
  | { readonly at: 'files'; readonly texts: ReadonlyMap<string, string> }
  /** The mutant is a copy of the folder that `apply` changes; `outside` is an empty folder next to the copy. */
  | { readonly at: 'folder'; readonly apply: (dir: string, outside: string) => void }
  /** The mutant is a set of files in memory, which a program passes to the loader. */
  | { readonly at: 'memory'; readonly files: unknown }
  /** The mutant is an edit of the loaded graph that assigns an invalid value. */
  | { readonly at: 'edit'; readonly recipe: (dataset: object) => void }

export interface Mutation {
  /** A short description of the change. */
  readonly says: string
  readonly change: DatasetMutation
}

/** A function that makes mutants of one kind. */
export type Mutate = (base: BaseDataset, roll: Roll) => Mutation

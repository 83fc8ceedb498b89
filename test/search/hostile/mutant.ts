/** A mutant is a shipped dataset with one invalid or unusual change. */
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { BaseDataset } from './base.ts'

/** The kinds of change. */
export const KINDS = ['bytes', 'values', 'schema', 'references', 'folder', 'memory'] as const
export type MutationKind = (typeof KINDS)[number]

/** The difference between a mutant and the shipped dataset. */
export type DatasetMutation =
  /** One file has other bytes. */
  | { readonly at: 'file'; readonly path: string; readonly bytes: Uint8Array }
  /** Several files have other texts. */
  | { readonly at: 'files'; readonly texts: ReadonlyMap<string, string> }
  /** `apply` changes a copy of the folder; `outside` is an empty folder next to it. */
  | { readonly at: 'folder'; readonly apply: (dir: string, outside: string) => void }
  /** A program passes these files. */
  | { readonly at: 'memory'; readonly files: unknown }
  /** An edit of the loaded graph assigns something invalid. */
  | { readonly at: 'edit'; readonly recipe: (dataset: object) => void }

export interface Mutation {
  /** A short description of the change. */
  readonly says: string
  readonly change: DatasetMutation
}

/** A function that makes mutants of one kind. */
export type Mutate = (base: BaseDataset, roll: Roll) => Mutation

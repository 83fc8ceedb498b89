/** What a mutant is: a shipped dataset with one thing wrong in it, or odd at least. */
import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { BaseDataset } from './base.ts'

/** What is changed. */
export const KINDS = ['bytes', 'values', 'schema', 'references', 'folder', 'memory'] as const
export type MutationKind = (typeof KINDS)[number]

/** How the dataset differs from the one that is shipped. */
export type DatasetMutation =
  /** One file with other bytes. */
  | { readonly at: 'file'; readonly path: string; readonly bytes: Uint8Array }
  /** Several files with other texts. */
  | { readonly at: 'files'; readonly texts: ReadonlyMap<string, string> }
  /** Something done to a copy of the folder; `outside` is an empty folder beside it. */
  | { readonly at: 'folder'; readonly apply: (dir: string, outside: string) => void }
  /** Files as a program hands them in. */
  | { readonly at: 'memory'; readonly files: unknown }
  /** An edit that puts something into the loaded graph. */
  | { readonly at: 'edit'; readonly recipe: (dataset: object) => void }

export interface Mutation {
  /** What was done, in a few words. */
  readonly says: string
  readonly change: DatasetMutation
}

/** One way of making mutants of a kind. */
export type Mutate = (base: BaseDataset, roll: Roll) => Mutation

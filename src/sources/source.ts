/**
 * The outside world, read into the files of a dataset. Each source is a room of its own; all end in the one loader that
 * checks everything, and the reference knows nothing of them.
 */
import type { ApiOptions, ContentApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import type { DatasetFiles } from '../reference/load/files/files.ts'
import type { Note } from './note.ts'
import type { ServerFound } from './server.ts'
import type { Accounts } from './tokens/accounts.ts'

/** What a source holds: the files of a dataset, and what stands round them. */
export interface Source {
  /** What it is, for the line that says what is served: `dataset folder`, `Strapi project with SQLite`, … */
  readonly kind: string
  readonly files: DatasetFiles
  /** What the loader made of the files, where it has seen them already. */
  readonly graph?: Graph
  /** What was left out, changed or could not be read, each with its place. */
  readonly notes: readonly Note[]
  /**
   * The role of a token that the files do not list: one that is kept as a hash, or a JWT. undefined for a token nobody
   * was given.
   */
  readonly roleOfToken?: (token: string) => string | undefined
  /** An API that answers as the source's own code has it; where it is left out, as Strapi does by itself. */
  readonly api?: (graph: Graph, options: ApiOptions) => ContentApi
  /** How the server is set up to have users. */
  readonly accounts?: Accounts
  /** What `/uploads` serves. */
  readonly uploads?: Uploads
  /** Which server it is or was. */
  readonly server?: ServerFound
  /** Ends what runs for it; nothing of it answers any more. */
  readonly end?: () => void
  /** What it was read from, for whoever reads it again when that changes. */
  readonly watched?: Watched
}

export interface Watched {
  /** Files and folders. */
  readonly paths: readonly string[]
  /** A text that is another one when a database has changed; nothing is written to find out. */
  readonly mark?: () => Promise<string>
}

/** Uploaded files: in a folder, or by the name that follows `/uploads/`. */
export type Uploads =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Uint8Array> }

/** A source that cannot be read at all; the message says where, what was expected and what to do. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

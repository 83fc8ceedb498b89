/**
 * The type of all sources from which Populace reads data. Each kind of source has a folder in `src/sources`, and
 * produces the files of a dataset. One loader checks the files of all sources. The reference does not depend on
 * sources.
 */
import type { RoleOfToken } from '../reference/access.ts'
import type { ApiOptions, ContentApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import type { DatasetFiles } from '../reference/load/files/files.ts'
import type { Note } from './note.ts'
import type { CodeHost, CodeProblem, ProjectCode } from './runner/project-code.ts'
import type { ServerFound } from './server.ts'
import type { Accounts } from './tokens/accounts.ts'

/** A source: the files of a dataset, with the settings of its server. */
export interface Source {
  /** The kind of source in messages, such as `dataset folder` or `Strapi project with SQLite`. */
  readonly kind: string
  readonly files: DatasetFiles
  /** The graph of the files, if the source has already built it. */
  readonly graph?: Graph
  /** The notes on parts that were omitted, changed or unreadable, each with its place. */
  readonly notes: readonly Note[]
  /** Returns the role of a hashed token or JWT, which the files do not list; undefined for an unknown token. */
  readonly roleOfToken?: RoleOfToken
  /** Creates an API that includes the plugins of the source. By default, the API is that of Strapi without plugins. */
  readonly api?: (graph: Graph, options: ApiOptions) => ContentApi
  /** The settings of the server that concern users. */
  readonly accounts?: Accounts
  /**
   * Is present if the server may have locales that `files` does not list. An example is a project that was opened
   * without its database.
   */
  readonly localesUnknown?: true
  /** The place of uploaded files. */
  readonly uploads?: Uploads
  /** The server that the source comes from. */
  readonly server?: ServerFound
  /** The project's own code, which is loaded already. The code takes part in answers after `start`. */
  readonly code?: SourceCode
  /** Stops the thread of the source's code. After a call of `end`, the project's code answers no request. */
  readonly end?: () => void
  /**
   * The absolute path of the project whose code runs. An import from the source stores the path of the project in the
   * dataset folder.
   */
  readonly project?: string
  /** The files and database to watch for changes. */
  readonly watched?: Watched
}

/** The project's own code after its `register` functions and before its `bootstrap` functions. */
export interface SourceCode {
  /** The code files that failed so far. The `notes` of the source contain the same problems as `problems`. */
  readonly problems: readonly CodeProblem[]
  /** The permitted actions of custom controllers by role, which `access.json` cannot contain. */
  readonly actions: ReadonlyMap<string, readonly string[]>
  /** Runs every `bootstrap` function over a world; call `start` only once. */
  readonly start: (host: CodeHost, options: StartOptions) => Promise<ProjectCode>
}

export interface StartOptions {
  /**
   * Returns the action of the server's own route, such as `api::article.article.find`; undefined if no route matches.
   */
  readonly matchCore: (method: string, target: string) => string | undefined
  /** Creates a temporary world for starting a spare thread. The writes to this world are discarded. */
  readonly scratch: () => CodeHost
  /** The secret that signs the tokens of users, in place of the project's secret. */
  readonly ownSecret?: string
}

export interface Watched {
  /** Watched files and folders. */
  readonly paths: readonly string[]
  /** Returns a text that is different after each write to the database. */
  readonly mark?: () => Promise<string>
}

/** Uploaded files: a folder, or files by their name below `/uploads/`. */
export type Uploads =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Uint8Array> }

/**
 * The error for a source that cannot be read. The message of a `SourceError` names the place, the expected value, and
 * what to do.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/**
 * The type of a source from which Populace reads data. The code for each kind of source is in `src/sources`, and
 * produces the files of a dataset. One loader checks the dataset files of all kinds of sources. The code in
 * `src/reference` does not depend on the code for sources.
 */
import type { RoleOfToken } from '../reference/access.ts'
import type { ApiOptions, ContentApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import type { DatasetFiles } from '../reference/load/files/files.ts'
import type { Note } from './note.ts'
import type { CodeHost, CodeProblem, ProjectCode } from './runner/project-code.ts'
import type { ServerFound } from './server.ts'
import type { Accounts } from './tokens/accounts.ts'

/** A source: the files of a dataset, with the settings of the server from which the data come. */
export interface Source {
  /** The description of the source in messages, such as `dataset folder` or `Strapi project with SQLite`. */
  readonly kind: string
  readonly files: DatasetFiles
  /** The graph that the loader built from `files`, if it is already built. */
  readonly graph?: Graph
  /**
   * The notes on parts of the source that were omitted, changed or unreadable. Each note states the place of the
   * part in the source.
   */
  readonly notes: readonly Note[]
  /**
   * Returns the role of an API token or JWT that `files` do not list, because only its hash or secret is known. The
   * role of an unknown token is undefined.
   */
  readonly roleOfToken?: RoleOfToken
  /**
   * Creates a content API that imitates the plugins of the source. If the function `api` is absent, the content API
   * imitates Strapi without plugins.
   */
  readonly api?: (graph: Graph, options: ApiOptions) => ContentApi
  /** The settings of the server for users and tokens. */
  readonly accounts?: Accounts
  /**
   * The value true means that the server may have locales that `files` do not list, as for a project without its
   * database.
   */
  readonly localesUnknown?: true
  /** The content of the uploaded files, or the folder that contains these files. */
  readonly uploads?: Uploads
  /** The server from which the source comes. */
  readonly server?: ServerFound
  /** The project's own code, which is already loaded. The project's code runs for requests after a call of `start`. */
  readonly code?: SourceCode
  /** Stops the thread that runs the project's code. After a call of `end`, the code answers no request. */
  readonly end?: () => void
  /**
   * The absolute path of the project whose code runs. The command `import` stores the path of the project in the
   * dataset folder that it writes.
   */
  readonly project?: string
  /** The files and the database that `--watch` observes. */
  readonly watched?: Watched
}

/** The project's own code in the state after all `register` functions and before all `bootstrap` functions. */
export interface SourceCode {
  /** The problems of the project's code that are known so far, which the `notes` of the source also contain. */
  readonly problems: readonly CodeProblem[]
  /**
   * The permitted actions of custom controllers, by role. The file `access.json` cannot contain actions of custom
   * controllers.
   */
  readonly actions: ReadonlyMap<string, readonly string[]>
  /**
   * Runs every `bootstrap` function, and returns the code that answers requests. The `bootstrap` functions read and
   * write the data of `host`. Call `start` only once.
   */
  readonly start: (host: CodeHost, options: StartOptions) => Promise<ProjectCode>
}

export interface StartOptions {
  /**
   * Returns the action of Strapi's own route for a request, such as `api::article.article.find`; undefined if no
   * such route matches.
   */
  readonly matchCore: (method: string, target: string) => string | undefined
  /**
   * Creates a temporary copy of the data for the start of a spare thread. Populace discards all writes to the
   * temporary copy.
   */
  readonly scratch: () => CodeHost
  /** The secret that signs the JWTs of users, in place of the project's secret. */
  readonly ownSecret?: string
}

export interface Watched {
  /** The paths of the watched files and folders. */
  readonly paths: readonly string[]
  /** Returns a text that changes after each write to the database. */
  readonly mark?: () => Promise<string>
}

/**
 * The uploaded files of a source: the path of a folder, or the contents of the files by their name below
 * `/uploads/`.
 */
export type Uploads =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Uint8Array> }

/**
 * The error for a source that cannot be read. The message of a `SourceError` names the place and the fault, and
 * usually the expected value and the next step for the user.
 */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

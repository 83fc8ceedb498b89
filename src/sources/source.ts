/**
 * The type of sources. Each kind of source has its own folder and produces the files of a dataset. One loader checks
 * them all; the reference does not depend on sources.
 */
import type { RoleOfToken } from '../reference/access.ts'
import type { ApiOptions, ContentApi } from '../reference/api.ts'
import type { Graph } from '../reference/graph/graph.ts'
import type { DatasetFiles } from '../reference/load/files/files.ts'
import type { CodeHost, CodeProblem, ProjectCode } from '../runner/project-code.ts'
import type { Note } from './note.ts'
import type { ServerFound } from './server.ts'
import type { Accounts } from './tokens/accounts.ts'

/** A source: the files of a dataset, with the settings of its server. */
export interface Source {
  /** The kind in words, for messages: `dataset folder`, `Strapi project with SQLite`, … */
  readonly kind: string
  readonly files: DatasetFiles
  /** The graph of the files, if it is built already. */
  readonly graph?: Graph
  /** Notes on omitted, changed or unreadable parts, each with its place. */
  readonly notes: readonly Note[]
  /** The role of a token that the files do not list: a hashed token or a JWT. undefined for an unknown token. */
  readonly roleOfToken?: RoleOfToken
  /** Creates an API that includes the plugins of the source. Default: the API of plain Strapi. */
  readonly api?: (graph: Graph, options: ApiOptions) => ContentApi
  /** The settings for users. */
  readonly accounts?: Accounts
  /** The store of uploaded files. */
  readonly uploads?: Uploads
  /** The server that the source comes from. */
  readonly server?: ServerFound
  /** The project's own code. It is loaded; it takes part in answers from `start` on. */
  readonly code?: SourceCode
  /** Stops the thread of the source's code. The code answers nothing afterwards. */
  readonly end?: () => void
  /** The folder of the project whose code runs, absolute. An import remembers it. */
  readonly project?: string
  /** The files and database to watch for changes. */
  readonly watched?: Watched
}

/** The code of a project between its `register` and its `bootstrap`. */
export interface SourceCode {
  /** Files that failed so far. `notes` of the source has them too. */
  readonly problems: readonly CodeProblem[]
  /** By role, the permitted actions of custom controllers, which `access.json` cannot state. */
  readonly actions: ReadonlyMap<string, readonly string[]>
  /** Runs every `bootstrap` over a world, once. */
  readonly start: (host: CodeHost, options: StartOptions) => Promise<ProjectCode>
}

export interface StartOptions {
  /** The action of the server's own route for a request, as `api::article.article.find`; undefined for no route. */
  readonly matchCore: (method: string, target: string) => string | undefined
  /** Creates a world for the start of a spare thread, whose writes are discarded. */
  readonly scratch: () => CodeHost
  /** The secret that signs the tokens of users, in place of the project's. */
  readonly ownSecret?: string
}

export interface Watched {
  /** Watched files and folders. */
  readonly paths: readonly string[]
  /** Returns a text that changes with the database; writes nothing. */
  readonly mark?: () => Promise<string>
}

/** Uploaded files: a folder, or files by their name below `/uploads/`. */
export type Uploads =
  | { readonly kind: 'folder'; readonly folder: string }
  | { readonly kind: 'files'; readonly files: ReadonlyMap<string, Uint8Array> }

/** An unreadable source. The message names the place, the expectation and the remedy. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
}

/** The functions and settings that are needed to load a project in a thread. */
import type { AskServer } from '../loaded.ts'
import type { CoreParts } from './core-parts.ts'

export interface Loading {
  /** The absolute path of the project's folder. */
  readonly folder: string
  /**
   * Loads a file and returns its default export, or all exports if it has no default export.
   * @throws Error whose member `missing` names a package that is not installed.
   */
  readonly load: (file: string) => unknown
  /** Sends a call that belongs to no request to the server. */
  readonly ask: AskServer
  /** Returns the function that sends the calls of the current request; outside of requests, this function is `ask`. */
  readonly askFor: () => AskServer
  readonly log: (level: 'info' | 'warn' | 'error', text: string) => void
  /** The exports of the files in `config`, by file name, including functions. */
  readonly config: Readonly<Record<string, unknown>>
  readonly core: CoreParts
}

/** The functions and settings for loading a project in a thread. */
import type { AskServer } from '../loaded.ts'
import type { CoreParts } from './core-parts.ts'

export interface Loading {
  /** The absolute path of the project's folder. */
  readonly folder: string
  /**
   * Loads a file and returns the default export, or all exports if the file has no default export.
   * @throws Error with a member `missing` if a package is not installed; `missing` is the name of the package.
   */
  readonly load: (file: string) => unknown
  /** Sends the server a call that belongs to no request. */
  readonly ask: AskServer
  /** Returns the function that sends the calls of the current request; outside of requests, this function is `ask`. */
  readonly askFor: () => AskServer
  readonly log: (level: 'info' | 'warn' | 'error', text: string) => void
  /** The values that the configuration files in `config` export, including functions, by file name. */
  readonly config: Readonly<Record<string, unknown>>
  readonly core: CoreParts
}

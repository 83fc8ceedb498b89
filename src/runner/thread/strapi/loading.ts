/** The functions and settings of the thread that loading a project needs. */
import type { AskServer } from '../loaded.ts'
import type { CoreParts } from './core-parts.ts'

export interface Loading {
  /** The absolute path of the project. */
  readonly folder: string
  /**
   * Loads a file and returns its default export, or all exports if it has none.
   * @throws Error whose `missing` names a package that is not installed.
   */
  readonly load: (file: string) => unknown
  /** Sends a call to the server outside of any request. */
  readonly ask: AskServer
  /** Returns the function that sends calls of the current request; outside of requests, it equals `ask`. */
  readonly askFor: () => AskServer
  readonly log: (level: 'info' | 'warn' | 'error', text: string) => void
  /** The exports of the files in `config`, by file name, functions included. */
  readonly config: Readonly<Record<string, unknown>>
  readonly core: CoreParts
}

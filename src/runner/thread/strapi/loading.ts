/** The dependencies of the loading of a project on its thread. */
import type { AskServer } from '../loaded.ts'
import type { CoreParts } from './core-parts.ts'

export interface Loading {
  /** The folder of the project, absolute. */
  readonly folder: string
  /**
   * Loads a module and answers its exports, with the default export in place of a module that has one.
   * @throws Error with `.missing`, the name of a package that is not installed.
   */
  readonly load: (file: string) => unknown
  /** Asks the server outside of any request. */
  readonly ask: AskServer
  /** Asks for the current request; `ask` outside of one. */
  readonly askFor: () => AskServer
  readonly log: (level: 'info' | 'warn' | 'error', text: string) => void
  /** The exports of the files in `config`, by name. Functions are kept. */
  readonly config: Readonly<Record<string, unknown>>
  readonly core: CoreParts
}

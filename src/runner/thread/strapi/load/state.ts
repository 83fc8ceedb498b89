/** The state that the loading steps share. */

import type { PluginReport } from '../../../protocol.ts'
import type { RawRoute } from '../../loaded.ts'
import type { Container } from '../container-parts.ts'
import type { MemberMap } from '../core-parts.ts'
import type { Loading } from '../loading.ts'
import type { Endings } from './files.ts'
import type { Reports } from './reports.ts'

export interface LoadState {
  readonly loading: Loading
  readonly container: Container
  readonly reports: Reports
  /** The endings of modules in `src`. */
  readonly endings: Endings
  /** Uid of a controller, service, policy or middleware → its file in the project. */
  readonly fileOf: Map<string, string>
  /** Routes that come from Strapi itself, with their text when they came. */
  readonly stockRoutes: Map<object, string>
  /** The plugin of each of them. */
  readonly stockOwners: Map<object, string>
  /** The result of each enabled plugin, by name. */
  readonly plugins: Map<string, PluginReport>
  /** All routes, once they are known. */
  readonly routes: { all: readonly RawRoute[] }
  /** The file of `src/index`, absolute. */
  indexFile: string
  /** The exports of `src/index`. */
  index: unknown
}

/** A plugin between its loading and its registration. Extensions change it. */
export interface RawPlugin {
  readonly name: string
  raw: MemberMap
}

/** Loads a file. Reports a failure; `broken` returns the replacement. */
export function loadFile<T>(
  { loading, reports }: Pick<LoadState, 'loading' | 'reports'>,
  file: string,
  broken: (problem: ReturnType<Reports['failed']>) => T,
): unknown {
  try {
    const loaded = loading.load(file)
    reports.ran(file)
    return loaded
  } catch (error) {
    return broken(reports.failed(file, error))
  }
}

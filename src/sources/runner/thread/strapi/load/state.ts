/** The state that all steps of loading a project share. */

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
  /** The file extensions that modules in `src` may have. */
  readonly endings: Endings
  /**
   * The path of the file of each controller, service, policy, middleware and router, by the kind (such as
   * `controllers`) and the uid.
   */
  readonly fileOf: Map<string, string>
  /** Strapi's own routes, each with a JSON copy from the time before the project's code could change the route. */
  readonly stockRoutes: Map<object, string>
  /** The name of the plugin to which each of Strapi's own routes belongs, by route. */
  readonly stockOwners: Map<object, string>
  /** The report on each enabled plugin, by plugin name. */
  readonly plugins: Map<string, PluginReport>
  /** All routes of the project; empty until the routes are known. */
  readonly routes: { all: readonly RawRoute[] }
  /** The absolute path of the file `src/index`. */
  indexFile: string
  /** The exports of the file `src/index`. */
  index: unknown
}

/** A plugin that is loaded, but not yet registered. Extensions of the project may still change the plugin. */
export interface RawPlugin {
  readonly name: string
  raw: MemberMap
}

/**
 * Loads a file of the project, and reports whether the code in the file ran or failed. If the code in the file
 * fails, returns the result of `broken`.
 */
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

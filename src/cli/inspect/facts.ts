/** The facts that `populace inspect` prints, as text or as JSON. */
import type { CodeProblem, FileReport, RouteReport } from '../../sources/runner/project-code.ts'
import type { CodeInventory } from '../../sources/runner/protocol.ts'

export interface Inspection {
  readonly source: string
  readonly kind: string
  readonly profile: string
  readonly release: Found
  readonly database: Found
  readonly types: readonly TypeFacts[]
  readonly components: readonly string[]
  readonly locales: { readonly default: string; readonly codes: readonly string[] }
  readonly roles: readonly RoleFacts[]
  /** The number of tokens in `access.json`. */
  readonly tokens: number
  /** The facts about the project's own code; null if no code of the project runs. */
  readonly code: CodeFacts | null
  readonly notes: readonly string[]
  /** The lines that the project's code printed while it started. */
  readonly printed: readonly string[]
  readonly next: readonly string[]
}

/** The release or the database of the project, and the file that states it. */
interface Found {
  readonly value: string | null
  readonly from: string | null
}

export interface TypeFacts {
  readonly uid: string
  readonly path: string
  readonly entries: number
  /** The number of documents with a published version; absent for a type without draft & publish. */
  readonly published?: number
  /** True if the project has no route for the path of the type, so that the server answers 404; otherwise absent. */
  readonly unrouted?: true
}

export interface RoleFacts {
  readonly name: string
  readonly isPublic: boolean
  readonly permissions: readonly string[]
}

export interface CodeFacts extends CodeInventory {
  readonly folder: string
  readonly files: readonly FileReport[]
  readonly routes: readonly RouteReport[]
  readonly lifecycles: readonly string[]
  readonly customFields: Readonly<Record<string, string>>
  /** The environment variables without a value that the configuration reads without a default value. */
  readonly unset: readonly string[]
  /** The packages that the project's code imports but that are not installed. */
  readonly missing: readonly string[]
  /** The problems that are neither a missing package nor a file that failed. */
  readonly problems: readonly CodeProblem[]
}

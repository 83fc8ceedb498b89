/** What is said between the server and the thread that runs a project's code. */

/** What the thread is started with. */
export interface Start {
  /** The project, absolute. */
  readonly folder: string
  /** Content types and components with all their attributes, by uid. */
  readonly models: Readonly<Record<string, ModelMessage>>
  readonly env: Readonly<Record<string, string>>
  /** Told of each message: a thread that is waited for cannot be listened to. */
  readonly signal: SharedArrayBuffer
}

/** A content type or a component, as `strapi.getModel` answers it. */
export interface ModelMessage {
  readonly uid: string
  readonly modelType: 'contentType' | 'component'
  readonly kind?: string
  readonly info: Readonly<Record<string, unknown>>
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A route of the project, by its place in the list. */
export interface RunRoute {
  readonly api: string
  readonly method: string
  readonly path: string
  /** `api::a.b.find`; `` for a function. */
  readonly handler: string
  readonly isOpen: boolean
}

export interface RunRequest {
  /** Which request it is: what is said of an earlier one is not heeded. */
  readonly turn: number
  readonly route: number
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly params: Readonly<Record<string, string>>
  /** Who asks; null for nobody in particular. */
  readonly user: { readonly id: unknown; readonly role: string } | null
}

/** A result: what is answered, and how. */
export interface Done {
  readonly kind: 'done'
  readonly turn: number
  /** null where nobody answered. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type FromThread =
  | { readonly kind: 'opened'; readonly routes: readonly RunRoute[]; readonly faults: readonly CodeFault[] }
  /** Strapi's own controller is asked. */
  | {
      readonly kind: 'core'
      readonly turn: number
      readonly uid: string
      readonly action: string
      readonly query: unknown
    }
  | Done
  /** Code threw: `isOurs` where it asked for what is not there. */
  | { readonly kind: 'failed'; readonly turn: number; readonly message: string; readonly isOurs: boolean }

export type ToThread =
  | { readonly kind: 'request'; readonly request: RunRequest }
  | { readonly kind: 'answer'; readonly status: number; readonly body: string }

/** A file that could not be run. */
export interface CodeFault {
  readonly file: string
  readonly message: string
}

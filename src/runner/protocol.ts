/** The messages between the server and the thread that runs a project's code. All of them are plain data. */
import type { CodeChange, CodeEffect, CodePlace } from '../reference/code-effect.ts'
import type { GivenMap } from '../reference/parse/given.ts'
import type { Json, JsonObject } from '../util/json.ts'
import type { HeldBody, ReadMessage } from './held-body.ts'

export type { CodeChange, CodeEffect, CodePlace }

/** The `workerData` of a thread. */
export interface ThreadStart {
  /** The folder of the project, absolute. */
  readonly folder: string
  /** The environment: variables of the process over those of `.env`. `NODE_ENV` is always set. */
  readonly env: Readonly<Record<string, string>>
  /** The hosts that the code may connect to, as `name` or `name:port`. */
  readonly allowedHosts: readonly string[]
}

/** A content type or component as `strapi.getModel` answers it: the schema file with what Strapi adds. */
export interface ModelMessage {
  readonly uid: string
  readonly modelType: 'contentType' | 'component'
  readonly kind?: string
  readonly info: JsonObject
  readonly options?: JsonObject
  readonly attributes: Readonly<Record<string, JsonObject>>
  readonly [more: string]: unknown
}

export type Models = Readonly<Record<string, ModelMessage>>

/** A row of the table `strapi_core_store_settings`; the value is JSON. */
export interface StoreRow {
  /** `core_NAME_KEY` */
  readonly key: string
  readonly value: string
  /** The type of the value, as `typeof` names it. */
  readonly type: string
  readonly environment?: string
  readonly tag?: string
}

/** Messages to the thread. The first three come once, in this order; the thread answers each with its own. */
export type ToThread =
  | { readonly kind: 'configure' }
  | { readonly kind: 'register'; readonly models: Models }
  | {
      readonly kind: 'bootstrap'
      readonly models: Models
      /** `/api` */
      readonly prefix: string
      /** The secret of users' tokens; `ownSecret` signs them in its place. */
      readonly jwtSecret: string
      readonly ownSecret?: string
      /** The rows of `strapi.store` in the database of the project. */
      readonly store?: readonly StoreRow[]
    }
  | { readonly kind: 'request'; readonly request: RunRequest }
  /** Permissions that the requests after this message name by their id. `forgets` says that no earlier id is used again. */
  | {
      readonly kind: 'permissions'
      readonly id: number
      readonly permissions: readonly string[]
      readonly forgets: boolean
    }
  | { readonly kind: 'result'; readonly call: number; readonly result: ServiceResult }
  /** Answers requests of an empty project, so that the first real one is fast. */
  | { readonly kind: 'warm' }
  | { readonly kind: 'ping'; readonly turn: number }

export type FromThread =
  | Configured
  | Registered
  | Ready
  | {
      readonly kind: 'call'
      readonly call: number
      readonly request: number | null
      readonly asked: ServiceCall
    }
  | RunAnswer
  | ReadMessage
  | { readonly kind: 'pong'; readonly turn: number }
  /** A line for the terminal: a log of the code, a mail in the outbox, a call that cannot work or is refused. */
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error' | 'refusal'; readonly text: string }

/** The exports of the files below `config`, and the schemas written as code. */
export interface Configured {
  readonly kind: 'configured'
  /** By name without extension: `database`, `server`, `api`, `middlewares`, `plugins`, `admin`. Functions in it are left out. */
  readonly config: Readonly<Record<string, { readonly file: string; readonly value: Json }>>
  /** Schema files that are code, by their path in the project. */
  readonly schemas: Readonly<Record<string, Json>>
  /** Variables that the configuration reads without a default, and that are not set. */
  readonly unset?: readonly string[]
  readonly problems: readonly CodeProblem[]
}

/** After extensions, plugins and every `register`. */
export interface Registered {
  readonly kind: 'registered'
  /** The type of each custom field by its name: `plugin::color-picker.color` → `string`. */
  readonly customFields: Readonly<Record<string, string>>
  /** Schemas that the code added or changed, whole, by uid. */
  readonly models: Models
  readonly problems: readonly CodeProblem[]
}

/** After every `bootstrap`. */
export interface Ready {
  readonly kind: 'ready'
  readonly routes: readonly RouteReport[]
  /** The actions that no code of the project takes part in: `api::article.article.find`. */
  readonly untouched: readonly string[]
  /** The content types without any route, which a real server does not answer. */
  readonly unrouted: readonly string[]
  /** Whether the code also sees requests outside its routes, such as logins and files. */
  readonly seesAll: boolean
  readonly files: readonly FileReport[]
  readonly inventory?: CodeInventory
  readonly problems: readonly CodeProblem[]
}

/** The parts of the code that are neither routes nor files. */
export interface CodeInventory {
  readonly plugins: readonly PluginReport[]
  /** The files of the project's own global middlewares, in order. */
  readonly globals: readonly string[]
  /** How many middlewares `strapi.documents.use` received. */
  readonly documentMiddlewares: number
  /** How many subscribers `strapi.db.lifecycles.subscribe` received. */
  readonly subscribers: number
  /** The names of the cron jobs. They do not run. */
  readonly cron: readonly string[]
}

export interface PluginReport {
  readonly name: string
  /** The package or folder that it comes from. */
  readonly from: string
  readonly state: 'stand-in' | 'ran' | 'failed' | 'missing' | 'ignored'
  /** Why it failed or is ignored. */
  readonly why?: string
}

/** A route that the code defines or changes. */
export interface RouteReport {
  readonly method: string
  /** With the prefix, as `@koa/router` takes it: `/api/articles/:id`. */
  readonly path: string
  /** `api::article.article.find`; empty for a function. */
  readonly handler: string
  /** Whether the route is open to everybody (`auth: false`). */
  readonly isOpen: boolean
  readonly file: string
}

/** A file of custom code, and what became of it. */
export interface FileReport {
  readonly file: string
  readonly state: 'ran' | 'failed' | 'ignored'
  /** Why it failed or is ignored. */
  readonly why?: string
}

/** A file that cannot run, or a call that cannot work here. */
export interface CodeProblem {
  readonly file: string
  /** From 1; 0 if no line is known. */
  readonly line: number
  readonly message: string
  /** The package that is not installed. */
  readonly missing?: string
}

/** The caller of a request. */
export interface CallerMessage {
  readonly kind: 'public' | 'user' | 'token' | 'refused'
  /** The entry of the user, with its role. */
  readonly user?: JsonObject
  /** The name of the role. */
  readonly role: string
  /** Permitted actions: `api::article.article.find`, `*.find` for every type, `*` for everything. */
  readonly permissions: readonly string[]
}

export interface RunRequest {
  readonly id: number
  readonly method: string
  /** The target as sent: path and search. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body; undefined without one. */
  readonly body: Uint8Array | undefined
  readonly ip: string
  readonly caller: CallerMessage
  /** The id of the permissions of the caller, whose list is then empty. */
  readonly permissions?: number
  /** Whether to record the effect. It costs time. */
  readonly trace: boolean
}

export interface RunAnswer {
  readonly kind: 'answer'
  readonly id: number
  readonly status: number
  /** By lower-case name. Several values of one name are joined by a line feed. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The id of the held body that the answer has unchanged. `body` is then empty. */
  readonly sameAs?: number
  /** The code that ran, in order; absent if none did. */
  readonly ran?: readonly CodePlace[]
  readonly effect?: CodeEffect
}

/** The calls from the code to the server. */
export type ServiceCall =
  | CoreCall
  | {
      /** `strapi.documents(uid)`, `strapi.db.query(uid)`, `strapi.entityService`: the method and its arguments. */
      readonly service: 'documents' | 'query' | 'entity'
      readonly uid: string
      readonly method: string
      readonly args: readonly Json[]
      /** Answers as usual, and leaves the world as it is. */
      readonly dryRun?: boolean
      /** The changes of lifecycle hooks to rows that a write of the document service creates or updates. */
      readonly changes?: readonly RowChange[]
    }
  | {
      /** `strapi.contentAPI`. */
      readonly service: 'content-api'
      readonly method:
        | 'sanitize.output'
        | 'sanitize.query'
        | 'sanitize.input'
        | 'validate.query'
        | 'validate.input'
      readonly uid: string
      readonly data: Json
      /** The role that sees the result; undefined for no restriction by permissions. */
      readonly role: string | undefined
      /** Whether unknown parameters or attributes are refused or removed; false if left out. */
      readonly strict?: boolean
    }
  /**
   * A transaction over the calls of the request. `rollback` restores the world of its `begin`, unless another request
   * wrote in between.
   */
  | { readonly service: 'transaction'; readonly step: 'begin' | 'commit' | 'rollback' }
  | { readonly service: 'caller'; readonly authorization: string | undefined }

/** Values that lifecycle hooks changed in a row. The query engine writes them without validation. */
export interface RowChange {
  readonly status: 'draft' | 'published'
  /** null for a type without locales. */
  readonly locale: string | null
  readonly data: JsonObject
}

/** Answers a request as Strapi's own code does. Parts that the code did not change are left out. */
export interface CoreCall {
  readonly service: 'core'
  /** An action of a type: `api::article.article`, `find`. undefined for the route of `target`. */
  readonly action?: { readonly uid: string; readonly name: string; readonly id: string }
  readonly method?: string
  readonly target?: string
  readonly query?: GivenMap
  /** A changed body, as the value of its JSON. */
  readonly body?: Json
  readonly authorization?: string | null
  /** Changed headers that decide on the form of an answer, such as `strapi-response-format`; null for a removed one. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Whether the route has `auth: false`. */
  readonly open?: boolean
  /** Whether the server may hold the body, because the code probably does not read it. */
  readonly hold?: boolean
  /** Answers as usual, and leaves the world as it is. */
  readonly dryRun?: boolean
}

export type ServiceResult =
  | { readonly ok: true; readonly value: Json | undefined }
  /** The answer of a core call. */
  | {
      readonly ok: true
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string | HeldBody
    }
  | { readonly ok: false; readonly error: ServiceError }

/** An error as Strapi's own code throws it: a class of `@strapi/utils`.errors by name. */
export interface ServiceError {
  readonly name: string
  readonly message: string
  readonly status: number
  readonly details: Json
}

/** The messages between the server and the thread that runs a project's code. All messages are plain data. */
import type { CodeChange, CodeEffect, CodePlace } from '../reference/code-effect.ts'
import type { GivenMap } from '../reference/parse/given.ts'
import type { Json, JsonObject } from '../util/json.ts'
import type { HeldBody, ReadMessage } from './held-body.ts'

export type { CodeChange, CodeEffect, CodePlace }
/** The `workerData` of a thread. */
export interface ThreadStart {
  /** The folder of the project, absolute. */
  readonly folder: string
  /** The environment variables: those of the process replace those of `.env`. `NODE_ENV` is always set. */
  readonly env: Readonly<Record<string, string>>
  /** The hosts that the code may connect to, as `name` or `name:port`. */
  readonly allowedHosts: readonly string[]
}

/** A content type or component as `strapi.getModel` returns it: the schema file with the members that Strapi adds. */
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
  /** The key of the setting, such as `core_NAME_KEY`. */
  readonly key: string
  readonly value: string
  /** The type of the stored value, such as `string` or `object`. */
  readonly type: string
  readonly environment?: string
  readonly tag?: string
}

/** The messages to the thread. The first three kinds are sent once each, in this order, and each has a reply. */
export type ToThread =
  | { readonly kind: 'configure' }
  | { readonly kind: 'register'; readonly models: Models }
  | {
      readonly kind: 'bootstrap'
      readonly models: Models
      /** `/api` */
      readonly prefix: string
      /** The secret of users' tokens. If `ownSecret` is set, it signs new tokens in place of this secret. */
      readonly jwtSecret: string
      readonly ownSecret?: string
      /** The rows that `strapi.store` has in the database of the project. */
      readonly store?: readonly StoreRow[]
    }
  | { readonly kind: 'request'; readonly request: RunRequest }
  /** A list of permissions; later requests contain only its id. `forgets` drops all earlier lists. */
  | {
      readonly kind: 'permissions'
      readonly id: number
      readonly permissions: readonly string[]
      readonly forgets: boolean
    }
  | { readonly kind: 'result'; readonly call: number; readonly result: ServiceResult }
  /** Makes the thread answer requests of an empty project, so that the first real request is fast. */
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
  /** A line for the terminal: a log of the code, a mail, or a call that is refused or cannot work. */
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error' | 'refusal'; readonly text: string }

/** The exports of the files below `config`, and the schemas written as code. */
export interface Configured {
  readonly kind: 'configured'
  /** The values of the configuration files without functions, by file name without ending, such as `database`. */
  readonly config: Readonly<Record<string, { readonly file: string; readonly value: Json }>>
  /** Schemas that are written as code instead of JSON, by file path in the project. */
  readonly schemas: Readonly<Record<string, Json>>
  /** The names of unset environment variables that the configuration reads without a default. */
  readonly unset?: readonly string[]
  readonly problems: readonly CodeProblem[]
}

/** The report after extensions, plugins and every `register` have run. */
export interface Registered {
  readonly kind: 'registered'
  /** The attribute type of each custom field by its name: `plugin::color-picker.color` → `string`. */
  readonly customFields: Readonly<Record<string, string>>
  /** The complete schemas that the code added or changed, by uid. */
  readonly models: Models
  readonly problems: readonly CodeProblem[]
}

/** The report after every `bootstrap` has run. */
export interface Ready {
  readonly kind: 'ready'
  readonly routes: readonly RouteReport[]
  /** The actions that run without any code of the project, and the content types without any route. */
  readonly untouched: readonly string[]
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
  /** The number of middlewares that the code registered with `strapi.documents.use`. */
  readonly documentMiddlewares: number
  /** The number of subscribers that the code registered with `strapi.db.lifecycles.subscribe`. */
  readonly subscribers: number
  /** The names of the cron jobs, which never run in a mock. */
  readonly cron: readonly string[]
}

export interface PluginReport {
  readonly name: string
  /** The package or folder of the plugin. */
  readonly from: string
  readonly state: 'stand-in' | 'ran' | 'failed' | 'missing' | 'ignored'
  /** The reason why the plugin failed or is ignored. */
  readonly why?: string
}

/** A route that the code defines or changes. */
export interface RouteReport {
  readonly method: string
  /** The path of the route with the API prefix, in the syntax of `@koa/router`: `/api/articles/:id`. */
  readonly path: string
  /** The action of the route, such as `api::article.article.find`; empty if the handler is a function. */
  readonly handler: string
  /** Whether the route is open to everybody (`auth: false`). */
  readonly isOpen: boolean
  readonly file: string
}

/** A file of custom code, and whether it ran. */
export interface FileReport {
  readonly file: string
  readonly state: 'ran' | 'failed' | 'ignored'
  /** The reason why the file failed or is ignored. */
  readonly why?: string
}

/** A file that cannot run, or a call that cannot work here. */
export interface CodeProblem {
  readonly file: string
  /** The line number, from 1; 0 if no line is known. */
  readonly line: number
  readonly message: string
  /** The package that is not installed, if that is the problem. */
  readonly missing?: string
}

/** The caller of a request. */
export interface CallerMessage {
  readonly kind: 'public' | 'user' | 'token' | 'refused'
  /** The entry of the user, with its role. */
  readonly user?: JsonObject
  /** The name of the role. */
  readonly role: string
  /** The permitted actions: `api::article.article.find`, `*.find` for every type, or `*` for everything. */
  readonly permissions: readonly string[]
}

export interface RunRequest {
  readonly id: number
  readonly method: string
  /** The request target as sent: path and query string. */
  readonly target: string
  /** The headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body; undefined if the request has no body. */
  readonly body: Uint8Array | undefined
  readonly ip: string
  readonly caller: CallerMessage
  /** The id of the caller's list of permissions. The thread has the list already, so `caller.permissions` is empty. */
  readonly permissions?: number
  /** Whether to record the effect of the code, which takes time. */
  readonly trace: boolean
}

export interface RunAnswer {
  readonly kind: 'answer'
  readonly id: number
  readonly status: number
  /** The headers by lower-case name. A line feed joins several values of one header. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The id of a held body that is the body of the answer. If this id is set, `body` is empty. */
  readonly sameAs?: number
  /** The places of the code that ran, in order; absent if no code ran. */
  readonly ran?: readonly CodePlace[]
  readonly effect?: CodeEffect
}

/** A call from the code to the server. */
export type ServiceCall =
  | CoreCall
  | {
      /** The service that the code calls: `strapi.documents(uid)`, `strapi.db.query(uid)` or `strapi.entityService`. */
      readonly service: 'documents' | 'query' | 'entity'
      readonly uid: string
      readonly method: string
      readonly args: readonly Json[]
      /** Whether the server answers without changing the world. */
      readonly dryRun?: boolean
      /** The changes that lifecycle hooks made to rows that the document service is about to write. */
      readonly changes?: readonly RowChange[]
    }
  | {
      /** A call of `strapi.contentAPI`. */
      readonly service: 'content-api'
      readonly method:
        | 'sanitize.output'
        | 'sanitize.query'
        | 'sanitize.input'
        | 'validate.query'
        | 'validate.input'
      readonly uid: string
      readonly data: Json
      /** The role whose permissions restrict the result; undefined for no restriction. */
      readonly role: string | undefined
      /** Whether unknown parameters or attributes are refused or removed; false by default. */
      readonly strict?: boolean
    }
  /**
   * A step of a transaction over the calls of the request. `rollback` restores the world as of `begin`, unless another
   * request wrote meanwhile.
   */
  | { readonly service: 'transaction'; readonly step: 'begin' | 'commit' | 'rollback' }
  | { readonly service: 'caller'; readonly authorization: string | undefined }

/** The values that lifecycle hooks changed in a row, which the query engine writes without validation. */
export interface RowChange {
  readonly status: 'draft' | 'published'
  /** The locale of the row; null if the type has no locales. */
  readonly locale: string | null
  readonly data: JsonObject
}

/** A call of Strapi's own code for a request. Members that the code did not change are absent. */
export interface CoreCall {
  readonly service: 'core'
  /** The action of a content type, such as `find` of `api::article.article`; undefined for a call by `target`. */
  readonly action?: { readonly uid: string; readonly name: string; readonly id: string }
  readonly method?: string
  readonly target?: string
  readonly query?: GivenMap
  /** The parsed body, if the code changed the body. */
  readonly body?: Json
  readonly authorization?: string | null
  /** Changed headers that affect the answer's format, such as `strapi-response-format`; null if removed. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Whether the route has `auth: false`. */
  readonly open?: boolean
  /** Whether the server may keep the body of the answer, because the code probably does not read it. */
  readonly hold?: boolean
  /** Whether the server answers without changing the world. */
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

/** An error that Strapi's own code throws; `name` is its class, usually one of `@strapi/utils`. */
export interface ServiceError {
  readonly name: string
  readonly message: string
  readonly status: number
  readonly details: Json
}

/** The messages between the server and a thread that runs a project's code. All messages are plain data. */
import type {
  CodeChange,
  CodeEffect,
  CodePlace,
  OwnRefusal,
  RoutePlace,
} from '../../reference/code-effect.ts'
import type { GivenMap } from '../../reference/parse/given.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { HeldBody, ReadMessage } from './held-body.ts'
import type { StoreRow } from './store-row.ts'
import type { TablesCall } from './tables-call.ts'

export type { CodeChange, CodeEffect, CodePlace, OwnRefusal }
/** The `workerData` of a thread. */
export interface ThreadStart {
  /** The absolute path of the project's folder. */
  readonly folder: string
  /** The environment variables for the project's code. The variable `NODE_ENV` is always set. */
  readonly env: Readonly<Record<string, string>>
  /** The hosts to which the project's code may connect, each as `name` or `name:port`. */
  readonly allowedHosts: readonly string[]
}

/** The result of `strapi.getModel`: the schema file with the members that Strapi adds. */
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

/** Messages from the server to a thread. The server sends the kinds `configure`, `register` and `bootstrap` once. */
export type ToThread =
  | { readonly kind: 'configure' }
  | { readonly kind: 'register'; readonly models: Models }
  | {
      readonly kind: 'bootstrap'
      readonly models: Models
      /** The path prefix of the API, such as `/api`. */
      readonly prefix: string
      /** The secret for the JWTs of users. If `ownSecret` is set, `ownSecret` signs new JWTs instead. */
      readonly jwtSecret: string
      readonly ownSecret?: string
      /** The rows of the settings table in the project's database, for `strapi.store`. */
      readonly store?: readonly StoreRow[]
    }
  | { readonly kind: 'request'; readonly request: RunRequest }
  /** A list of permissions for later requests. If `forgets` is true, the thread drops all earlier lists. */
  | {
      readonly kind: 'permissions'
      readonly id: number
      readonly permissions: readonly string[]
      readonly forgets: boolean
    }
  /** The result of a call that the thread made. An undefined result makes the thread forget the call. */
  | { readonly kind: 'result'; readonly call: number; readonly result: ServiceResult | undefined }
  /** A message that makes the thread answer a few example requests, so that the first real request is fast. */
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
  /** A line for the terminal: a log message of the code, an e-mail, or a call that is refused or cannot work. */
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error' | 'refusal'; readonly text: string }

/** The message after the first step: the values of the files in `config`, and the schemas that are written as code. */
export interface Configured {
  readonly kind: 'configured'
  /** The values of the configuration files, by file name without extension, such as `database`. */
  readonly config: Readonly<Record<string, { readonly file: string; readonly value: Json }>>
  /** The schemas that are written as code instead of JSON, by the path of the schema file in the project. */
  readonly schemas: Readonly<Record<string, Json>>
  /** The names of environment variables that the configuration reads without a default, and that are not set. */
  readonly unset?: readonly string[]
  readonly problems: readonly CodeProblem[]
}

/** The message after the extensions, the plugins and every `register` function have run. */
export interface Registered {
  readonly kind: 'registered'
  /** The attribute type of each custom field, by its name: `plugin::color-picker.color` has the type `string`. */
  readonly customFields: Readonly<Record<string, string>>
  /** The complete schemas that the project's code added or changed, by uid. */
  readonly models: Models
  readonly problems: readonly CodeProblem[]
}

/** The message after every `bootstrap` function has run. */
export interface Ready {
  readonly kind: 'ready'
  readonly routes: readonly RouteReport[]
  /** The actions that run without code of the project; `unrouted` contains the content types without a route. */
  readonly untouched: readonly string[]
  readonly unrouted: readonly string[]
  /** The actions to which no route leads, so that permissions for these actions have no effect. */
  readonly unreached: readonly string[]
  /** Whether the project's code also sees requests to routes that are not its own, such as logins. */
  readonly seesAll: boolean
  readonly files: readonly FileReport[]
  readonly inventory?: CodeInventory
  readonly problems: readonly CodeProblem[]
}

/** The parts of the project's code that are neither routes nor files of the API. */
export interface CodeInventory {
  readonly plugins: readonly PluginReport[]
  /** The files of the project's own global middlewares, in the order in which they run. */
  readonly globals: readonly string[]
  /** The number of middlewares that the project's code registered with `strapi.documents.use`. */
  readonly documentMiddlewares: number
  /** The number of subscribers that the project's code registered with `strapi.db.lifecycles.subscribe`. */
  readonly subscribers: number
  /** The names of the project's cron jobs, which Populace never runs. */
  readonly cron: readonly string[]
}

export interface PluginReport {
  readonly name: string
  /** The name of the package or the path of the folder that contains the plugin. */
  readonly from: string
  readonly state: 'stand-in' | 'ran' | 'failed' | 'missing' | 'ignored'
  /** The reason why the plugin failed or is ignored. */
  readonly why?: string
}

/** A route that the project's code defines or changes. */
export interface RouteReport {
  readonly method: string
  /** The path of the route with the API prefix, in the syntax of `@koa/router`, such as `/api/articles/:id`. */
  readonly path: string
  /** The action of the route, such as `api::article.article.find`; empty if the handler is a function. */
  readonly handler: string
  /** Whether everybody may use the route (`auth: false`). */
  readonly isOpen: boolean
  readonly file: string
  /** The earlier route that matches all paths of this route. This route then never answers. */
  readonly shadowedBy?: RoutePlace
}

/** A file of the project's code, and whether the file ran. */
export interface FileReport {
  readonly file: string
  readonly state: 'ran' | 'failed' | 'ignored'
  /** The reason why the file failed or is ignored. */
  readonly why?: string
}

/** A problem of the project's code: a file that cannot run, or a call that cannot work in Populace. */
export interface CodeProblem {
  readonly file: string
  /** The line number, counted from 1; 0 if the line is unknown. */
  readonly line: number
  readonly message: string
  /** The name of the missing package, if the problem is a package that is not installed. */
  readonly missing?: string
}

/** The caller of a request. The kind `locked` is a user who may not log in. */
export interface CallerMessage {
  readonly kind: 'public' | 'user' | 'token' | 'locked' | 'refused'
  /** The entry of the logged-in user, with the user's role. */
  readonly user?: JsonObject
  /** The name of the caller's role. */
  readonly role: string
  /** The permitted actions of the caller: `api::article.article.find`, `*.find`, `GET *`, or `*` for all actions. */
  readonly permissions: readonly string[]
}

export interface RunRequest {
  readonly id: number
  readonly method: string
  /** The path and the query string of the request, in the form that the client sent. */
  readonly target: string
  /** The headers of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** The bytes of the body; undefined if the request has no body. */
  readonly body: Uint8Array | undefined
  readonly ip: string
  readonly caller: CallerMessage
  /** The id of the caller's permissions, whose list an earlier message contains; `caller.permissions` is empty. */
  readonly permissions?: number
  /** Whether the thread records the effect of the project's code, which takes additional time. */
  readonly trace: boolean
}

export interface RunAnswer {
  readonly kind: 'answer'
  readonly id: number
  readonly status: number
  /** The headers of the answer, by lower-case name. If a header has several values, line feeds separate them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** The id of the held body that is also the body of this answer. If `sameAs` is set, `body` is empty. */
  readonly sameAs?: number
  /** The places in the project's code that ran, in order; absent if no code ran. */
  readonly ran?: readonly CodePlace[]
  readonly effect?: CodeEffect
}

/** A call from the project's code to the server. */
export type ServiceCall =
  | CoreCall
  | {
      /** The service that the code calls: `strapi.documents(uid)`, `strapi.db.query(uid)` or `strapi.entityService`. */
      readonly service: 'documents' | 'query' | 'entity'
      readonly uid: string
      readonly method: string
      readonly args: readonly Json[]
      /** Whether the server answers the call without changing any data. */
      readonly dryRun?: boolean
      /** The changes that lifecycle hooks made to the rows that the document service will write. */
      readonly changes?: readonly RowChange[]
    }
  | {
      /** A call of a method of `strapi.contentAPI`, such as `sanitize.output`. */
      readonly service: 'content-api'
      readonly method:
        | 'sanitize.output'
        | 'sanitize.query'
        | 'sanitize.input'
        | 'validate.query'
        | 'validate.input'
      readonly uid: string
      readonly data: Json
      /** The role whose permissions restrict the result; undefined if no permissions restrict the result. */
      readonly role: string | undefined
      /** Whether the server refuses unknown parameters and attributes, instead of removing them (the default). */
      readonly strict?: boolean
    }
  /** A step of a transaction. A `rollback` restores the data of `begin`, unless another request has written since. */
  | { readonly service: 'transaction'; readonly step: 'begin' | 'commit' | 'rollback' }
  | { readonly service: 'caller'; readonly authorization: string | undefined }
  | TablesCall

/** The values that lifecycle hooks changed in one row, which the query engine writes without validation. */
export interface RowChange {
  readonly status: 'draft' | 'published'
  /** The locale of the row; null if the content type is not localized. */
  readonly locale: string | null
  readonly data: JsonObject
}

/** A call of Strapi's own code for a request. Parts that the project's code did not change are absent. */
export interface CoreCall {
  readonly service: 'core'
  /** The action to run, such as `find` of `api::article.article`; undefined if the path selects the route. */
  readonly action?: { readonly uid: string; readonly name: string; readonly id: string }
  readonly method?: string
  readonly target?: string
  readonly query?: GivenMap
  /** The parsed request body; present if the project's code changed the body. */
  readonly body?: Json
  readonly authorization?: string | null
  /** The changed headers that affect the format of the answer. The value null stands for a removed header. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** Whether the route is open to everybody (`auth: false`). */
  readonly open?: boolean
  /** Whether the body of the answer may stay in the server, because the project's code probably does not read it. */
  readonly hold?: boolean
  /** Whether the server answers the call without changing any data. */
  readonly dryRun?: boolean
}

export type ServiceResult =
  | { readonly ok: true; readonly value: Json | undefined }
  /** The answer to a call of Strapi's own code. */
  | {
      readonly ok: true
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string | HeldBody
    }
  | { readonly ok: false; readonly error: ServiceError }

/** An error that Strapi's own code throws. The `name` is usually a class of `@strapi/utils`. */
export interface ServiceError {
  readonly name: string
  readonly message: string
  readonly status: number
  readonly details: Json
}

/** Defines the messages between the server and a thread that runs a project's code. All messages are plain data. */
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

export type { CodeChange, CodeEffect, CodePlace, OwnRefusal }
/** Describes the `workerData` of a thread. */
export interface ThreadStart {
  /** Holds the absolute path of the project's folder. */
  readonly folder: string
  /** Holds the environment variables; those of the process replace those in `.env`. `NODE_ENV` is always set. */
  readonly env: Readonly<Record<string, string>>
  /** Lists the hosts that the code may connect to, each as `name` or `name:port`. */
  readonly allowedHosts: readonly string[]
}

/** Describes the result of `strapi.getModel`: the schema file with the members that Strapi adds. */
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

/** Describes messages to a thread. The first three kinds are sent once each, in this order, and get a reply. */
export type ToThread =
  | { readonly kind: 'configure' }
  | { readonly kind: 'register'; readonly models: Models }
  | {
      readonly kind: 'bootstrap'
      readonly models: Models
      /** Holds the path prefix of the API, such as `/api`. */
      readonly prefix: string
      /** Holds the secret of users' tokens. If `ownSecret` is set, `ownSecret` signs new tokens instead. */
      readonly jwtSecret: string
      readonly ownSecret?: string
      /** Lists the rows that the project's database contains for `strapi.store`. */
      readonly store?: readonly StoreRow[]
    }
  | { readonly kind: 'request'; readonly request: RunRequest }
  /** Sends a list of permissions, to which later requests refer by id. `forgets` drops earlier lists. */
  | {
      readonly kind: 'permissions'
      readonly id: number
      readonly permissions: readonly string[]
      readonly forgets: boolean
    }
  /** Returns the result of a call, or undefined to make the thread forget the call. */
  | { readonly kind: 'result'; readonly call: number; readonly result: ServiceResult | undefined }
  /** Makes the thread answer a few requests of an empty project, so that the first real request is fast. */
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
  /** Describes a line for the terminal: a log message of the code, a mail, or a call that is refused or cannot work. */
  | { readonly kind: 'log'; readonly level: 'info' | 'warn' | 'error' | 'refusal'; readonly text: string }

/** Reports the values of the files below `config`, and the schemas that are code. */
export interface Configured {
  readonly kind: 'configured'
  /** Holds the values of the configuration files, by name without extension, such as `database`. */
  readonly config: Readonly<Record<string, { readonly file: string; readonly value: Json }>>
  /** Holds the schemas that are written as code instead of JSON, by the path of their file in the project. */
  readonly schemas: Readonly<Record<string, Json>>
  /** Lists the names of environment variables that are not set, and that the configuration reads without a default. */
  readonly unset?: readonly string[]
  readonly problems: readonly CodeProblem[]
}

/** Describes the report after the extensions, the plugins and every `register` function have run. */
export interface Registered {
  readonly kind: 'registered'
  /** Holds the attribute type of each custom field, by its name: `plugin::color-picker.color` has the type `string`. */
  readonly customFields: Readonly<Record<string, string>>
  /** Holds the complete schemas that the code added or changed, by uid. */
  readonly models: Models
  readonly problems: readonly CodeProblem[]
}

/** Describes the report after every `bootstrap` function has run. */
export interface Ready {
  readonly kind: 'ready'
  readonly routes: readonly RouteReport[]
  /** Lists the actions that run without any code of the project, and the content types that have no route. */
  readonly untouched: readonly string[]
  readonly unrouted: readonly string[]
  /** Lists the actions to which no route leads, so that permissions for them have no effect. */
  readonly unreached: readonly string[]
  /** States whether the project's code also sees requests to other routes, such as logins. */
  readonly seesAll: boolean
  readonly files: readonly FileReport[]
  readonly inventory?: CodeInventory
  readonly problems: readonly CodeProblem[]
}

/** Describes the parts of the project's code that are neither routes nor files of the API. */
export interface CodeInventory {
  readonly plugins: readonly PluginReport[]
  /** Lists the files of the project's own global middlewares, in the order in which they run. */
  readonly globals: readonly string[]
  /** Holds the number of middlewares that the code registered with `strapi.documents.use`. */
  readonly documentMiddlewares: number
  /** Holds the number of subscribers that the code registered with `strapi.db.lifecycles.subscribe`. */
  readonly subscribers: number
  /** Lists the names of the project's cron jobs, which Populace never runs. */
  readonly cron: readonly string[]
}

export interface PluginReport {
  readonly name: string
  /** Holds the package or the folder that contains the plugin. */
  readonly from: string
  readonly state: 'stand-in' | 'ran' | 'failed' | 'missing' | 'ignored'
  /** Holds the reason why the plugin failed or is ignored. */
  readonly why?: string
}

/** Describes a route that the project's code defines or changes. */
export interface RouteReport {
  readonly method: string
  /** Holds the path of the route with the API prefix, in the syntax of `@koa/router`, such as `/api/articles/:id`. */
  readonly path: string
  /** Names the action, such as `api::article.article.find`; empty means a function as the handler. */
  readonly handler: string
  /** States whether everybody may use the route (`auth: false`). */
  readonly isOpen: boolean
  readonly file: string
  /** Holds the earlier route that matches all paths of this route. This route then never answers. */
  readonly shadowedBy?: RoutePlace
}

/** Describes a file of the project's code, and whether the file ran. */
export interface FileReport {
  readonly file: string
  readonly state: 'ran' | 'failed' | 'ignored'
  /** Holds the reason why the file failed or is ignored. */
  readonly why?: string
}

/** Describes a problem of the project's code: a file that cannot run, or a call that cannot work in Populace. */
export interface CodeProblem {
  readonly file: string
  /** Holds the number of the line, counted from 1; the value is 0 if no line is known. */
  readonly line: number
  readonly message: string
  /** Holds the package that is not installed, if this is the problem. */
  readonly missing?: string
}

/** Describes the caller of a request; `locked` is a user who may not log in. */
export interface CallerMessage {
  readonly kind: 'public' | 'user' | 'token' | 'locked' | 'refused'
  /** Holds the entry of the logged-in user, with the user's role. */
  readonly user?: JsonObject
  /** Holds the name of the caller's role. */
  readonly role: string
  /** Lists the caller's actions: `api::article.article.find`, `*.find`, `GET *`, or `*` for all. */
  readonly permissions: readonly string[]
}

export interface RunRequest {
  readonly id: number
  readonly method: string
  /** Holds the path and the query string of the request in the form in which they were sent. */
  readonly target: string
  /** Holds the headers of the request, by lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  /** Holds the bytes of the body; the value is undefined if the request has no body. */
  readonly body: Uint8Array | undefined
  readonly ip: string
  readonly caller: CallerMessage
  /** Holds the id of the caller's permissions. If the thread already has the list, `caller.permissions` is empty. */
  readonly permissions?: number
  /** States whether the thread records the effect of the code, which takes additional time. */
  readonly trace: boolean
}

export interface RunAnswer {
  readonly kind: 'answer'
  readonly id: number
  readonly status: number
  /** Holds the headers of the answer, by lower-case name. If a header has several values, line feeds separate them. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  /** Holds the id of the held body that is the body of the answer. If `sameAs` is set, `body` is empty. */
  readonly sameAs?: number
  /** Lists the places in the code that ran, in order; the value is absent if no code ran. */
  readonly ran?: readonly CodePlace[]
  readonly effect?: CodeEffect
}

/** Describes a call from the project's code to the server. */
export type ServiceCall =
  | CoreCall
  | {
      /** Names the service that the code calls, such as `strapi.documents(uid)`. */
      readonly service: 'documents' | 'query' | 'entity'
      readonly uid: string
      readonly method: string
      readonly args: readonly Json[]
      /** States whether the server answers the call without changing the world. */
      readonly dryRun?: boolean
      /** Lists the changes that lifecycle hooks made to rows which the document service is about to write. */
      readonly changes?: readonly RowChange[]
    }
  | {
      /** Holds a call of a method of `strapi.contentAPI`. */
      readonly service: 'content-api'
      readonly method:
        | 'sanitize.output'
        | 'sanitize.query'
        | 'sanitize.input'
        | 'validate.query'
        | 'validate.input'
      readonly uid: string
      readonly data: Json
      /** Holds the role whose permissions restrict the result; undefined means that no permissions restrict it. */
      readonly role: string | undefined
      /** If true, unknown parameters or attributes are refused; otherwise they are removed. The default is false. */
      readonly strict?: boolean
    }
  /** Takes a step of a transaction. Unless another request has written, `rollback` restores the data of `begin`. */
  | { readonly service: 'transaction'; readonly step: 'begin' | 'commit' | 'rollback' }
  | { readonly service: 'caller'; readonly authorization: string | undefined }

/** Describes the values in a row that lifecycle hooks changed, which the query engine writes without validation. */
export interface RowChange {
  readonly status: 'draft' | 'published'
  /** Holds the locale of the row; the value is null if its type is not localized. */
  readonly locale: string | null
  readonly data: JsonObject
}

/** Describes a call of Strapi's own code for a request. Parts that the project's code did not change are absent. */
export interface CoreCall {
  readonly service: 'core'
  /** Names the action, such as `find` of `api::article.article`; undefined if there is a `target`. */
  readonly action?: { readonly uid: string; readonly name: string; readonly id: string }
  readonly method?: string
  readonly target?: string
  readonly query?: GivenMap
  /** Holds the parsed body, present if the code changed the body. */
  readonly body?: Json
  readonly authorization?: string | null
  /** Lists changed headers that affect the answer's format; null stands for a removed header. */
  readonly headers?: Readonly<Record<string, string | null>>
  /** States whether the route is open to everybody (`auth: false`). */
  readonly open?: boolean
  /** States whether the body of the answer may stay in the server, because the code probably does not read the body. */
  readonly hold?: boolean
  /** States whether the server answers the call without changing the world. */
  readonly dryRun?: boolean
}

export type ServiceResult =
  | { readonly ok: true; readonly value: Json | undefined }
  /** Describes the answer to a call of Strapi's own code. */
  | {
      readonly ok: true
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: string | HeldBody
    }
  | { readonly ok: false; readonly error: ServiceError }

/** Describes an error that Strapi's own code throws. `name` is usually a class of `@strapi/utils`. */
export interface ServiceError {
  readonly name: string
  readonly message: string
  readonly status: number
  readonly details: Json
}

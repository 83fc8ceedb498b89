/** The code of a project for other modules: an asynchronous handler of requests, which calls the content API. */
import type { ApiResponse } from '../../reference/response.ts'
import type {
  CallerMessage,
  CodeEffect,
  CodeInventory,
  CodePlace,
  CodeProblem,
  CoreCall,
  FileReport,
  RouteReport,
  ServiceCall,
  ServiceResult,
} from './protocol.ts'

export type { CodeEffect, CodePlace, CodeProblem, FileReport, RouteReport } from './protocol.ts'

/** Gives the project's code access to the data (the world) that a request reads and writes. */
export interface CodeHost {
  readonly caller: (authorization: string | undefined) => CallerMessage
  /**
   * Answers a request as Strapi's own code does. The parameter `request` is the original request. The parameter `call`
   * contains the parts that the code changed.
   */
  readonly core: (request: CodeRequest, call: CoreCall) => Promise<ApiResponse>
  /**
   * Answers calls of the document service, the query engine, the entity service and the content API. It never throws.
   */
  readonly call: (asked: Exclude<ServiceCall, { service: 'core' | 'caller' }>) => ServiceResult
}

export interface CodeRequest {
  readonly method: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly ip: string
}

export interface CodeAnswer {
  readonly response: Omit<ApiResponse, 'body'> & { readonly body: string | Uint8Array }
  /** The answer of the content API, present if the code returns the body of this answer unchanged. */
  readonly core?: ApiResponse
  /** The effect of the code on the request; present if the caller requested a trace. */
  readonly effect?: CodeEffect
  /** The places in the code that ran, in order; the member is absent if no code ran, or if no code answered. */
  readonly ran?: readonly CodePlace[]
}

export interface ProjectCode {
  readonly report: {
    readonly routes: readonly RouteReport[]
    readonly files: readonly FileReport[]
    readonly problems: readonly CodeProblem[]
    readonly inventory?: CodeInventory
    /** The content types that have no route, so that a real server answers no requests about them. */
    readonly unrouted?: readonly string[]
    /** The actions of content types to which no route leads, so that permissions for these actions have no effect. */
    readonly unreached?: readonly string[]
    /** The attribute type of each custom field, by the name of the custom field. */
    readonly customFields?: Readonly<Record<string, string>>
    /** The names of environment variables that are not set, and that the configuration reads without a default. */
    readonly unset?: readonly string[]
  }
  /**
   * Returns whether the project's code may take part in a request. If the code may not take part, the content API
   * answers without the code.
   */
  readonly concerns: (method: string, target: string) => boolean
  /** Returns whether a route that the project's code defines or changes answers a request. */
  readonly hasRoute: (method: string, target: string) => boolean
  /**
   * Returns whether the caller may use a route that the project's code defines or changes. The server accepts large
   * uploads only from a caller who may use the route.
   */
  readonly mayUse?: (method: string, target: string, caller: CallerMessage) => boolean
  /**
   * Answers a request. The promise never rejects: a failure of the code becomes an answer with status 500 that names
   * file and line.
   */
  readonly answer: (
    request: CodeRequest,
    host: CodeHost,
    options?: { readonly trace?: boolean },
  ) => Promise<CodeAnswer>
  /** The host that answers calls outside of requests, such as the calls of `bootstrap` and of timers. */
  readonly useHost: (host: CodeHost) => void
  readonly end: () => void
}

/**
 * The interface between a project's code and other modules: an asynchronous handler of requests that can call the
 * content API.
 */
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

/** The functions with which project code reads and writes the data (the world) of a request. */
export interface CodeHost {
  readonly caller: (authorization: string | undefined) => CallerMessage
  /**
   * Answers a request as Strapi's own code does. The parameter `request` is the original request of the client. The
   * parameter `call` contains the parts of the request that the project's code changed.
   */
  readonly core: (request: CodeRequest, call: CoreCall) => Promise<ApiResponse>
  /** Answers all other calls, such as calls of the document service and the query engine. Never throws an error. */
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
  /** The answer of the content API; present if the project's code returns the body of this answer unchanged. */
  readonly core?: ApiResponse
  /** The effect of the project's code on the request and its answer; present if the caller requested a trace. */
  readonly effect?: CodeEffect
  /** The places in the project's code that ran, in order; absent if no code ran, or if no code answered. */
  readonly ran?: readonly CodePlace[]
}

export interface ProjectCode {
  readonly report: {
    readonly routes: readonly RouteReport[]
    readonly files: readonly FileReport[]
    readonly problems: readonly CodeProblem[]
    readonly inventory?: CodeInventory
    /** The content types that have no route. A real server answers no requests for content types without a route. */
    readonly unrouted?: readonly string[]
    /** The actions of content types to which no route leads. Permissions for actions without a route have no effect. */
    readonly unreached?: readonly string[]
    /** The attribute type of each custom field, by the name of the custom field. */
    readonly customFields?: Readonly<Record<string, string>>
    /**
     * The names of environment variables that the configuration reads without a default value, and that are not set.
     */
    readonly unset?: readonly string[]
  }
  /**
   * Returns whether the project's code may take part in the answer to a request. If the code may not take part, the
   * content API answers without the code.
   */
  readonly concerns: (method: string, target: string) => boolean
  /** Returns whether a route that the project's code defines or changes may answer a request. */
  readonly hasRoute: (method: string, target: string) => boolean
  /**
   * Returns whether a caller may use the project's route for a request. The server accepts large uploads only from a
   * caller who may use the route.
   */
  readonly mayUse?: (method: string, target: string, caller: CallerMessage) => boolean
  /**
   * Answers a request. The promise never rejects. If the project's code fails, the answer has status 500, and the
   * log names the file and line of the failure.
   */
  readonly answer: (
    request: CodeRequest,
    host: CodeHost,
    options?: { readonly trace?: boolean },
  ) => Promise<CodeAnswer>
  /** Sets the host that answers calls outside of requests, such as calls in `bootstrap` and in timers. */
  readonly useHost: (host: CodeHost) => void
  readonly end: () => void
}

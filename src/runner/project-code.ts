/** The code of a project as the rest of Populace uses it: an asynchronous request handler around the content API. */
import type { ApiResponse } from '../reference/response.ts'
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

/** The access of the code to the world that a request reads and writes. */
export interface CodeHost {
  readonly caller: (authorization: string | undefined) => CallerMessage
  /**
   * Answers as Strapi's own code does. `request` is the original request; `call` has the parts that the code changed.
   */
  readonly core: (request: CodeRequest, call: CoreCall) => Promise<ApiResponse>
  /** Answers calls of the document service, query engine, entity service and content API. Never throws. */
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
  /** The answer of the content API, if the body of the response is the unchanged body of that answer. */
  readonly core?: ApiResponse
  /** The effect of the code on the request; present if a trace was requested. */
  readonly effect?: CodeEffect
  /** The places of the code that ran, in order; absent if no code ran, or if no code answered. */
  readonly ran?: readonly CodePlace[]
}

export interface ProjectCode {
  readonly report: {
    readonly routes: readonly RouteReport[]
    readonly files: readonly FileReport[]
    readonly problems: readonly CodeProblem[]
    readonly inventory?: CodeInventory
    /** The content types without any route, for which a real server answers no requests. */
    readonly unrouted?: readonly string[]
    /** The attribute type of each custom field, by the name of the field. */
    readonly customFields?: Readonly<Record<string, string>>
    /** The names of unset environment variables that the configuration reads without a default. */
    readonly unset?: readonly string[]
  }
  /** Whether code of the project may take part in a request; otherwise the content API answers without code. */
  readonly concerns: (method: string, target: string) => boolean
  /** Whether a route that the code defines or changes answers a request. */
  readonly hasRoute: (method: string, target: string) => boolean
  /**
   * Whether the caller may use a route that the code defines or changes. The server accepts large uploads only from
   * such a caller.
   */
  readonly mayUse?: (method: string, target: string, caller: CallerMessage) => boolean
  /** Answers a request. Never rejects: a failure of the code is an answer with status 500 that names file and line. */
  readonly answer: (
    request: CodeRequest,
    host: CodeHost,
    options?: { readonly trace?: boolean },
  ) => Promise<CodeAnswer>
  /** Sets the host for calls outside of requests, such as those of `bootstrap` and of timers. */
  readonly useHost: (host: CodeHost) => void
  readonly end: () => void
}

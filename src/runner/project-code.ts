/** The code of a project as the rest of the tool sees it: an asynchronous server around the content API. */
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

/** The world that a request reads and writes. */
export interface CodeHost {
  readonly caller: (authorization: string | undefined) => CallerMessage
  /** Answers as Strapi's own code does. `request` is the one that came; `call` has what the code changed. */
  readonly core: (request: CodeRequest, call: CoreCall) => Promise<ApiResponse>
  /** Document service, query engine, entity service and content API. Never throws. */
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
  /** The answer of the content API whose body the response has unchanged. */
  readonly core?: ApiResponse
  /** Present if a trace was requested. */
  readonly effect?: CodeEffect
  /** The code that ran, in order; absent if none did, or if none answered. */
  readonly ran?: readonly CodePlace[]
}

export interface ProjectCode {
  readonly report: {
    readonly routes: readonly RouteReport[]
    readonly files: readonly FileReport[]
    readonly problems: readonly CodeProblem[]
    readonly inventory?: CodeInventory
    /** The content types without any route, which a real server does not answer. */
    readonly unrouted?: readonly string[]
    /** The type of each custom field by its name. */
    readonly customFields?: Readonly<Record<string, string>>
    /** Variables that the configuration reads without a default, and that are not set. */
    readonly unset?: readonly string[]
  }
  /** Whether code of the project may take part in a request. If not, the content API answers alone. */
  readonly concerns: (method: string, target: string) => boolean
  /** Whether a route of the project's own, and none of Strapi's, answers a request. */
  readonly hasRoute: (method: string, target: string) => boolean
  /** Whether a route of the project's own that the caller may use answers a request. Only then files may be large. */
  readonly mayUse?: (method: string, target: string, caller: CallerMessage) => boolean
  /** Never rejects: a failure of the code is a 500 that names file and line. */
  readonly answer: (
    request: CodeRequest,
    host: CodeHost,
    options?: { readonly trace?: boolean },
  ) => Promise<CodeAnswer>
  /** The host of calls outside any request: `bootstrap`, timers. */
  readonly useHost: (host: CodeHost) => void
  readonly end: () => void
}

/** `populace/mock`: a content API served over HTTP. */

export type { Failure } from '../reference/failure.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export type { RequestLog } from './reply.ts'
export { type Running, type ServeOptions, serve } from './serve.ts'
export type { Allowed } from './visitors.ts'

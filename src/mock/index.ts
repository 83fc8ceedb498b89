/** `populace/mock`: a content API served over HTTP, with what a frontend asks a server besides. */

export type { Failure } from '../reference/failure.ts'
export { mockHandler } from './fetch.ts'
export type { Layer, MockRequest, NoBody } from './layer.ts'
export { DEFAULT_LIMITS, type Limits } from './limits.ts'
export { type Accounts, createMock, type Mock, type MockOptions } from './mock.ts'
export { firstOf, picturesOf } from './pictures.ts'
export type { RequestLog } from './reply.ts'
export { type Running, type ServeOptions, serve } from './serve.ts'
export { type FindFile, filesIn, filesOf, type StoredFile } from './stored.ts'
export type { Allowed } from './visitors.ts'

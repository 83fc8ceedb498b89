/// <reference types="node" preserve="true" />
/** `populace/mock`: the content API over HTTP, with the endpoints of the real server's plugins. */

export type { Failure } from '../reference/failure.ts'
export { mockHandler } from './fetch.ts'
export { DEFAULT_LIMITS, type Limits } from './http/limits.ts'
export type { RequestLog } from './http/reply.ts'
export { type Running, type ServeOptions, serve } from './http/serve.ts'
export type { Allowed } from './http/visitors.ts'
export type { Layer, MockRequest, NoBody } from './layer.ts'
export { type Accounts, createMock, type Mock, type MockOptions } from './mock.ts'
export { type OpenedSource, type OpenedWorld, type OpenOptions, openSource } from './open.ts'
export { firstOf, picturesOf } from './pictures.ts'
export { type FindFile, filesIn, filesOf, type StoredFile } from './stored.ts'

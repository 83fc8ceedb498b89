/** `populace/mock`: a content API served over HTTP. */
export { type RequestLog, type Running, type ServeOptions, serve } from './serve.ts'

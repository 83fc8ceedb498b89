/** `populace/openapi`: a content API as an OpenAPI document. */
export { type OpenapiOptions, openapiOf } from './document.ts'

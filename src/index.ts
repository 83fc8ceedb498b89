/** The public API. Everything else is an implementation detail. */
export {
  type ApiOptions,
  type ApiRequest,
  type ApiResponse,
  type ContentApi,
  createContentApi,
} from './api.ts'
export { fetchHandler } from './http/fetch.ts'
export { type RequestLog, type Running, type ServeOptions, serve } from './http/serve.ts'
export {
  type Profile,
  ProfileError,
  type ProfileName,
  type ProfileOptions,
  profile,
} from './profile/profile.ts'
export { QUIRKS, type Quirk, type QuirkId, type QuirkKind } from './profile/quirks.ts'
export { type Cite, RULES, type Rule, type RuleId } from './rules.ts'

/** `populace/types`: TypeScript declarations of the answers of a content API. */
export type { CustomRoute, ProbedQuery, RouteQuery } from '../../reference/code-effect.ts'
export { probedQuery } from '../../reference/code-effect.ts'
export { probesOf } from './code/routes.ts'
export { declarationsOf } from './declarations.ts'
export { undeclaredIn } from './departs.ts'
export type { SeenBy } from './seen.ts'

/** `populace/types`: TypeScript declarations of the answers of a content API. */
export { declarationsOf } from './declarations.ts'
export { undeclaredIn } from './departs.ts'
export type { SeenBy } from './seen.ts'

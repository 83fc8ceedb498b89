/** `populace/types`: what a content API answers, as declarations of TypeScript. */
export { declarationsOf } from './declarations.ts'
export { undeclaredIn } from './departs.ts'
export type { SeenBy } from './seen.ts'

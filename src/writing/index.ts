/** The reference of writing: `(state, request) → (state', answer)`. */
export { firstIds, type Ids } from './ids.ts'
export { WRITE_RULES, type WriteRuleId } from './rules.ts'
export { type WriteOptions, type WriteRequest, write } from './write.ts'
export type { WriteAnswer, WritingState } from './writer.ts'

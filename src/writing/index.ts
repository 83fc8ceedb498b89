/** The reference implementation of writes, as a function `(state, request) → (state', answer)`. */

export { type FormPart, isForm, lengthOf, partsOf, textOf } from './body/multipart.ts'
export { type Body, MOST_JSON, parseBody } from './body/parse.ts'
export { firstIds, type Replica } from './ids.ts'
export { type Limits, modelsOf, type WritableAttribute, type WriteModel, type WriteModels } from './model.ts'
export { departing } from './profile.ts'
export { errorBody, valueFaults } from './refusal.ts'
export { changeRows, type Rows } from './rows.ts'
export { WRITE_RULES, type WriteRuleId } from './rules.ts'
export { firstState, withGraph } from './state.ts'
export { castTo, faultsOf, type Shape, type Test } from './validate/shape.ts'
export { type WriteOptions, type WriteRequest, write } from './write.ts'
export type { Lack, Lacks, WritingState } from './writer.ts'

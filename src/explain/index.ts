/** Exports the public functions and types of the explainer. */
export { type ExplainedApi, withExplanations } from './api.ts'
export type { CodeRun } from './code/run.ts'
export {
  explainVerified,
  type RunCode,
  whyVerified,
} from './code/verified.ts'
export { createExplainer, type Explainer, type ExplainOptions } from './explain.ts'
export { explanationText, otherwiseText, whyText } from './text.ts'

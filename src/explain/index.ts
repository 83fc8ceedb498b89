/** Why an answer is as it is. */
export { type ExplainedApi, withExplanations } from './api.ts'
export { createExplainer, type Explainer, type ExplainOptions } from './explain.ts'
export { explanationText, otherwiseText, whyText } from './text.ts'

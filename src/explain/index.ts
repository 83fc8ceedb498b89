/** Explains answers and refusals. */
export { type ExplainedApi, withExplanations } from './api.ts'
export { createExplainer, type Explainer, type ExplainOptions } from './explain.ts'
export { explanationText, otherwiseText, whyText } from './text.ts'

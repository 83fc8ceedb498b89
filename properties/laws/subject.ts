/**
 * The functions of the implementation that the laws of generated worlds and of writes test. A test can replace each
 * function of the implementation by a faulty function.
 */
import { createExplainer } from '../../src/explain/index.ts'
import { explainWrite } from '../../src/explain/writing/explained.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { parseQuery } from '../../src/reference/parse/query.ts'
import { parseQueryString } from '../../src/reference/parse/url.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'
import { write } from '../../src/writing/index.ts'
import { load } from '../arbitraries/world.ts'

export const REFERENCE = {
  createApi: createReferenceApi,
  createExplainer,
  load,
  edit: editGraph,
  parseQueryString,
  parseQuery,
  write,
  explainWrite,
} as const

/** An implementation: the reference, or a faulty copy of the reference. */
export type Subject = typeof REFERENCE

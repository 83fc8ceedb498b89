/** Allows rows in a locale that the list of locales does not contain, because a write may create such a row. */

import { freezeTree } from '../../reference/graph/freeze.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { isLocale } from '../../reference/load/locales.ts'
import { isObject, type Json } from '../../util/json.ts'
import { setState, stateOf } from './state.ts'

/**
 * Returns a graph whose rows may have the locale `code`. The function returns the given graph if its rows may
 * already have the locale.
 */
export function withLocale(graph: Graph, code: string): Graph {
  if (isLocale(code, graph.locales)) return graph
  const state = stateOf(graph)
  const unlisted = [...(graph.locales.unlisted ?? []), code]
  const written = state.files.locales
  const locales: Json = freezeTree({ ...(isObject(written) ? written : {}), unlisted })
  const other = Object.freeze({ ...graph, locales: freezeTree({ ...graph.locales, unlisted }) })
  const json = state.weight.json + (graph.locales.unlisted === undefined ? 2 : 1)
  setState(other, { ...state, files: { ...state.files, locales }, weight: { ...state.weight, json } })
  return other
}

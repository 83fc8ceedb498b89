/**
 * Finds each id in a suite case, so that a test runner can replace the ids of the dataset by the ids of its own
 * server.
 */

import type { Graph } from '../../reference/graph/graph.ts'
import type { Routed } from '../../reference/route.ts'
import type { Schema } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json } from '../../util/json.ts'
import { pointerSteps, pointerTo } from '../../util/pointer.ts'
import { type Equality, hasSourceMap } from '../compare/equality.ts'
import { itemMeaning, type Meaning, memberMeaning } from '../compare/meaning.ts'
import type { Renaming, Space } from '../compare/renaming.ts'
import type { Check, Expectation } from '../suite/case.ts'
import type { WireRequest } from '../target/target.ts'
import { isNameOf, translateRequest } from './request.ts'

/** The ids that a suite case contains. */
export interface CaseIds {
  /** The URL of the request with `«space id»` in place of each id; absent if the URL contains no id. */
  readonly url?: string
  /** The ids in the expectations of the case, each with the JSON pointer `at` into the case. */
  readonly places: readonly IdPlace[]
  /**
   * The reason why other ids change the answer, such as a sort by documentId. A test runner with other ids skips the
   * case.
   */
  readonly exact?: string
}

export interface IdPlace {
  readonly at: string
  /** The set to which the id belongs: `documentId`, or `id:<uid>` for the row ids of a content type or component. */
  readonly space: Space
}

export interface CaseContext {
  readonly request: WireRequest
  readonly route: Routed
  readonly expect: Expectation
  /**
   * The body of the expected answer. Its members `__component` and `__type` name the types of dynamic zone components
   * and morph targets.
   */
  readonly body: Json
}

/** Finds the ids in a suite case. Returns undefined for a case without ids. */
export function idsOfCase(context: CaseContext, graph: Graph): CaseIds | undefined {
  const { request, route, expect } = context
  const translated = translateRequest(request, route, graph, markingIn(graph))
  if (translated.kind === 'skip') return { places: [], exact: translated.why }
  if (hasSourceMap(JSON.stringify(expect))) return { places: [], exact: 'its source maps encode documentIds' }
  const places = placesIn(context, graph.schema)
  const url = withMarks(translated.request.url)
  const isSame = translated.request.url === request.url
  if (places.length === 0 && isSame) return undefined
  return isSame ? { places } : { url, places }
}

/**
 * Returns rules of comparison that rename each id of the dataset to a mark such as `«documentId abc»`. Its pairs
 * reverse the order of ids, so that a comparison of ids by size counts as impossible.
 */
const markingIn = (graph: Graph): Equality => {
  const renaming: Renaming = {
    toTarget: (space, id) => (isNameOf(space, String(id), graph) ? `«${space} ${id}»` : undefined),
    toReference: () => undefined,
    pairs: (space) => [
      { space, reference: 1, target: 2 },
      { space, reference: 2, target: 1 },
    ],
    isSame: () => false,
    commit: () => undefined,
  }
  return { ids: 'mapped', times: 'exact', schema: graph.schema, renaming, loose: [] }
}

/** Decodes the percent-encoded marks in a URL. */
const withMarks = (url: string): string =>
  url.replace(/%C2%AB(?:[^%]|%(?!C2%))*%C2%BB/g, (mark) => decodeURIComponent(mark))

function placesIn({ route, expect, body }: CaseContext, schema: Schema): readonly IdPlace[] {
  if (route.kind !== 'read') return []
  const meaning: Meaning = { kind: 'body', type: route.type }
  const answers =
    'anyOf' in expect
      ? expect.anyOf.map((one, at) => [one, `/expect/anyOf/${at}`] as const)
      : [[expect, '/expect'] as const]
  return answers.flatMap(([{ checks }, pointer]) =>
    checks.flatMap((check, at) => {
      const above = { body, meaning, at: `${pointer}/checks/${at}/equals` }
      return 'equals' in check ? idsIn(valuesOf(check, above, schema), schema) : []
    }),
  )
}

/**
 * A value that a case expects, with the value at the same pointer in the reference's answer, and the meaning of this
 * value.
 */
interface Expected {
  readonly at: string
  readonly value: Json
  readonly body: Json | undefined
  readonly meaning: Meaning
}

/**
 * Returns the values that a check of a case expects: the value at the check's pointer, or one value for each item that
 * `*` represents.
 */
function valuesOf(
  check: Extract<Check, { equals: Json }>,
  start: Omit<Expected, 'value'>,
  schema: Schema,
): readonly Expected[] {
  let values: readonly Expected[] = [{ ...start, value: check.equals }]
  for (const step of pointerSteps(check.at))
    values = values.flatMap((one) => (step === '*' ? itemsOf(one) : [stepInto(one, step, schema)]))
  return values
}

function itemsOf({ at, value, body, meaning }: Expected): readonly Expected[] {
  if (!isList(value)) return []
  return value.map((item, index) => ({
    at: pointerTo(at, index),
    value: item,
    body: isList(body) ? body[index] : undefined,
    meaning: itemMeaning(meaning),
  }))
}

function stepInto({ at, value, body, meaning }: Expected, step: string, schema: Schema): Expected {
  if (isList(body)) return { at, value, body: body[Number(step)], meaning: itemMeaning(meaning) }
  const owner = isObject(body) ? body : {}
  return { at, value, body: owner[step], meaning: memberMeaning(meaning, step, owner, schema) }
}

/** Returns the places of all ids in the values that a case expects. */
function idsIn(values: readonly Expected[], schema: Schema): readonly IdPlace[] {
  const found: IdPlace[] = []
  const open = values.map(({ at, value, meaning }) => ({ at, value, meaning }))
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { at, value, meaning } = next
    if (isList(value))
      for (const [index, item] of value.entries())
        open.push({ at: pointerTo(at, index), value: item, meaning: itemMeaning(meaning) })
    else if (isObject(value))
      for (const [key, part] of Object.entries(value))
        open.push({
          at: pointerTo(at, key),
          value: part,
          meaning: memberMeaning(meaning, key, value, schema),
        })
    else if (meaning.kind === 'name' && value !== null) found.push({ at, space: meaning.space })
  }
  return found.sort((a, b) => (a.at < b.at ? -1 : 1))
}

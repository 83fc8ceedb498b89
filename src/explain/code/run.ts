/**
 * The type of a run of the project's own code for one request, and functions that read such a run for an
 * explanation.
 */
import type { CodeChange, CodeEffect, CodePlace, RoutePlace } from '../../reference/code-effect.ts'
import { isList, isObject, type Json, parseJson } from '../../util/json.ts'

/** The effect of the project's code on one request, and the answer that the caller got. */
export interface CodeRun extends CodeEffect {
  /** The answer that the caller received. If `response` is absent, the explanation uses only the recorded changes. */
  readonly response?: { readonly status: number; readonly body: string | Uint8Array }
}

/** Formats a place in the project's code: `src/api/article/middlewares/populate.ts:53`. */
export const textOfPlace = ({ file, line }: CodePlace): string => (line > 0 ? `${file}:${line}` : file)

export const placeOf = ({ file, line }: CodePlace): CodePlace => ({ file, line })

/** Returns the body of the answer as JSON; undefined if the body is not JSON, or if the answer is unknown. */
export function bodyOf({ response }: CodeRun): Json | undefined {
  return typeof response?.body === 'string' ? parseJson(response.body) : undefined
}

const IS_INDEX = /^\d{1,9}$/

/**
 * Returns the last change that the project's code made to a root parameter of the query. If `attribute` is set, a
 * change of `populate` counts only if it concerns this attribute.
 */
export function setterOf(
  { changes }: CodeEffect,
  parameter: string,
  attribute?: string,
): CodeChange | undefined {
  return changes.findLast(({ part, path: [name, next] }) => {
    if (part !== 'query') return false
    if (name === undefined) return true
    if (name !== parameter) return false
    return attribute === undefined || next === undefined || IS_INDEX.test(next) || next === attribute
  })
}

/**
 * Returns the project's code that answered in place of the content API. The code that answered is the code that
 * changed the answer last, or else the code that ran last. If Strapi's own code refused a call, the result is the
 * project's code that made the call. The result is null if no code of the project answered. No code of the project
 * answers, for example, if the path has no route, or if a plugin endpoint answers.
 */
export function answererOf({ changes, ran, unrouted, endpoint, refusal }: CodeEffect): CodePlace | null {
  if (refusal !== undefined) return refusal.place === undefined ? null : placeOf(refusal.place)
  const changed = changes.findLast(({ part }) => part === 'answer' || part === 'status')
  const isByCode = unrouted === undefined && endpoint === undefined
  const last = changed ?? (isByCode ? ran.at(-1) : undefined)
  return last === undefined ? null : placeOf(last)
}

/**
 * Names the code or the plugin endpoint that answered in place of the content API. The returned text begins with the
 * article `the`, or with `The` at the start of a sentence.
 */
export function answererText(the: 'The' | 'the', run: CodeEffect): string {
  if (run.endpoint !== undefined) return `${the} plugin endpoint ${run.endpoint}`
  const by = answererOf(run)
  return by === null ? `${the} project's code` : textOfPlace(by)
}

/** Explains a 404 for a path without a route; undefined if the path has a route or if the project's code answered. */
export function missingRoute(run: CodeEffect): string | undefined {
  const { unrouted: uid } = run
  if (uid === undefined || answererOf(run) !== null) return undefined
  const [, name = ''] = uid.split(/[:.]+/)
  return `No route of the project has this path. Define it in src/api/${name}/routes, for example with factories.createCoreRouter('${uid}').`
}

/** Names the route that answers in place of a later route of the project; undefined if no earlier route answers. */
export function shadowText({ shadowed }: Pick<CodeEffect, 'shadowed'>): string | undefined {
  if (shadowed === undefined) return undefined
  return `${routeText(shadowed.by)} answers in place of ${routeText(shadowed)}, because it is the earlier route.`
}

const routeText = (route: RoutePlace): string =>
  `${route.method} ${route.path}${route.file === '' ? '' : ` (${textOfPlace(route)})`}`

/** A path in an answer, and the number of its leading steps that exist in the answer. */
export interface Located {
  /**
   * The located path from the root of the answer, such as `data.0.seo`. The documentId of an item in the answer is
   * replaced by the position of the item in its list.
   */
  readonly steps: readonly string[]
  readonly isThere: boolean
  /** The number of steps of the path that exist in the answer, counted from the root. */
  readonly reached: number
}

/**
 * Finds a path in the body of an answer, such as `data.0.seo` or `data.<documentId>.seo`. The path `seo` alone means
 * the attribute `seo` of the first entry. If a path does not select an item of a list, the path means the first
 * item.
 */
export function locate(names: readonly string[], body: Json | undefined): Located {
  const [first] = names
  const isRooted = isList(body) || (isObject(body) && first !== undefined && Object.hasOwn(body, first))
  const path = isRooted || first === 'data' ? names : ['data', ...names]
  const steps: string[] = []
  let here = body
  let reached = 0
  for (const name of path) {
    if (isList(here)) {
      const at = positionIn(here, name)
      steps.push(String(at ?? 0))
      here = here[at ?? 0]
      if (here !== undefined) reached = steps.length
      if (at !== null) continue
    }
    steps.push(name)
    here = isObject(here) && Object.hasOwn(here, name) ? here[name] : undefined
    if (here !== undefined) reached = steps.length
  }
  return { steps, isThere: here !== undefined, reached }
}

/**
 * Returns the position of an item in a list of the answer. The parameter `name` is the position of the list item
 * itself, or the documentId of the item. Returns null if no list item has this documentId.
 */
function positionIn(list: readonly Json[], name: string): number | null {
  if (IS_INDEX.test(name)) return Number(name)
  const at = list.findIndex((item) => isObject(item) && item['documentId'] === name)
  return at < 0 ? null : at
}

/** Returns whether a path is the beginning of the path `below`, or equals `below`. */
export const isAbove = (path: readonly string[], below: readonly string[]): boolean =>
  path.length <= below.length && path.every((name, at) => name === below[at])

/**
 * Checks proposed requests in a project with its own code. An explanation proposes edits of the query that the
 * content API received. A caller can change only the URL of the caller's request, and the project's code may
 * override this change. Therefore, an explanation offers a proposed request only after the request has run through
 * the code.
 */
import type { CodeEffect, CodePlace } from '../../reference/code-effect.ts'
import { parseQueryString, type Raw, type RawMap } from '../../reference/parse/url.ts'
import { splitTarget } from '../../util/url/target.ts'
import { urlOf } from '../explain-context.ts'
import type { Change, CodeSays, RequestChange } from '../explanation.ts'
import { mapOf, withMember } from '../written.ts'
import { placeOf, setterOf, textOfPlace } from './run.ts'

/** The URL of a caller's request, split into path and query. */
export interface CallerUrl {
  readonly path: string
  readonly query: RawMap
}

export function callerUrl(url: string): CallerUrl {
  const { path, search } = splitTarget(url)
  return { path, query: parseQueryString(search, () => undefined) }
}

/**
 * Returns the name of the root parameter that a proposed request changes. For example, both `populate[author]=true` and
 * `no populate` change `populate`.
 */
export const parameterOf = ({ parameter }: RequestChange): string =>
  (parameter.startsWith('no ') ? parameter.slice(3) : parameter).split(/[=[]/, 1)[0] ?? ''

/** Applies a proposed edit of the query to the URL of the caller's request; null if the URL stays the same. */
export function ofCaller(change: RequestChange, caller: CallerUrl): RequestChange | null {
  const name = parameterOf(change)
  const value: Raw | undefined = callerUrl(change.url).query[name]
  const url = urlOf(caller.path, withMember(caller.query, name, value))
  return url === urlOf(caller.path, caller.query) ? null : { ...change, url }
}

/**
 * Converts a corrected URL of the content API to a URL for the caller; null if the caller's URL does not change. If the
 * project's code set a parameter, the new URL keeps the value that the caller sent for this parameter.
 */
export function correctedForCaller(url: string, caller: CallerUrl, run: CodeEffect): string | null {
  const isOwn = (name: string): boolean => setterOf(run, name) === undefined
  const corrected = Object.entries(callerUrl(url).query).filter(([name]) => isOwn(name))
  const given = Object.entries(caller.query).filter(([name]) => !isOwn(name))
  const mine = urlOf(caller.path, mapOf([...corrected, ...given]))
  return mine === urlOf(caller.path, caller.query) ? null : mine
}

/**
 * Moves a proposed request from `change` to `toTry`, because only a run through the project's code can confirm that
 * the request helps. A proposal to grant a permission stays in `change`.
 */
export function changeUnderCode(
  change: Change | null,
  caller: CallerUrl,
): { readonly change: Change | null } & Pick<CodeSays, 'toTry'> {
  if (change?.kind !== 'request') return { change }
  const own = ofCaller(change, caller)
  return { change: null, toTry: own === null ? [] : [own] }
}

interface Proposing extends CodeSays {
  readonly sentence: string
  readonly change: Change | null
}

/**
 * Adds to the explanation `found` the first proposed request that helps. If no proposed request helps, the function
 * adds the line of the project's code that overrides all proposed requests.
 */
export function settled<T extends Proposing>(
  found: T,
  helps: RequestChange | null,
  decidedBy: CodePlace | null,
): T {
  if (helps !== null) return { ...found, change: helps, toTry: [] }
  if (decidedBy === null) return { ...found, toTry: [] }
  return { ...found, decidedBy, sentence: `${found.sentence} ${decides(decidedBy)}`, toTry: [] }
}

export const decides = (place: CodePlace): string => `The project's code sets this: ${textOfPlace(place)}.`

/**
 * Returns the line of the project's code that overrides the proposed requests. The overriding line of code set a
 * proposed query parameter in one of the runs. If no line of code set a proposed parameter, the result is the code
 * that ran last.
 */
export function deciderOf(tried: readonly RequestChange[], runs: readonly CodeEffect[]): CodePlace | null {
  for (const run of runs)
    for (const change of tried) {
      const setter = setterOf(run, parameterOf(change))
      if (setter !== undefined) return placeOf(setter)
    }
  return runs.map(({ ran }) => ran.at(-1)).find((place) => place !== undefined) ?? null
}

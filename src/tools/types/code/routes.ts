/** Derives the effect of a project's own code on the queries and answers of a route from probing requests. */
import type { CodePlace, ProbedQuery, RouteQuery } from '../../../reference/code-effect.ts'
import { givenQuery } from '../../../reference/parse/given.ts'
import { parseQueryString, type Raw, type RawMap } from '../../../reference/parse/url.ts'
import type { ContentType } from '../../../reference/schema/schema.ts'
import { isPopulatable } from '../../../reference/schema/target.ts'

/** The parameters that decide the shape of an answer. */
export const SHAPING_PARAMETERS = ['fields', 'populate', 'pagination'] as const
export type ShapingParameter = (typeof SHAPING_PARAMETERS)[number]

/**
 * The effect of the project's own code on a query parameter. With the kind `sets`, the code always sets the value.
 * With `defaults`, the code sets the value if the request lacks the parameter. With `depends`, the code sets a value
 * that the probing requests cannot determine.
 */
export type CodeParameter =
  | { readonly kind: 'sets' | 'defaults'; readonly value: Raw | undefined }
  | { readonly kind: 'depends' }

export interface CodeRoute {
  readonly uid: string
  /** The kind of answer on the route: `list` is a page of entries, and `one` is a single entry. */
  readonly answers: 'list' | 'one'
  readonly parameters: ReadonlyMap<ShapingParameter, CodeParameter>
  /**
   * The attributes of entries that the project's code changes; null means that the code may change any part of the
   * answer.
   */
  readonly changed: readonly string[] | null
  /** The files and lines of the code that changes the query or the answer. */
  readonly places: readonly CodePlace[]
}

/** The maximum number of attributes that get a separate probing request each. */
const NAMED = 2

/**
 * Returns the query strings of the probing requests for a route: an empty query string, and query strings that set
 * one parameter each.
 */
export function probesOf(type: ContentType, action: RouteQuery['action']): readonly string[] {
  const links = [...type.attributes.values()].filter((one) => isPopulatable(one) && !one.private)
  const populate = (names: readonly string[]): string =>
    names.map((name, at) => `populate[${at}]=${encodeURIComponent(name)}`).join('&')
  const names = links.map(({ name }) => name)
  // Probing requests also name single attributes, because some project code rejects `populate=*`, or reacts only to
  // a list of names.
  const every = names.length > NAMED ? [populate(names)] : []
  const named = [...names.slice(0, NAMED).map((name) => populate([name])), ...every]
  const isList = action === 'find' && type.kind === 'collectionType'
  const paged = isList ? ['pagination[start]=0&pagination[limit]=1'] : []
  return ['', ...(links.length === 0 ? [] : ['populate=*']), ...named, 'fields[0]=documentId', ...paged]
}

/** Finds the routes whose queries or answers the project's own code changes. */
export function codeRoutes(
  routes: readonly RouteQuery[],
  typeOf: (uid: string) => ContentType | undefined,
): readonly CodeRoute[] {
  return routes.flatMap((route) => {
    const type = typeOf(route.uid)
    const isList = route.action === 'find' && type?.kind !== 'singleType'
    const found = codeRoute(route, isList, type)
    return found.parameters.size === 0 && found.changed?.length === 0 ? [] : [found]
  })
}

function codeRoute({ uid, effects }: RouteQuery, isList: boolean, type: ContentType | undefined): CodeRoute {
  const probes = effects.filter(({ answer }) => answer !== null).map(probeOf)
  const parameters = new Map<ShapingParameter, CodeParameter>()
  for (const name of SHAPING_PARAMETERS) {
    const made = parameterOf(name, probes)
    if (made !== undefined) parameters.set(name, made)
  }
  const own = changedIn(effects, isList)
  const hidden = effects.some(({ isOpen }) => isOpen) ? hiddenIn(type) : []
  const changed = own === null ? null : [...new Set([...own, ...hidden])].sort()
  return { uid, answers: isList ? 'list' : 'one', parameters, changed, places: placesOf(effects) }
}

/**
 * Returns the public populatable attributes except media. A route without authentication omits the relations among
 * these attributes, except public creators, and the relations in components and zones.
 */
const hiddenIn = (type: ContentType | undefined): readonly string[] =>
  [...(type?.attributes.values() ?? [])]
    .filter((one) => isPopulatable(one) && one.kind !== 'media' && !one.private)
    .map(({ name }) => name)

interface Probe {
  readonly asked: RawMap
  readonly got: RawMap
}

function probeOf({ asked, query }: ProbedQuery): Probe {
  const map = parseQueryString(asked, () => undefined)
  return { asked: map, got: query === undefined ? map : givenQuery(query) }
}

/**
 * Returns the effect of the project's code on a query parameter; undefined if the code does not change the
 * parameter.
 */
function parameterOf(name: ShapingParameter, probes: readonly Probe[]): CodeParameter | undefined {
  const texts = probes.map(({ asked, got }) => ({ asked: textOf(asked[name]), got: textOf(got[name]) }))
  if (texts.every(({ asked, got }) => asked === got)) return undefined
  const without = probes.filter(({ asked }) => asked[name] === undefined)
  const [first] = without
  if (first === undefined) return { kind: 'depends' }
  const value = first.got[name]
  const isSame = (some: readonly Probe[]): boolean =>
    some.every(({ got }) => textOf(got[name]) === textOf(value))
  if (!isSame(without)) return { kind: 'depends' }
  const given = probes.filter(({ asked }) => asked[name] !== undefined)
  if (isSame(given)) return { kind: 'sets', value }
  const isKept = given.every(({ asked, got }) => textOf(asked[name]) === textOf(got[name]))
  return isKept ? { kind: 'defaults', value } : { kind: 'depends' }
}

const textOf = (raw: Raw | undefined): string => (raw === undefined ? '' : JSON.stringify(raw))

/**
 * Returns the attributes in which the project's code changed the answer; null if the code also changed another part
 * of the answer.
 */
function changedIn(effects: readonly ProbedQuery[], isList: boolean): readonly string[] | null {
  const names = new Set<string>()
  for (const { answer = [] } of effects) {
    if (answer === null) return null
    for (const [data, ...path] of answer) {
      const name = isList ? path[1] : path[0]
      if (data !== 'data' || name === undefined) return null
      names.add(name)
    }
  }
  return [...names].sort()
}

/**
 * Returns the distinct places in the project's own code that change a route. If several pieces of code change a
 * route, the route has several places.
 */
function placesOf(effects: readonly ProbedQuery[]): readonly CodePlace[] {
  const places = new Map<string, CodePlace>()
  for (const { place } of effects) if (place !== undefined) places.set(`${place.file}:${place.line}`, place)
  return [...places.values()]
}

/** Returns the places as text: `src/api/page/middlewares/populate.ts:12`, separated by commas. */
export const textOfPlaces = (places: readonly CodePlace[]): string =>
  places.length === 0
    ? "the project's own code"
    : places.map(({ file, line }) => (line > 0 ? `${file}:${line}` : file)).join(', ')

/** Returns a sentence about the effects of the project's code on a route, and about the files with this code. */
export function sentenceOf({ parameters, changed, places }: CodeRoute): string {
  const where = textOfPlaces(places)
  const names = (kind: CodeParameter['kind']): string =>
    [...parameters]
      .filter(([, one]) => one.kind === kind)
      .map(([name]) => name)
      .join(', ')
  const parts = [
    ...(names('sets') === '' ? [] : [`sets ${names('sets')}`]),
    ...(names('defaults') === '' ? [] : [`sets ${names('defaults')} if the request does not`]),
    ...(names('depends') === '' ? [] : [`changes ${names('depends')} depending on the request`]),
    ...(changed === null ? ['may change the whole answer'] : []),
    ...(changed !== null && changed.length > 0 ? [`changes ${changed.join(', ')} of the answer`] : []),
  ]
  return `The project's own code ${parts.join(', and ')}: ${where}.`
}

/**
 * Explains a refused write. The explanation lists the wrong members of the request body, the values that each member
 * accepts, and a body that succeeds, if one is found.
 */

import { bearerToken, roleOf } from '../../reference/access.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { readable } from '../../reference/request.ts'
import { findRoute, router } from '../../reference/route.ts'
import { isList, type Json } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import {
  firstState,
  modelsOf,
  parseBody,
  WRITE_RULES,
  type WriteModel,
  type WriteModels,
  type WriteOptions,
  type WriteRequest,
  type WritingState,
} from '../../writing/index.ts'
import { nearest } from '../refused/names-near.ts'
import { asSentence } from '../sentences.ts'
import type { BodyFault, WriteExplained } from './explanation.ts'
import { modelsFor } from './outsider.ts'
import { at, attributeAt, type Path, placesIn, pointerOf } from './places.ts'
import { repaired } from './repair.ts'
import { type Trial, type TrialRefusal, WriteTrials } from './trial.ts'
import { expectedOf } from './values.ts'

export interface ExplainingWrite extends WriteOptions {
  /**
   * Whether the explanation hides the names of private attributes that the body does not name, and of relations to
   * types that the role may not find.
   */
  readonly outsider?: boolean
  /**
   * The maximum total size, in bytes, of the bodies that the search for an accepted body tries. By default, the size
   * of the tried bodies has no limit.
   */
  readonly mostTried?: number
}

/**
 * Explains a refused write. Returns null for a successful write and for a request that is not a write. The
 * explanation of a write does not change the stored data.
 */
export function explainWrite(
  state: WritingState,
  request: WriteRequest,
  options: ExplainingWrite = {},
): WriteExplained | null {
  const tries = new WriteTrials(state, options)
  const trial = tries.make(request)
  if (typeof trial === 'string') return null
  const { method, url, headers } = readable(request)
  const routed = { method, url, headers, cite: () => undefined, has: () => false }
  const route = findRoute(router(state.graph), routed)
  const body = bodyOf(request)
  const models = visibleModels(state, { headers, body }, options)
  const model = route.kind === 'write' ? models.get(route.type.uid) : undefined
  if (route.kind !== 'write' || model === undefined) return null
  // An answer with status 500 states no reason. To find the reason, the function tries the same write under the
  // profile `documented`.
  const refusal = trial.status < 500 ? trial : reasonOf(tries.make(request, 'documented'), trial)
  let left = options.mostTried ?? Number.POSITIVE_INFINITY
  const attempt = (target: string) => (json: Json) => {
    const tried = withBody({ ...request, url: target }, json)
    left -= tried.body.length
    return left < 0 ? 'no write' : tries.make(tried)
  }
  const better = refusal.status === 400 ? acceptedUrl(url, refusal) : null
  const repair = { model, models, isNew: route.target.kind === 'list', attempt: attempt(better ?? url) }
  const isRepairable = refusal.status === 400 && method !== 'DELETE'
  const found = !isRepairable
    ? null
    : better !== null && repair.attempt(body ?? {}) === 'taken'
      ? (body ?? null)
      : repaired(body, refusal, repair)
  const faults = refusal.status === 400 ? faultsOf(body ?? null, refusal, model, models) : []
  const { rule } = refusal
  return {
    method,
    url,
    status: trial.status,
    message: trial.message,
    rule: rule ?? null,
    says: rule === undefined ? null : WRITE_RULES[rule].says,
    faults,
    grant: refusal.lack ?? null,
    advice: adviceOf(refusal, faults, better),
    corrected: better,
    body: found,
  }
}

function visibleModels(
  { graph }: WritingState,
  { headers, body }: { readonly headers: ApiRequest['headers']; readonly body: Json | undefined },
  { outsider = false, roleOfToken }: ExplainingWrite,
): WriteModels {
  const role = roleOf(graph, bearerToken(headers?.['authorization']), roleOfToken)
  const models = modelsOf(graph)
  return outsider && role !== undefined
    ? modelsFor(models, { role, schema: graph.schema }, body ?? null)
    : models
}

const reasonOf = (documented: Trial, real: TrialRefusal): TrialRefusal =>
  typeof documented === 'string' ? real : { ...documented, status: documented.status }

/** Parses the request body of a write to JSON. The request body may have any supported media type. */
function bodyOf({ body, headers }: WriteRequest): Json | undefined {
  const parsed = parseBody(
    body,
    headers?.['content-type'],
    () => undefined,
    () => false,
  )
  return parsed.ok ? parsed.value : undefined
}

const withBody = (request: WriteRequest, json: Json) => ({
  ...request,
  headers: { ...request.headers, 'content-type': 'application/json' },
  body: new TextEncoder().encode(JSON.stringify(json)),
})

/**
 * Returns the URL of the write without the refused query parameter; null if the API did not refuse the write because
 * of a parameter.
 */
function acceptedUrl(url: string, { rule, details, message }: TrialRefusal): string | null {
  const param = at(details, ['param'])
  const key = at(details, ['key'])
  const source = at(details, ['source'])
  const wrong =
    rule === 'write.locale' || rule === 'write.locale.known'
      ? ['locale']
      : rule === 'write.publish.status' || rule === 'write.delete'
        ? ['status']
        : rule === 'write.query' || source === 'query'
          ? [param, key, /'(\w+)'|^Invalid (\w+) param/.exec(message)?.slice(1).join('')].filter(
              (name) => typeof name === 'string',
            )
          : []
  const { path, search } = splitTarget(url)
  const own = (text: string): string => decodedName(text.split(/[=[]|%5B/i, 1)[0] ?? '')
  const parts = search.split('&').filter((text) => text !== '' && !wrong.includes(own(text)))
  const better = parts.length === 0 ? path : `${path}?${parts.join('&')}`
  return wrong.length === 0 || parts.join('&') === search ? null : better
}

function decodedName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Explains a refused write to a graph that no other write has changed before. */
export const explainFirstWrite = (
  graph: Graph,
  request: WriteRequest,
  options: ExplainingWrite = {},
): WriteExplained | null => explainWrite(firstState(graph), request, options)

/** Lists the wrong members of a request body, each with the values that the member accepts. */
function faultsOf(
  body: Json,
  { rule, message, details }: TrialRefusal,
  model: WriteModel,
  models: WriteModels,
): readonly BodyFault[] {
  const errors = at(details, ['errors'])
  if (isList(errors ?? null)) {
    const all: readonly Json[] = Object(errors)
    return all.map((error) => {
      const steps = at(error, ['path'])
      const path: Path = ['data', ...(isList(steps ?? null) ? Object(steps) : [])]
      return valueFault(path, String(at(error, ['message'])), attributeAt(body, path, model, models))
    })
  }
  const key = at(details, ['key'])
  if (typeof key === 'string') return keyFaults(body, key, message, model, models)
  if (rule === 'write.body.data' || rule === 'write.body.json' || rule === 'write.body.other')
    return [{ pointer: '/data', message, expected: 'an object of the values to write', nearest: [] }]
  const named = /"([^"]+)"/.exec(message)?.[1]
  return placesIn(at(body, ['data']) ?? null, model, models)
    .filter(({ value }) => named !== undefined && JSON.stringify(value).includes(JSON.stringify(named)))
    .map(({ path, written }) => valueFault(path, message, written))
}

const valueFault = (path: Path, message: string, written: ReturnType<typeof attributeAt>): BodyFault => ({
  pointer: pointerOf(path),
  message,
  expected: written === undefined ? 'nothing' : expectedOf(written),
  nearest: [],
})

function keyFaults(
  body: Json,
  key: string,
  message: string,
  model: WriteModel,
  models: WriteModels,
): readonly BodyFault[] {
  const found = placesIn(at(body, ['data']) ?? null, model, models).filter(({ name }) => name === key)
  if (found.length === 0 && at(body, ['data', key]) === undefined) return []
  const places = found.length > 0 ? found : [{ path: ['data', key], model, written: undefined }]
  return places.map((place): BodyFault => {
    const names = [...place.model.attributes.values()].filter(({ writable }) => writable)
    const all = names.map(({ attribute }) => attribute.name)
    return {
      pointer: pointerOf(place.path),
      message,
      expected: place.written?.writable === true ? expectedOf(place.written) : `one of ${all.join(', ')}`,
      nearest: place.written === undefined ? nearest(key, all) : [],
    }
  })
}

function adviceOf(
  { status, message, lack, rule }: TrialRefusal,
  faults: readonly BodyFault[],
  better: string | null,
): string {
  if (lack !== undefined) return `The role ${lack.role} lacks the permission ${lack.action}: grant it.`
  if (status === 401) return 'The token is unknown: send a token of the dataset.'
  if (status === 403) return 'The caller has no permission.'
  if (status === 404) return 'No document has this documentId. POST creates one.'
  if (status === 413) return 'The body is too long: send at most 1 MiB of JSON.'
  if (better !== null) return `The query is invalid: use ${better}.`
  const [first] = faults
  if (first === undefined) return asSentence(message)
  if (rule === 'write.relation.document' || rule === 'write.relation.exists')
    return `${first.pointer} links an entry that does not exist: ${asSentence(message)}`
  const more = faults.length > 1 ? `, and ${faults.length - 1} more` : ''
  const near = first.nearest.length === 0 ? '' : ` Did you mean ${first.nearest.join(' or ')}?`
  const what = rule?.startsWith('write.keys') === true ? 'is not allowed' : `takes ${first.expected}`
  return `${first.pointer} ${what}${more}.${near}`
}

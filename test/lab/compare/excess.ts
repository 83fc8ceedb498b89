/** Detects answers that show more than the caller may see. The lab neither compares nor records them. */

import { itemMeaning, type Meaning, memberMeaning } from '../../../src/oracle/compare/meaning.ts'
import type { Answer, WireRequest } from '../../../src/oracle/target/target.ts'
import { bearerToken, may, mayFollow, roleOf } from '../../../src/reference/access.ts'
import type { Graph, Role } from '../../../src/reference/graph/graph.ts'
import { findRoute, router } from '../../../src/reference/route.ts'
import type { ContentType, Model } from '../../../src/reference/schema/schema.ts'
import { isList, isObject, type Json } from '../../../src/util/json.ts'

/**
 * Returns whether an answer shows more than the caller may see, judged by the content type in the path and the role of
 * the caller.
 */
export function isExcessive(request: WireRequest, { status, body }: Answer, graph: Graph): boolean {
  const route = findRoute(router(graph), { ...request, cite: () => undefined, has: () => true })
  const role = roleOf(graph, bearerToken(request.headers['authorization']))
  if (route.kind !== 'read' || role === undefined || status !== 200) return false
  return showsTooMuch(body, route.type, { graph, role })
}

interface View {
  readonly graph: Graph
  readonly role: Role
}

/** Examines every entry of a body, also nested ones. */
function showsTooMuch(body: Json, type: ContentType, view: View): boolean {
  return isTooMuch(body, { kind: 'body', type }, view)
}

function isTooMuch(json: Json, meaning: Meaning, view: View): boolean {
  if (isList(json)) return json.some((item) => isTooMuch(item, itemMeaning(meaning), view))
  if (!isObject(json)) return false
  const model = modelOf(meaning, json)
  return Object.entries(json).some(
    ([key, value]) =>
      (model !== undefined && isHidden(key, value, model, view)) ||
      isTooMuch(value, memberMeaning(meaning, key, json, view.graph.schema), view),
  )
}

function modelOf(meaning: Meaning, json: { readonly [key: string]: Json }): Model | undefined {
  if (meaning.kind === 'entry') return meaning.model
  return meaning.kind === 'linked' && !('data' in json) ? meaning.model(json) : undefined
}

/** Members of an entry that every type has and that are not attributes. */
const OWN = new Set(['id', 'documentId', '__component', '__type', 'attributes', 'localizations', 'count'])

/** Returns whether the caller may not see a member of an entry, or the model has no attribute of this name. */
function isHidden(key: string, value: Json, model: Model, { graph, role }: View): boolean {
  const attribute = model.attributes.get(key)
  if (attribute === undefined) return !OWN.has(key)
  if (attribute.private || (attribute.kind === 'scalar' && attribute.type === 'password')) return true
  if (!mayFollow(role, attribute)) return true
  if (attribute.kind !== 'morphTo') return false
  const linked = isList(value) ? value : [value]
  return linked.some((one) => {
    const uid = isObject(one) ? one['__type'] : undefined
    return typeof uid === 'string' && graph.schema.contentTypes.has(uid) && !may(role, uid, 'find')
  })
}

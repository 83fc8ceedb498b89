/** Implements `sanitize.input`, `validate.input` and `sanitize.output` of `strapi.contentAPI`. */
import type { Model } from '../../../reference/schema/schema.ts'
import { isList, type Json } from '../../../util/json.ts'
import { faultOfKeys } from '../../check/keys.ts'
import { modelsOf, type WriteModel } from '../../model.ts'
import { closedRelation } from './closed.ts'
import type { ContentApiContext } from './context.ts'
import { walkEntity } from './entity.ts'
import { ContentApiError, crashed } from './refused.ts'
import { isId, outputVisitor, removeUnknown } from './visitors.ts'
import { membersOf, type Place, removeIf, type Visitor } from './walk.ts'

/**
 * Removes from entries the attributes that no answer may contain, and relations to types that the caller may not find.
 */
export function sanitizeOutput(data: Json, model: Model, context: ContentApiContext): Json {
  const visit = outputVisitor(context.seen)
  const place = rootOf(model)
  return each(data, (entry) => walkEntity({ schema: context.schema, visit }, place, entry))
}

/**
 * Removes from a body ids, read-only attributes, and relations to types that the caller may not find. A strict call
 * also removes unknown attributes.
 */
export function sanitizeInput(data: Json, model: Model, context: ContentApiContext): Json {
  const { schema, seen, isStrict } = context
  const writing = writeModel(model, context)
  const readOnly: Visitor = ({ path }) => removeIf(path !== null && isReadOnly(path, writing))
  const visitors: readonly Visitor[] = [
    readOnly,
    ...(isStrict ? [removeUnknown] : []),
    ...(seen === undefined ? [] : [((visit) => closedRelation(visit, seen)) satisfies Visitor]),
  ]
  const place = rootOf(model)
  return each(data, (entry) =>
    visitors.reduce((rest, visit) => walkEntity({ schema, visit }, place, rest), withoutIds(entry)),
  )
}

/** Returns whether the first name of a path is a read-only attribute of the type. */
const isReadOnly = (path: string, { attributes }: WriteModel): boolean =>
  attributes.get(path.split('.', 1)[0] ?? '')?.writable === false

/**
 * Refuses a body that contains ids, read-only or unknown keys, or relations to types that the caller may not find.
 * @throws ContentApiError
 */
export function validateInput(data: Json, model: Model, context: ContentApiContext): void {
  const { schema, graph, seen, departs } = context
  const checking = { schema, models: modelsOf(graph), role: seen?.role, departs }
  const fault = faultOfKeys(data, writeModel(model, context), checking)
  if (fault === undefined) return
  if (fault.crash !== undefined && departs(fault.crash)) throw crashed(fault.message)
  throw new ContentApiError(fault.name, fault.message, fault.status, fault.details)
}

function writeModel({ uid }: Model, { graph }: ContentApiContext): WriteModel {
  const model = modelsOf(graph).get(uid)
  if (model === undefined) throw crashed(`Missing schema of ${uid}`)
  return model
}

const rootOf = (model: Model): Place => ({ model, path: null, parent: undefined })

/** Applies a function to a single entry, or to each entry in a list. */
const each = (data: Json, change: (entry: Json) => Json): Json =>
  isList(data) ? data.map((entry) => (isList(entry) ? entry.map(change) : change(entry))) : change(data)

/**
 * Returns a new object with the members of an entry except its ids. As in Strapi, an entry that is a text becomes an
 * object of its characters.
 */
const withoutIds = (entry: Json): Json => {
  const members = typeof entry === 'string' ? Object.entries([...entry]) : membersOf(entry)
  return Object.fromEntries(members.filter(([key]) => !isId(key)))
}

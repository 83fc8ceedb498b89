/**
 * Implements the write methods that project code calls: those of the document service, the query engine and the entity
 * service. The methods check no permissions. A failed call leaves the graph unchanged, unless the query engine had
 * already written rows.
 */
import { type ProfileOptions, profile } from '../../../reference/strapi/profile.ts'
import type { Json } from '../../../util/json.ts'
import { departing } from '../../profile.ts'
import type { WritingState } from '../../writer.ts'
import type { ServiceOutcome, ServiceRequest } from '../request.ts'
import { type Call, openCall, type ReadService } from './call.ts'
import * as documents from './documents.ts'
import * as entity from './entity.ts'
import { errorOf, LateFault } from './fault.ts'
import { objectOf } from './params.ts'
import * as query from './query.ts'

export interface ServiceWriteOptions {
  readonly profile?: string | ProfileOptions
  readonly budget?: number
  readonly read: ReadService
}

type Method = (call: Call, args: readonly Json[]) => Json | undefined

const ofDocuments =
  (method: documents.DocumentMethod): Method =>
  (call, [params]) =>
    method(call, objectOf(params))

const ofQuery =
  (method: query.QueryMethod): Method =>
  (call, args) =>
    method(call, objectOf(args[0]), args)

const METHODS: Readonly<Record<ServiceRequest['service'], Readonly<Record<string, Method>>>> = {
  documents: {
    create: ofDocuments(documents.create),
    update: ofDocuments(documents.update),
    delete: ofDocuments(documents.remove),
    publish: ofDocuments(documents.publish),
    unpublish: ofDocuments(documents.unpublish),
    discardDraft: ofDocuments(documents.discardDraft),
    clone: ofDocuments(documents.clone),
  },
  query: {
    create: ofQuery(query.create),
    createMany: ofQuery(query.createMany),
    update: ofQuery(query.update),
    updateMany: ofQuery(query.updateMany),
    delete: ofQuery(query.remove),
    deleteMany: ofQuery(query.removeMany),
    attachRelations: ofQuery(query.relate(true)),
    updateRelations: ofQuery(query.relate(false)),
  },
  entity: { create: entity.create, update: entity.update, delete: entity.remove },
}

/** The names of the methods that need a type with draft & publish. */
const OF_DRAFTS: readonly string[] = ['publish', 'unpublish', 'discardDraft']

/**
 * Executes a call that writes. Returns undefined for an unknown type and for a method that does not write. Also
 * returns undefined if the method needs draft & publish and the type lacks draft & publish. An error of the call
 * becomes part of the outcome.
 */
export function writeService(
  state: WritingState,
  { service, uid, method, args, changes }: ServiceRequest,
  { profile: requested, read }: ServiceWriteOptions,
): ServiceOutcome | undefined {
  const methods = METHODS[service]
  const run = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (run === undefined) return undefined
  const call = openCall(state, uid, {
    departs: departing(profile(requested)),
    read,
    changes: changes ?? [],
  })
  if (call === undefined) return undefined
  if (OF_DRAFTS.includes(method) && !call.type.draftAndPublish) return undefined
  try {
    const value = run(call, args)
    return { ok: true, value, state: call.after() }
  } catch (exception) {
    const error = errorOf(exception)
    if (error === undefined) throw exception
    return { ok: false, error, state: stateLeft(exception, state, call) }
  }
}

/** Returns the state of the world after a call that failed with an exception. */
function stateLeft(exception: unknown, before: WritingState, call: Call): WritingState {
  if (!(exception instanceof LateFault)) return before
  return exception.leaves === 'rows' ? call.after() : { ...before, ids: call.writing.transaction.ids.left }
}

/**
 * Computes the lifecycle events and document middleware actions of a call, in the order in which Strapi 5.54 fires
 * them.
 *
 * - The query engine fires the lifecycle events. The document service, the entity service and core controllers call the
 *   query engine. Therefore, calls of these services and controllers also fire events. One call may fire several
 *   events, such as `beforeCreate` for the draft and for its published row.
 * - `create`, `update` and `delete` of the query engine read the row with `findOne`, which fires its own events.
 * - `updateMany`, `deleteMany` and `createMany` fire only their own events, once, regardless of the number of rows.
 * - An `update` or a `delete` that finds no row fires `beforeUpdate` or `beforeDelete`, but no `after` event.
 * - If a call affects several locales, Strapi writes them concurrently. The events of one kind fire for all rows before
 *   the events of the next kind fire.
 * - A document middleware runs once for a call of the document service. If a create or update with `status:
 *   'published'` also publishes the row, the middleware does not run again for the action `publish`.
 * - Strapi fires more events, on components and linked types, and reads rows for unique values, for webhooks and for
 *   the values that locales share. This module omits the events on components and linked types, and the reads for
 *   unique values, webhooks and shared values.
 * - An event has `action`, `model`, `state` and `params`; an `after` event also has `result`. For each subscriber, the
 *   `state` of an `after` event is the object of its `before` event. Two subscribers never share a `state`.
 */
import type { Json, JsonObject } from '../../../../util/json.ts'
import {
  change,
  create,
  created,
  DEEP,
  type EventCall,
  type EventParams,
  type EventRow,
  type EventWorld,
  find,
  inStatus,
  type KnownRow,
  known,
  localeOf,
  NONE,
  remove,
  type Steps,
  uniqueness,
} from './lifecycle-steps.ts'

export type {
  EventCall,
  EventWorld,
} from './lifecycle-steps.ts'

/**
 * Returns the lifecycle events that a call fires on its content type, in order; an empty list for an unknown method.
 */
export function lifecycleEvents({ service, method, args }: EventCall, world: EventWorld): Steps {
  if (service === 'query') return ofQuery(method, world)
  if (service === 'documents') return ofDocuments(method, statusOf(args[0]), world)
  return ofEntity(method, args, world)
}

const statusOf = (params: Json | undefined): Json | undefined => memberOf(params, 'status')

const memberOf = (json: Json | undefined, name: string): Json | undefined =>
  isMap(json) ? json[name] : undefined

const isMap = (json: Json | undefined): json is JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

function ofEntity(method: string, args: readonly Json[], world: EventWorld): Steps {
  const [id, params] = args
  const lookup = find('FindOne', { kind: 'none' }, 'entry', { where: { id: id ?? null } })
  switch (method) {
    case 'create': {
      const isDraft = world.draftAndPublish && memberOf(memberOf(id, 'data'), 'publishedAt') === null
      return ofDocuments('create', isDraft ? 'draft' : 'published', world)
    }
    case 'update': {
      const status = world.rows.find((row) => row.id === Number(id))?.status ?? statusOf(params)
      return world.exists ? [...lookup, ...ofDocuments('update', status, world)] : lookup
    }
    case 'delete':
    case 'findOne':
      return world.exists ? [...lookup, ...ofDocuments(method, undefined, world)] : lookup
    case 'findPage':
      return ofQuery(method, world)
    default:
      return ofDocuments(method, undefined, world)
  }
}

function ofDocuments(method: string, status: Json | undefined, world: EventWorld): Steps {
  const target: KnownRow['status'] = world.draftAndPublish ? 'draft' : 'published'
  switch (method) {
    case 'create':
      return [
        ...create([created(world, target)], 'given'),
        ...(world.draftAndPublish && status === 'published'
          ? copy('published', [created(world, target)], [])
          : []),
      ]
    case 'update':
      return updateDocument(target, status, world)
    case 'publish':
      return copyTo('published', world)
    case 'discardDraft':
      return copyTo('draft', world)
    case 'unpublish':
      return [...find('FindMany', NONE, 'entries'), ...remove(inStatus(world, 'published'), world)]
    case 'delete':
      return [...find('FindMany', NONE, 'entries'), ...remove(world.rows.map(known), world)]
    case 'clone': {
      const made = inStatus(world, target).map((row) => created(world, target, row))
      return [...find('FindMany', NONE, 'entries', DEEP), ...uniqueness(made), ...create(made, 'copy')]
    }
    case 'findOne':
    case 'findFirst':
      return find('FindOne', NONE, 'entry')
    case 'findMany':
      return find('FindMany', NONE, 'entries')
    case 'count':
      return find('Count', NONE, 'counted')
    default:
      return []
  }
}

function updateDocument(target: KnownRow['status'], status: Json | undefined, world: EventWorld): Steps {
  const [found] = inStatus(world, target)
  const lookup = find('FindOne', found ?? NONE, found === undefined ? 'nothing' : 'entry')
  const publishes = world.draftAndPublish && status === 'published'
  const old = inStatus(world, 'published')
  const published = publishes ? copy('published', [found ?? created(world, target)], old, world) : []
  if (found !== undefined) return [...lookup, ...change(found), ...published]
  const second = find('FindOne', NONE, world.exists ? 'entry' : 'nothing')
  if (!world.exists) return [...lookup, ...second]
  const made = created(world, target)
  // A new locale copies the values that all locales of the document have in common.
  const shared = world.locale === null ? [] : find('FindOne', NONE, 'entry')
  return [...lookup, ...second, ...shared, ...uniqueness([made]), ...create([made], 'given'), ...published]
}

const copyTo = (to: KnownRow['status'], world: EventWorld): Steps =>
  copy(to, inStatus(world, to === 'draft' ? 'published' : 'draft'), inStatus(world, to), world)

/**
 * Returns the lifecycle events that fire when rows are copied to another status, such as a draft that is published.
 * Strapi reads the draft and the published version, removes the old rows, and creates new rows.
 */
function copy(
  to: KnownRow['status'],
  sources: readonly EventRow[],
  old: readonly EventRow[],
  world?: EventWorld,
): Steps {
  const made = sources.map((source): EventRow => ({ kind: 'new', status: to, locale: localeOf(source) }))
  const both: Steps = [
    { action: 'beforeFindMany', on: NONE, params: DEEP },
    { action: 'beforeFindMany', on: NONE, params: { select: ['id', 'locale'] } },
    { action: 'afterFindMany', on: NONE, params: { select: ['id', 'locale'] }, result: 'entries' },
    { action: 'afterFindMany', on: NONE, params: DEEP, result: 'entries' },
  ]
  return [...both, ...remove(old, world), ...uniqueness(made), ...create(made, 'copy')]
}

function many(name: 'CreateMany' | 'UpdateMany' | 'DeleteMany', data: boolean): Steps {
  const params: EventParams = data ? { data: 'given' } : {}
  return [
    { action: `before${name}`, on: NONE, params },
    { action: `after${name}`, on: NONE, params, result: 'count' },
  ]
}

/** Returns the lifecycle events that a call of the query engine fires. */
function ofQuery(method: string, { rows }: EventWorld): Steps {
  const [row] = rows
  switch (method) {
    case 'create':
      return create([{ kind: 'new', status: 'published', locale: null }], 'given')
    case 'createMany':
      return many('CreateMany', true)
    case 'update':
      return row === undefined
        ? [{ action: 'beforeUpdate', on: NONE, params: { data: 'given' } }]
        : change(known(row))
    case 'updateMany':
      return many('UpdateMany', true)
    case 'delete':
      return row === undefined
        ? [{ action: 'beforeDelete', on: NONE, params: {} }, ...find('FindOne', NONE, 'nothing')]
        : remove([known(row)])
    case 'deleteMany':
      return many('DeleteMany', false)
    case 'findOne':
    case 'load':
      return find('FindOne', NONE, 'entry')
    case 'findMany':
      return find('FindMany', NONE, 'entries')
    case 'count':
      return find('Count', NONE, 'counted')
    case 'findPage':
    case 'findWithCount':
      return [
        { action: 'beforeFindMany', on: NONE, params: {} },
        { action: 'beforeCount', on: NONE, params: {} },
        { action: 'afterFindMany', on: NONE, params: {}, result: 'entries' },
        { action: 'afterCount', on: NONE, params: {}, result: 'counted' },
      ]
    default:
      return []
  }
}

/** Returns the values of `context.action` that document middlewares see for a call, in order. */
export function documentActions({
  service,
  method,
}: Pick<EventCall, 'service' | 'method'>): readonly string[] {
  if (service === 'documents') return [method]
  if (service === 'query') return []
  return method === 'findPage' || method === 'load' || method === 'loadPages' ? [] : [method]
}

/**
 * The methods of the document service that each action of a core controller calls, by default with `status:
 * 'published'`. An action of a single type first finds the document with the query engine.
 */
export const CORE_CALLS: Readonly<
  Record<'collectionType' | 'singleType', Readonly<Record<string, readonly string[]>>>
> = {
  collectionType: {
    find: ['findMany', 'count'],
    findOne: ['findOne'],
    create: ['create'],
    update: ['update'],
    delete: ['delete'],
  },
  singleType: { find: ['findFirst'], update: ['update'], delete: ['delete'] },
}

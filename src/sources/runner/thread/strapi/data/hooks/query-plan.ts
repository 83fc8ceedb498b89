/**
 * Plans the lifecycle events for calls of the query engine. Except for the `FindOne` events of a write, `event.params`
 * is the argument of the call.
 */
import { omitBy } from 'es-toolkit/compat'
import type { MemberMap } from '../../core-parts.ts'
import { lifecycleEvents } from '../../lifecycle-events.ts'
import type { KnownRow } from '../../lifecycle-steps.ts'
import { isRecord, listOf, memberOf, recordOf, valueAt } from '../../values.ts'
import type { CallServer, DataCall } from '../server-calls.ts'
import { earlySteps, type HookedModel, type MakePlan, stepsBeforeRead, suffixOf } from './plan.ts'

const NAMING: readonly string[] = ['update', 'delete']

export const queryPlan: MakePlan = async (call, model, send) => {
  const { method } = call
  const row = NAMING.includes(method) ? await firstRow(call, send) : undefined
  const steps = lifecycleEvents({ service: 'query', method, args: [] }, worldOf(model, row))
  const [given, ...more] = call.args
  const params = recordOf(given ?? {})
  const stamps = stamped(method, params)
  const isRead = steps.every(({ action }) => /FindOne|FindMany|Count/.test(action))
  return {
    steps,
    early: isRead ? stepsBeforeRead(steps) : earlySteps(steps),
    params: ({ action }) => (isRead || suffixOf(action) !== 'FindOne' ? params : { where: { id: row?.id } }),
    known: () => null,
    call: () => ({ ...call, args: [stamps.without(params), ...more] }),
    result: ({ action }, value) => {
      if (method === 'findWithCount') return listOf(value)[suffixOf(action) === 'Count' ? 1 : 0]
      if (method !== 'findPage') return value
      return suffixOf(action) === 'Count'
        ? valueAt(value, ['pagination', 'total'])
        : memberOf(value, 'results')
    },
  }
}

const worldOf = ({ draftAndPublish }: HookedModel, row: KnownRow | undefined) => ({
  ...{ draftAndPublish, hasComponents: false, locale: null, exists: row !== undefined },
  rows: row === undefined ? [] : [row],
})

async function firstRow({ uid, args }: DataCall, send: CallServer): Promise<KnownRow | undefined> {
  const { where } = recordOf(args[0])
  if (!isRecord(where) || Object.keys(where).length === 0) return undefined
  const found = await send({
    ...{ service: 'query', uid, method: 'findOne' },
    args: [{ where, select: ['id'] }],
  })
  const id = memberOf(found, 'id')
  return typeof id === 'number' ? { id, status: 'published', locale: null } : undefined
}

/**
 * Adds timestamps to the data of a call, because lifecycle hooks in Strapi see timestamps. The returned function
 * `without` removes the added timestamps, because the server sets its own timestamps.
 */
function stamped(method: string, params: MemberMap): { readonly without: (params: MemberMap) => MemberMap } {
  const now = new Date()
  const names = STAMPS[method] ?? []
  const isNew = method !== 'update'
  const items = Array.isArray(params['data']) ? listOf(params['data']) : [params['data']]
  for (const item of items.filter(isRecord))
    for (const name of names) if (!isNew || item[name] === undefined) item[name] = now
  const bare = (item: unknown): unknown => (isRecord(item) ? omitBy(item, (value) => value === now) : item)
  return {
    without: ({ data, ...rest }) => {
      if (names.length === 0 || data === undefined)
        return { ...rest, ...(data === undefined ? {} : { data }) }
      return { ...rest, data: Array.isArray(data) ? listOf(data).map(bare) : bare(data) }
    },
  }
}

const STAMPS: Readonly<Record<string, readonly string[]>> = {
  create: ['createdAt', 'updatedAt'],
  createMany: ['createdAt', 'updatedAt'],
  update: ['updatedAt'],
}

/** Plans the lifecycle events for reads of the document service, and for `findPage` of the entity service. */
import { isEqual, mapKeys } from 'es-toolkit/compat'
import type { MemberMap } from '../../core-parts.ts'
import { lifecycleEvents } from '../../lifecycle-events.ts'
import { memberOf, recordOf, valueAt } from '../../values.ts'
import { plainJson } from '../plain.ts'
import { callText, type DataCall } from '../server-calls.ts'
import { type HookedModel, type MakePlan, stepsBeforeRead, suffixOf as suffix } from './plan.ts'

/**
 * The names of parameters of the document service, each with the different name of the same parameter in the query
 * engine.
 */
const NAMES: Readonly<Record<string, string>> = {
  filters: 'where',
  sort: 'orderBy',
  fields: 'select',
  start: 'offset',
}
const BACK: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(NAMES).map(([document, query]) => [query, document]),
)

const renamed = (members: MemberMap, names: Readonly<Record<string, string>>): MemberMap =>
  mapKeys(members, (_, name) => (Object.hasOwn(names, name) ? (names[name] ?? name) : name))

/** Returns the facts on which the lifecycle events of a read depend: properties of the content type, but no rows. */
const worldOf = ({ draftAndPublish }: HookedModel) => ({
  ...{ draftAndPublish, hasComponents: false, locale: null },
  ...{ rows: [], exists: true },
})

export const readPlan: MakePlan = async (call, model) => {
  const { service, method } = call
  const steps = lifecycleEvents({ service, method, args: [] }, worldOf(model))
  const given = paramsOf(call, model)
  return {
    ...{ steps, early: stepsBeforeRead(steps), params: () => given.params, known: () => undefined },
    call: () => ({ ...call, args: given.args() }),
    result: ({ action }, value) => {
      if (method !== 'findPage') return value
      return suffix(action) === 'Count' ? valueAt(value, ['pagination', 'total']) : memberOf(value, 'results')
    },
  }
}

interface ReadParams {
  /** The value of `event.params`. Lifecycle hooks may change the object `event.params`. */
  readonly params: MemberMap
  /** Makes the arguments of the call, including the changes by lifecycle hooks. */
  readonly args: () => readonly unknown[]
}

function paramsOf(call: DataCall, model: HookedModel): ReadParams {
  const [given, ...more] = call.args
  const { documentId, status, locale, ...rest } = recordOf(given)
  const own = renamed(rest, NAMES)
  const added = {
    ...(model.draftAndPublish
      ? { publishedAt: status === 'published' ? { $notNull: true } : { $null: true } }
      : {}),
    ...(model.localized && locale !== undefined && locale !== '*' ? { locale } : {}),
    ...(documentId === undefined ? {} : { documentId }),
  }
  const params: MemberMap = { ...own, where: { ...added, ...recordOf(own['where']) } }
  const before = plainJson(params, callText(call))
  return {
    params,
    args: () => {
      if (isEqual(before, plainJson(params, callText(call)))) return call.args
      const { where, ...changed } = params
      const filters = withoutAdded(recordOf(where), recordOf(own['where']), added)
      const kept = {
        ...(documentId === undefined ? {} : { documentId }),
        ...(status === undefined ? {} : { status }),
      }
      return [
        { ...kept, ...(locale === undefined ? {} : { locale }), ...renamed(changed, BACK), filters },
        ...more,
      ]
    },
  }
}

/**
 * Returns the filters for the call: the value of `where` in the event, without the conditions that the plan added
 * for the event.
 */
const withoutAdded = (where: MemberMap, own: MemberMap, added: MemberMap): MemberMap =>
  Object.fromEntries(
    Object.entries(where).filter(
      ([name, value]) =>
        Object.hasOwn(own, name) || !Object.hasOwn(added, name) || !Object.is(value, added[name]),
    ),
  )

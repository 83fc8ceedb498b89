/** Runs the project's lifecycle hooks before and after a call to the server. */
import type { MemberMap } from '../core-parts.ts'
import type { LifecycleStep } from '../lifecycle-steps.ts'
import { isRecord, memberOf, recordOf } from '../values.ts'
import { type HookedModel, isBefore, type MakePlan, type Plan, rowKey, suffixOf } from './hooks/plan.ts'
import { queryPlan } from './hooks/query-plan.ts'
import { readPlan } from './hooks/read-plan.ts'
import { writePlan } from './hooks/write-plan.ts'
import { withHashedPasswords } from './passwords.ts'
import type { CallServer, DataCall } from './server-calls.ts'
import type { HookStates, Subscribers } from './subscribers.ts'
import type { Transactions } from './transactions.ts'

export interface HookedCalls {
  readonly subscribers: Subscribers
  readonly modelOf: (uid: string) => HookedModel | undefined
  readonly call: CallServer
  readonly transactions: Transactions
}

/**
 * Wraps the function `send`, so that the lifecycle hooks of a call run before and after the call is sent to the
 * server. The hooks may change the arguments and the result of a call.
 */
export function hookedCalls({ subscribers, modelOf, call: send, transactions }: HookedCalls): CallServer {
  const run = async (call: DataCall, model: HookedModel): Promise<unknown> => {
    const make = planOf(call)
    if (make === undefined || !subscribers.concernType(call.uid)) return send(call)
    // If a lifecycle hook fails, the transaction undoes the writes of the call and of earlier hooks.
    const work = async (): Promise<unknown> =>
      publishesToo(call, model)
        ? written(call, (part) => run(part, model))
        : follow(await make(call, model, send), call.uid, { subscribers, send })
    return make === writePlan ? transactions.run(work) : work()
  }
  return async (call) => {
    const model = modelOf(call.uid)
    return model === undefined ? send(call) : run(await withHashedPasswords(call, model.attributes), model)
  }
}

const WRITES: readonly string[] = [
  'create',
  'update',
  'delete',
  'clone',
  'publish',
  'unpublish',
  'discardDraft',
]

/**
 * Selects the function that plans the lifecycle events of a call. Of the entity service's methods, only `findPage`
 * has a plan of its own. The other methods of the entity service call the document service, and these calls have
 * their own plans.
 */
function planOf({ service, method }: DataCall): MakePlan | undefined {
  switch (service) {
    case 'documents':
      return WRITES.includes(method) ? writePlan : readPlan
    case 'query':
      return queryPlan
    case 'entity':
      return method === 'findPage' ? readPlan : undefined
  }
}

const publishesToo = ({ service, method, args }: DataCall, { draftAndPublish }: HookedModel): boolean =>
  service === 'documents' &&
  draftAndPublish &&
  (method === 'create' || method === 'update') &&
  memberOf(args[0], 'status') === 'published'

/** Writes the draft first and then publishes the draft, as Strapi does. */
async function written(call: DataCall, run: (part: DataCall) => Promise<unknown>): Promise<unknown> {
  const { status: _, ...params } = recordOf(call.args[0])
  const draft = await run({ ...call, args: [{ ...params, status: 'draft' }] })
  if (!isRecord(draft)) return draft
  const { data: __, ...rest } = params
  const documentId = draft['documentId'] ?? params['documentId']
  const published = await run({
    ...call,
    method: 'publish',
    args: [{ ...rest, status: 'published', documentId }],
  })
  const [entry] = Object(memberOf(published, 'entries'))
  return entry
}

interface Open {
  readonly params: MemberMap
  readonly states: HookStates
}

/** Fires the first `early` lifecycle events of a plan, sends the call, and then fires the remaining events. */
async function follow(
  plan: Plan,
  uid: string,
  { subscribers, send }: { readonly subscribers: Subscribers; readonly send: CallServer },
): Promise<unknown> {
  const open = new Map<string, Open>()
  /**
   * Fires one lifecycle event. The parameter `answer` is the server's answer to the call; undefined before the call.
   */
  const fire = async (step: LifecycleStep, answer?: unknown): Promise<void> => {
    const key = keyOf(step)
    if (isBefore(step)) {
      const params = plan.params(step, answer)
      open.set(key, { params, states: await subscribers.run(step.action, uid, { params }, new Map()) })
      return
    }
    const { params, states } = open.get(key) ?? { params: {}, states: new Map() }
    const result = answer === undefined ? plan.known(step) : plan.result(step, answer)
    await subscribers.run(step.action, uid, { params, result }, states)
  }
  for (const step of plan.steps.slice(0, plan.early)) await fire(step)
  const value = (await send(plan.call())) ?? null
  for (const step of plan.steps.slice(plan.early)) await fire(step, value)
  return value
}

const keyOf = ({ action, on, params }: LifecycleStep): string =>
  `${suffixOf(action)} ${rowKey(on)} ${JSON.stringify(params)}`

/** Makes the registry of policies. A short name of a policy refers to the API or plugin to which the route belongs. */
import { isCallable, isRecord, memberOf, textOf } from '../values.ts'
import { createValueRegistry, type Registry } from './registry.ts'

interface Space {
  readonly pluginName?: string
  readonly apiName?: string
}

export interface Policies extends Omit<Registry, 'get'> {
  readonly get: (name: string, space?: Space) => unknown
  readonly has: (name: string, space?: Space) => boolean
  /** Finds the policies that the configuration of a route names. @throws Error if a policy is not registered. */
  readonly resolve: (
    config: unknown,
    space?: Space,
  ) => readonly { readonly handler: unknown; readonly config: unknown }[]
}

export function createPolicies(): Policies {
  const base = createValueRegistry('Policy')
  const find = (name: string, { pluginName, apiName }: Space = {}): unknown => {
    const found = base.get(name)
    if (found !== undefined) return found
    if (pluginName !== undefined) return base.get(`plugin::${pluginName}.${name}`)
    return apiName === undefined ? undefined : base.get(`api::${apiName}.${name}`)
  }
  const handlerOf = (item: unknown, space?: Space): unknown => {
    const name = textOf(item) ?? textOf(memberOf(item, 'name')) ?? String(item)
    const policy = find(name, space)
    if (policy === undefined) throw new Error(`Policy ${name} not found.`)
    if (isCallable(policy)) return policy
    const validator = memberOf(policy, 'validator')
    if (isCallable(validator)) validator(configOf(item))
    return memberOf(policy, 'handler')
  }
  return {
    ...base,
    get: find,
    has: (name, space) => find(name, space) !== undefined,
    resolve: (config, space) =>
      (Array.isArray(config) ? config : [config]).map((item) => ({
        handler: handlerOf(item, space),
        config: configOf(item),
      })),
  }
}

const configOf = (item: unknown): object => {
  const config = isRecord(item) ? item['config'] : undefined
  return isRecord(config) ? config : {}
}

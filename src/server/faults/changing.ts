/** Fault injection with rules that can change between requests. */
import type { ApiRequest } from '../../reference/api.ts'
import { faultInjector, type InjectedFault } from './faults.ts'
import type { Delay, Rule } from './rule.ts'

export interface ReplaceableFaults {
  readonly meet: (request: ApiRequest) => InjectedFault | undefined
  /** Replaces the rules and resets all counters. */
  readonly use: (rules: readonly Rule[]) => void
}

export function replaceableFaults(
  first: readonly Rule[],
  given: { readonly delay?: Delay; readonly seed: number },
): ReplaceableFaults {
  let current = faultInjector({ rules: first, ...given })
  return {
    meet: (request) => current.meet(request),
    use: (rules) => {
      current = faultInjector({ rules, ...given })
    },
  }
}

/** Fault injection with rules that can change between requests. */
import type { ApiRequest } from '../../reference/api.ts'
import type { Json } from '../../util/json.ts'
import { faultInjector, type InjectedFault } from './faults.ts'
import type { Delay, Rule } from './rule.ts'

export interface ReplaceableFaults {
  readonly meet: (request: ApiRequest) => InjectedFault | undefined
  /** Replaces the rules and resets all counters. `written` is what `written()` returns. */
  readonly use: (rules: readonly Rule[], written?: Json) => void
  /** The rules as they were written. */
  readonly written: () => Json
}

export function replaceableFaults(
  first: { readonly rules: readonly Rule[]; readonly written: Json },
  given: { readonly delay?: Delay; readonly seed: number },
): ReplaceableFaults {
  let { written } = first
  let current = faultInjector({ rules: first.rules, ...given })
  return {
    meet: (request) => current.meet(request),
    written: () => written,
    use: (rules, json = []) => {
      written = json
      current = faultInjector({ rules, ...given })
    },
  }
}

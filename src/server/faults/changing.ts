/** Fault injection with rules that can change between requests. */
import type { ApiRequest } from '../../reference/api.ts'
import type { Json } from '../../util/json.ts'
import { faultInjector, type InjectedFault } from './faults.ts'
import type { Delay, Rule } from './rule.ts'

export interface ReplaceableFaults {
  readonly meet: (request: ApiRequest) => InjectedFault | undefined
  /** Replaces the rules and resets all counters. `written` is the JSON of the rules. */
  readonly use: (rules: readonly Rule[], written?: Json) => void
  /** The current rules as JSON, as the user wrote them. */
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

/** Fault injection with rules that can change between requests, for all worlds or for one world. */
import type { ApiRequest } from '../../reference/api.ts'
import type { Json } from '../../util/json.ts'
import { type FaultInjector, faultInjector, type InjectedFault } from './faults.ts'
import type { Delay, Rule } from './rule.ts'

export interface ReplaceableFaults {
  /**
   * Returns the fault to inject into a request to a world. The rules for this world take precedence over the rules for
   * all worlds.
   */
  readonly meet: (request: ApiRequest, world: string) => InjectedFault | undefined
  /**
   * Replaces the fault rules for one world, or the rules for all worlds, and resets the counters of the rules. Returns
   * false, and changes nothing, if the rules for single worlds would take too much memory. The parameter `written` is
   * the JSON of the rules.
   */
  readonly use: (rules: readonly Rule[], written?: Json, world?: string) => boolean
  /** Returns the current fault rules for one world, or for all worlds, as the JSON that the user wrote. */
  readonly written: (world?: string) => Json
}

interface Rules {
  readonly written: Json
  readonly injector: FaultInjector
  /** The number of characters of the fault rules as JSON. */
  readonly size: number
}

/** The maximum number of characters of the fault rules for single worlds, in all of these worlds together. */
const MOST_CHARACTERS = 16 * 1024 * 1024

export function replaceableFaults(
  first: { readonly rules: readonly Rule[]; readonly written: Json },
  given: { readonly delay?: Delay; readonly seed: number },
): ReplaceableFaults {
  const made = (rules: readonly Rule[], written: Json, size = 0): Rules => ({
    written,
    injector: faultInjector({ rules, ...given }),
    size,
  })
  let common = made(first.rules, first.written)
  const worlds = new Map<string, Rules>()
  let held = 0
  const useIn = (world: string, rules: readonly Rule[], written: Json): boolean => {
    const size = rules.length === 0 ? 0 : JSON.stringify(written).length
    const after = held - (worlds.get(world)?.size ?? 0) + size
    if (size > 0 && after > MOST_CHARACTERS) return false
    held = after
    if (size === 0) worlds.delete(world)
    else worlds.set(world, made(rules, written, size))
    return true
  }
  return {
    meet: (request, world) => common.injector.meet(request, worlds.get(world)?.injector.ruleOf(request)),
    written: (world) => (world === undefined ? common.written : (worlds.get(world)?.written ?? [])),
    use: (rules, written = [], world) => {
      if (world !== undefined) return useIn(world, rules, written)
      common = made(rules, written)
      return true
    },
  }
}

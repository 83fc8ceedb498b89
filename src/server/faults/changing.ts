/** Trouble whose rules may be others from one request to the next. */
import type { ApiRequest } from '../../reference/api.ts'
import { type Trouble, troubles } from './faults.ts'
import type { Delay, Rule } from './rule.ts'

export interface ChangingTroubles {
  readonly meet: (request: ApiRequest) => Trouble | undefined
  /** Counting begins anew. */
  readonly use: (rules: readonly Rule[]) => void
}

export function changingTroubles(
  first: readonly Rule[],
  given: { readonly delay?: Delay; readonly seed: number },
): ChangingTroubles {
  let current = troubles({ rules: first, ...given })
  return {
    meet: (request) => current.meet(request),
    use: (rules) => {
      current = troubles({ rules, ...given })
    },
  }
}

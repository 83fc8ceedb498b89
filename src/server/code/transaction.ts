/** Runs transactions of project code. A failed transaction restores the earlier state of the world. */
import type { ServiceCall, ServiceResult } from '../../sources/runner/protocol.ts'
import type { Savepoint, ServedWorld } from '../world.ts'

type HostCall = Exclude<ServiceCall, { readonly service: 'core' | 'caller' }>

const DONE: ServiceResult = { ok: true, value: undefined }

/**
 * Creates the function that answers the service calls of the project's code during one request. A nested transaction
 * is part of the outer transaction. A rollback has no effect if another request wrote during the transaction, because
 * the rollback would undo that write too.
 */
export function transactedCalls(world: ServedWorld): (asked: HostCall) => ServiceResult {
  let depth = 0
  let begun: Savepoint = world.savepoint()
  /** The graph after the latest call of this request. */
  let own = begun.graph
  let isAlone = true
  return (asked) => {
    if (asked.service !== 'transaction') {
      if (world.graph !== own) isAlone = false
      const result = world.call(asked)
      own = world.graph
      return result
    }
    switch (asked.step) {
      case 'begin':
        depth++
        if (depth > 1) return DONE
        begun = world.savepoint()
        own = begun.graph
        isAlone = true
        return DONE
      case 'commit':
        depth = Math.max(0, depth - 1)
        return DONE
      case 'rollback':
        depth = 0
        if (isAlone && world.graph === own) world.restore(begun)
        own = world.graph
        return DONE
    }
  }
}

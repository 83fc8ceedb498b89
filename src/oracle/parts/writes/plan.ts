/** Plans the writes to a target, so that the user can see the plan before the check sends a request. */

import { isReading } from '../../target/wire.ts'
import { MAX_WRITES } from '../../writes/generate/generate.ts'
import { sequencesFor } from '../../writes/generate/sequences.ts'
import { isNamed } from '../choice.ts'
import type { CheckSettings } from '../options.ts'
import { MAX_TRIES_IN_ALL } from './player.ts'
import type { WritePlan } from './write-plan.ts'

/** The number of reads that the plan counts for the verification of each write. */
const READ_BACK = 4
/** The number of requests that the plan counts for the deletion of each created document. */
const TAKEN_AWAY = 7

export function writePlan({ sessions, runs, reload, choice }: CheckSettings): WritePlan {
  const played = sessions.filter(({ isLoaded }) => !isLoaded || reload !== undefined)
  const own = played.flatMap(({ steps }) => steps)
  const sequences = isNamed(choice) ? 0 : sequencesFor(runs)
  const writes = own.filter((step) => !isReading(step)).length + sequences * MAX_WRITES
  const made = own.filter(({ method }) => method === 'POST').length + (sequences * MAX_WRITES) / 2
  return {
    sessions: played.length,
    sequences,
    requests: Math.ceil(own.length + sequences * MAX_WRITES + writes * READ_BACK + made * TAKEN_AWAY),
    more: MAX_TRIES_IN_ALL,
    reloads: reload === undefined ? 0 : played.filter(({ isLoaded }) => isLoaded).length,
  }
}

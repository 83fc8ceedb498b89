/** Estimates how many requests a run sends and how many bytes it receives, before the run begins. */
import * as fc from 'fast-check'
import { liveLaws } from '../../../properties/laws/laws.ts'
import { isStress } from '../exchange/load.ts'
import { requests } from '../requests/requests.ts'
import { requestOf } from '../suite/request.ts'
import { onWire } from '../target/wire.ts'
import { sequencesFor } from '../writes/generate/sequences.ts'
import type { Budget } from './options.ts'
import type { Run } from './run.ts'
import { writePlan } from './writes/plan.ts'

/**
 * The size of the sample from which a run estimates the bytes of its answers: about this number of suite requests,
 * and at most this number of generated requests.
 */
const SAMPLES = 60

/** Counts the requests of a run, and estimates the bytes of its answers from a sample of the requests. */
export function budgetOf({ settings, session }: Run): Budget {
  const { sessions } = settings
  const { cases, runs, seed, laws, graph, generate, choice } = settings
  const step = Math.max(1, Math.floor(cases.length / SAMPLES))
  const suite = cases.filter((_one, at) => at % step === 0).map(requestOf)
  const generated = fc.sample(requests(graph, generate), { seed, numRuns: Math.min(runs, SAMPLES) })
  const lengthOf = (sample: readonly Parameters<typeof onWire>[0][]): number => {
    const wired = sample.map(onWire)
    const asked = wired.map((request) => ({ request, referenced: session.reference.ask(request) }))
    const sent = asked.filter(({ request, referenced }) => !isStress(request, referenced))
    return sent.reduce((sum, { referenced }) => sum + referenced.length, 0) / Math.max(1, sample.length)
  }
  const lawRuns = laws ? Math.max(runs, liveLaws.length) : 0
  const bytes = cases.length * lengthOf(suite) + (runs + lawRuns) * lengthOf(generated)
  const writes = settings.writes ? writePlan(settings).requests : 0
  return {
    requests: cases.length + runs + lawRuns + writes + (choice.replays?.length ?? 0),
    bytes: Math.round(bytes),
    parts: [
      { part: 'suite', of: cases.length },
      { part: 'generated', of: runs },
      { part: 'laws', of: laws ? liveLaws.length : 0 },
      { part: 'writes', of: settings.writes ? sessions.length + sequencesFor(runs) : 0 },
    ],
  }
}

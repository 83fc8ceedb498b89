/** Converts a law to a property of fast-check. */
import * as fc from 'fast-check'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { Ask } from '../arbitraries/request.ts'
import { type Experiment, type ExperimentInput, experimentInputs, type LiveLaw } from '../laws/law.ts'
import type { Server, ServerOrigin } from '../server.ts'
import { comparedIn } from './compared.ts'
import { type ExperimentRun, tryExperiment } from './experiment.ts'
import { experimentOf, fail } from './law.ts'
import { exchanges, faultLines, LOCAL, MOST_LINES } from './report.ts'
import { fullSettings, type LawSettings } from './settings.ts'

/** The settings of the check of a law, without the settings that are parameters of `fc.assert`. */
export interface PropertySettings
  extends Omit<LawSettings, 'runs' | 'seed' | 'path' | 'bias' | 'enough' | 'shrinkRequests'> {}

/**
 * The input of an experiment. fast-check prints the input as the schema, the requests and the answers of the experiment.
 */
export interface PrintedInput extends ExperimentInput {
  readonly [fc.toStringMethod]: () => string
}

/**
 * Converts a law to a property for `fc.assert`, which takes `seed`, `path`, `numRuns` and `examples` as usual. The
 * report of fast-check prints a counterexample as the schema, the requests as `curl` lines, and the answers.
 *
 * ```ts
 * await fc.assert(asProperty(law, server, graph), { numRuns: 50, examples: [[exampleOf(ask)]] })
 * ```
 */
export function asProperty(
  law: LiveLaw,
  server: Server,
  graph: Graph,
  { origin = server.origin ?? LOCAL, ...settings }: PropertySettings = {},
): fc.IAsyncProperty<[ExperimentInput]> {
  const { allows, limited } = fullSettings(settings)
  const inputs: fc.Arbitrary<ExperimentInput> = experimentInputs.map((raw) => printed(limited(raw)))
  return fc.asyncProperty(inputs, async (input) => {
    const experiment = experimentOf(law, graph, input)
    const trial =
      experiment !== undefined && allows(experiment.requests)
        ? await tryExperiment(law, experiment, server, { allows })
        : undefined
    texts.set(input, () => textOf(law, experiment, trial, graph, origin))
    fail(trial?.fault === undefined ? undefined : `${law.id} does not hold: ${law.says}\n${trial.fault}`)
  })
}

/** The functions that print an input, by the input, for the inputs whose experiment ran. */
const texts = new WeakMap<ExperimentInput, () => string>()

function printed(raw: ExperimentInput, note = ''): PrintedInput {
  const input: PrintedInput = {
    ...raw,
    [fc.toStringMethod]: () => `${note}${texts.get(input)?.() ?? 'not requested yet'}`,
  }
  return input
}

/** The number of lines that `fc.assert` prints around a counterexample. */
const FRAME_LINES = 3

function textOf(
  law: LiveLaw,
  experiment: Experiment | undefined,
  trial: ExperimentRun | undefined,
  graph: Graph,
  origin: ServerOrigin,
): string {
  if (trial === undefined || experiment === undefined) return 'nothing to request'
  const { fault, requests, replies } = trial
  const head = fault === undefined ? [] : faultLines(law, fault)
  const compared = fault === undefined ? [] : comparedIn(experiment.judge, replies, fault)
  const most = MOST_LINES - head.length - FRAME_LINES
  return ['', ...head, ...exchanges({ requests, replies, compared, graph }, origin, most)].join('\n')
}

/**
 * The note that the report prints for a failed example. fast-check cannot shrink an example, because an example lacks
 * the dice of a generated request.
 */
const NOTE = 'an example, which is never made smaller'

/**
 * Makes the input of an experiment from one request, for the option `examples` of `fc.assert`.
 *
 * ```ts
 * const [ask] = fc.sample(asksFor(graph), 1)
 * await fc.assert(asProperty(law, server, graph), { examples: [[exampleOf(ask)]] })
 * ```
 */
export const exampleOf = (ask: Ask): ExperimentInput =>
  printed({ ask: () => ask, other: () => ask, more: [], dice: [] }, NOTE)

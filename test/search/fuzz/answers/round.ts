/**
 * Runs one round: a check of a hostile server, which the seed of the round determines. The judge then inspects the
 * report of the check in every format.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Roll } from '../../../../properties/arbitraries/dice.ts'
import {
  type CheckOptions,
  checkTarget,
  FORMAT_NAMES,
  freeze,
  type Report,
  readKnownFailures,
  type SuiteCase,
  terminalReport,
  writeKnownFailures,
  writeReport,
} from '../../../../src/oracle/index.ts'
import { createReferenceApi } from '../../../../src/reference/api.ts'
import type { Graph } from '../../../../src/reference/graph/graph.ts'
import { decisions } from '../chance.ts'
import { reportFault } from './judge.ts'
import { anyCharacter, anyTarget, type Character } from './target.ts'

/** A dataset and its cases, which a round uses for a check. */
export interface Ground {
  readonly graph: Graph
  readonly cases: readonly SuiteCase[]
}

export interface AnswersRound {
  readonly seed: number
  readonly character: Character
  /** The number of requests that the checked server received. */
  readonly asked: number
  /** The report; undefined if the check threw an exception. */
  readonly report: Report | undefined
  readonly faults: readonly string[]
}

/** Only one in this number of rounds also checks the laws, because the laws need thousands of requests. */
export const LAWS_EVERY = 50

/** The maximum number of requests in one round; a check that does not end would send far more. */
const MAX_REQUESTS = 100_000

/** Runs a round; the same seed and dataset give the same round. */
export async function answersRound(seed: number, { graph, cases }: Ground): Promise<AnswersRound> {
  const roll = decisions(seed)
  const character = anyCharacter(roll)
  const target = anyTarget(createReferenceApi(graph), seed, character)
  const options = anyOptions(seed, roll, { graph, cases })
  const result = (report: Report | undefined, faults: readonly string[]): AnswersRound => ({
    seed,
    character,
    asked: target.asked(),
    report,
    faults,
  })
  try {
    const report = await checkTarget(target, {
      ...options,
      ...(roll.chance(5) ? { reload: async () => target } : {}),
    })
    const faults = [...reportFaults(report), ...(roll.chance(20) ? fileFaults(report) : [])]
    return result(
      report,
      target.asked() > MAX_REQUESTS ? [...faults, `asked ${target.asked()} times`] : faults,
    )
  } catch (error) {
    return result(undefined, [
      `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ])
  }
}

const anyOptions = (seed: number, roll: Roll, { graph, cases }: Ground): CheckOptions => ({
  graph,
  seed,
  suite: roll.some(cases, 10),
  runs: roll.upTo(5),
  causes: roll.upTo(2),
  laws: seed % LAWS_EVERY === 0,
  bail: roll.chance(10),
  ids: roll.pick(['mapped', 'mapped', 'exact', 'ignore']),
  times: roll.pick(['shape', 'shape', 'exact']),
  errors: roll.pick(['exact', 'exact', 'name']),
  methods: roll.pick(['reading', 'all']),
  concurrency: 1 + roll.upTo(3),
})

function reportFaults(report: Report): readonly string[] {
  const texts: readonly (readonly [string, string])[] = [
    ['terminal', terminalReport(report)],
    ...FORMAT_NAMES.map((format) => [format, writeReport(format, report)] as const),
  ]
  return texts.flatMap(([format, text]) => {
    const fault = reportFault(format, text)
    return fault === undefined ? [] : [`${format}: ${fault}`]
  })
}

/** Checks that the known failures of a report can be written and read, and that freezing its cases twice adds none. */
function fileFaults(report: Report): readonly string[] {
  const dir = mkdtempSync(join(tmpdir(), 'populace-answers-'))
  try {
    const [known, frozen] = [join(dir, 'known.json'), join(dir, 'frozen.json')]
    writeKnownFailures(known, [], report.causes)
    freeze(frozen, report)
    freeze(frozen, report)
    const reasons = readKnownFailures(known)
    const ids: readonly string[] = JSON.parse(readFileSync(frozen, 'utf8')).cases.map(
      ({ id }: SuiteCase) => id,
    )
    const isTwice = new Set(ids).size < ids.length
    return [
      ...(reasons.length === 0 && report.causes.length > 0 ? ['no failure is known'] : []),
      ...(isTwice ? ['a case was kept twice'] : []),
    ]
  } finally {
    rmSync(dir, { recursive: true })
  }
}

/** Formats a failed round with the command that reproduces it. */
export const formatAnswersRound = ({ seed, character, asked, faults }: AnswersRound): string =>
  [
    ...faults,
    `  target  ${JSON.stringify(character)}, asked ${asked} times`,
    `  again   npm run search -- fuzz-check --seed ${seed} --rounds 1`,
  ].join('\n')

/** Converts a report to a flat list of tests, for output formats such as JUnit and TAP that have only tests. */
import type { Cause } from '../causes/cause.ts'
import type { Example } from '../causes/example.ts'
import type { LawLine } from '../causes/results.ts'
import { isCounted, type Report } from './report.ts'
import {
  answerLines,
  curlLines,
  misreadingOf,
  originText,
  otherLines,
  pathText,
  ruleLine,
  sidesOf,
  switchLines,
  tokenLines,
} from './texts.ts'

export interface TestLine {
  readonly group: string
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'known' | 'skipped'
  /** The reason why the test failed, was skipped or is known to fail; empty if the test passed. */
  readonly message: string
  readonly details: readonly string[]
  /**
   * The response time of the target for a suite case, in milliseconds; undefined for every other test, and for a suite
   * case that was not run.
   */
  readonly milliseconds?: number | undefined
}

/**
 * Returns one test for each suite case, each cause with wrong answers to generated requests, each law, and each known
 * failure that passed. One more test counts the generated requests with right answers.
 */
export function testLines(report: Report): readonly TestLine[] {
  const { causes, unexpectedPasses, failOn } = report
  const right = report.matrix.reduce((sum, { columns }) => sum + columns.generated.passed, 0)
  const name = `${right} generated requests answered correctly, seed ${report.seed}`
  return [
    ...caseTests(report),
    ...(right > 0 ? [{ ...PASS, group: 'generated', name }] : []),
    ...causes.filter(({ count, cases }) => count > cases.length).map((cause) => causeTest(cause, report)),
    ...report.laws.map((law) => lawTest(law, report)),
    ...unexpectedPasses.map(
      (known): TestLine => ({
        group: 'known failures',
        name: known,
        outcome: failOn === 'MAY' ? 'failed' : 'known',
        message: 'listed as a known failure, but passes',
        details: [],
      }),
    ),
  ]
}

function caseTests(report: Report): readonly TestLine[] {
  const byCase = new Map(report.causes.flatMap((cause) => cause.cases.map((id) => [id, cause] as const)))
  return report.cases.map(({ id, name, feature, level, outcome, note, example, milliseconds }) => {
    const cause = byCase.get(id)
    const details = cause === undefined || example === undefined ? [] : detailsOf(cause, example, report)
    const message = cause?.knownBecause ?? cause?.title ?? note ?? ''
    const line = {
      group: `${level} ${feature}`,
      name: `${id}: ${name}`,
      outcome,
      message,
      details,
      milliseconds,
    }
    return outcome === 'failed' && !isCounted(cause?.level ?? level, report) ? below(line, report) : line
  })
}

function causeTest(cause: Cause, report: Report): TestLine {
  const { key, title, level, knownBecause } = cause
  const line = {
    group: 'generated',
    name: key,
    message: knownBecause ?? title,
    details: causeDetails(cause, report),
  }
  if (knownBecause !== undefined) return { ...line, outcome: 'known' }
  const failed: TestLine = { ...line, outcome: 'failed' }
  return isCounted(level, report) ? failed : below(failed, report)
}

function lawTest({ id, says, outcome, note }: LawLine, { failOn }: Report): TestLine {
  const line = { group: 'laws', name: `${id}: ${says}`, details: [] }
  if (outcome === 'skipped') return { ...line, outcome: 'skipped', message: `not tested: ${note ?? ''}` }
  return {
    ...line,
    outcome: outcome === 'failed' && failOn !== 'MAY' ? 'known' : outcome,
    message: note ?? '',
  }
}

/** Marks a failed test as known, because its level is too low to fail the check. */
const below = (line: TestLine, { failOn }: Report): TestLine => ({
  ...line,
  outcome: 'known',
  message: `below ${failOn}, the level that fails the check: ${line.message}`,
})

const PASS = { outcome: 'passed', message: '', details: [] } as const

/** Returns the details of a cause, one line of text per detail. */
export const causeDetails = (cause: Cause, report: Report): readonly string[] => [
  ...detailsOf(cause, cause.example, report),
  `differences with this cause: ${cause.count}`,
]

/** Returns the details of one finding and of its cause, with one line of text for each detail. */
function detailsOf(cause: Cause, example: Example, report: Report): readonly string[] {
  const { switches } = cause
  const sides = sidesOf(example)
  const rule = ruleLine(cause)
  const misread = misreadingOf(cause)
  return [
    ...(rule === undefined ? [] : [`rule: ${rule}`]),
    ...(misread === undefined ? [] : [`misread: ${misread}`]),
    ...(cause.only === undefined ? [] : [`only: ${cause.only}`]),
    ...curlLines(example, report).map((text) => `request: ${text}`),
    ...answerLines(example).map((text) => `with: ${text}`),
    ...tokenLines({ tokens: report.tokens, causes: [cause] }).map((text) => `with: ${text}`),
    `differs: ${pathText(example)}`,
    `expected: ${sides.expected}`,
    `got: ${sides.got}`,
    ...(sides.words === undefined ? [] : [`words: ${sides.words}`]),
    ...otherLines(example).map((text) => `besides: ${text}`),
    ...switchLines(switches).map((line) => `why: the target ${line}`),
    `again: ${originText(example)}`,
  ]
}

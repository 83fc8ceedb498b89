/** The report as a flat list of tests, for formats that only know tests. */
import type { Cause } from '../causes/cause.ts'
import type { Example } from '../causes/example.ts'
import { isCounted, type Report } from './report.ts'
import {
  answerLines,
  curlLines,
  originText,
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
  /** The reason why it is not a plain pass. */
  readonly message: string
  readonly details: readonly string[]
  /** The response time of the target; undefined without a request, or with several. */
  readonly milliseconds?: number | undefined
}

/** Every suite case, every cause of generated requests, every law, and every known failure that passed. */
export function testLines(report: Report): readonly TestLine[] {
  const { cases, causes, laws, unexpectedPasses } = report
  const compared = report.matrix.reduce((sum, { columns }) => sum + columns.generated.passed, 0)
  const byCase = new Map(causes.flatMap((cause) => cause.cases.map((id) => [id, cause] as const)))
  const generated = causes.filter(({ count, cases: ids }) => count > ids.length)
  return [
    ...cases.map(({ id, name, feature, level, outcome, note, example, milliseconds }): TestLine => {
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
    }),
    ...(compared > 0
      ? [
          {
            ...PASS,
            group: 'generated',
            name: `${compared} generated requests answered rightly, seed ${report.seed}`,
          },
        ]
      : []),
    ...generated.map((cause): TestLine => {
      const line = {
        group: 'generated',
        name: cause.key,
        outcome: cause.knownBecause === undefined ? 'failed' : 'known',
        message: cause.knownBecause ?? cause.title,
        details: causeDetails(cause, report),
      } as const
      return line.outcome === 'failed' && !isCounted(cause.level, report) ? below(line, report) : line
    }),
    ...laws.map(
      ({ id, says, outcome, note }): TestLine => ({
        group: 'laws',
        name: `${id}: ${says}`,
        outcome:
          outcome === 'not looked at'
            ? 'skipped'
            : outcome === 'failed' && report.failOn !== 'MAY'
              ? 'known'
              : outcome,
        message: outcome === 'not looked at' ? `not looked at: ${note ?? ''}` : (note ?? ''),
        details: [],
      }),
    ),
    ...unexpectedPasses.map(
      (name): TestLine => ({
        group: 'known failures',
        name,
        outcome: report.failOn === 'MAY' ? 'failed' : 'known',
        message: 'known to fail, and does not',
        details: [],
      }),
    ),
  ]
}

/** A difference below the level that fails the check, which counts as a known one. */
const below = (line: TestLine, { failOn }: Report): TestLine => ({
  ...line,
  outcome: 'known',
  message: `below ${failOn}, the level that fails the check: ${line.message}`,
})

const PASS = { outcome: 'passed', message: '', details: [] } as const

/** The details of a cause, a line each. */
export const causeDetails = (cause: Cause, report: Report): readonly string[] => [
  ...detailsOf(cause, cause.example, report),
  `differences with this cause: ${cause.count}`,
]

/** The details of one finding and its cause. */
function detailsOf(cause: Cause, example: Example, report: Report): readonly string[] {
  const { switches } = cause
  const sides = sidesOf(example)
  const rule = ruleLine(cause)
  return [
    ...(rule === undefined ? [] : [`rule: ${rule}`]),
    ...curlLines(example, report).map((text) => `request: ${text}`),
    ...answerLines(example).map((text) => `with: ${text}`),
    ...tokenLines({ tokens: report.tokens, causes: [cause] }).map((text) => `with: ${text}`),
    `differs: ${pathText(example)}`,
    `expected: ${sides.expected}`,
    `got: ${sides.got}`,
    ...switchLines(switches).map((line) => `why: the target ${line}`),
    `again: ${originText(example)}`,
  ]
}

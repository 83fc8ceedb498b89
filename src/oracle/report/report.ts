/** What a check says: plain data, the same for every form in which it is written. */
import type { RuleId } from '../../reference/rules.ts'
import type { Finding } from '../causes/example.ts'
import type { Switch } from '../causes/switches.ts'
import type { Level } from '../suite/suite.ts'

/** How far a target conforms; made of the counts below. */
export type Verdict = 'conformant' | 'different' | 'broken'

/** A column of the matrix. */
export const COLUMNS = ['MUST', 'SHOULD', 'MAY', 'generated', 'laws'] as const
export type Column = Level | 'generated' | 'laws'

export interface Counts {
  readonly passed: number
  /** Known failures are not among them. */
  readonly failed: number
  readonly known: number
  readonly skipped: number
}

export interface MatrixRow {
  /** A tag of the cases; for a generated request, what its query holds. */
  readonly feature: string
  readonly columns: { readonly [column in Column]: Counts }
}

/** One reason for any number of findings. */
export interface Cause {
  /** Stands for the same cause in every run: a quirk, or a rule and the kind of difference. */
  readonly key: string
  /** One line. */
  readonly title: string
  /** The rule that goes with the differences most; undefined where the answers follow none. */
  readonly rule: RuleId | undefined
  readonly switches: readonly Switch[]
  readonly feature: string
  /** The highest level among the cases, `SHOULD` for a generated request by an observed rule. */
  readonly level: Level
  /** How many requests of the run it accounts for. */
  readonly count: number
  /** The generated requests among them, by feature. */
  readonly generated: Readonly<Record<string, number>>
  /** The suite cases among them, by id. */
  readonly cases: readonly string[]
  /** The one with the shortest request. */
  readonly example: Finding
  /** Why it is no news; undefined for a cause that is. */
  readonly knownBecause: string | undefined
}

/** One suite case, for the reports that list each. */
export interface CaseLine {
  readonly id: string
  readonly name: string
  readonly level: Level
  readonly feature: string
  readonly outcome: 'passed' | 'failed' | 'known' | 'skipped'
  /** The key of its cause, or why it was skipped. */
  readonly note: string | undefined
}

export interface LawLine {
  readonly id: string
  readonly says: string
  readonly outcome: 'passed' | 'failed' | 'known'
  readonly note: string | undefined
}

export interface Report {
  /** Counts up when a reader of the report would have to change. */
  readonly version: 1
  readonly target: string
  readonly profile: string
  readonly dataset: string
  readonly seed: number
  readonly settings: { readonly ids: string; readonly times: string; readonly errors: string }
  readonly verdict: Verdict
  /** Requests sent to the target, all told. */
  readonly sent: number
  readonly counts: Counts
  readonly matrix: readonly MatrixRow[]
  /** Most telling first. */
  readonly causes: readonly Cause[]
  readonly cases: readonly CaseLine[]
  readonly laws: readonly LawLine[]
  /** Entries of the file of known failures that did not fail. */
  readonly unexpectedPasses: readonly string[]
  /** What the reader should know about the run itself. */
  readonly notices: readonly string[]
  readonly milliseconds: number
}

export const NO_COUNTS: Counts = { passed: 0, failed: 0, known: 0, skipped: 0 }

/** The process status of a verdict. */
export function exitStatus(verdict: Verdict): 0 | 1 | 2 {
  switch (verdict) {
    case 'conformant':
      return 0
    case 'different':
      return 1
    case 'broken':
      return 2
  }
}

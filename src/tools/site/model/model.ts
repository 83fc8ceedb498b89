/** Reads the data that the pages of the site show, and connects the parts: rules, cases, quirks and statements. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decisionEvidence, quirkEvidence, type ShownBy } from '../../../oracle/suite/evidence.ts'
import type { RecordedLine } from '../../../oracle/suite/recordings.ts'
import { datasetFolder, FIXTURES, loadSuite, type SuiteCase } from '../../../oracle/suite/suite.ts'
import type { DatasetFiles } from '../../../reference/load/files/files.ts'
import { readFolder } from '../../../reference/load/files/folder.ts'
import { RULES, type RuleId } from '../../../reference/rules.ts'
import { isChangeId } from '../../../reference/strapi/changes.ts'
import { isDecision } from '../../../reference/strapi/databases/database.ts'
import { isQuirkId, QUIRK_IDS, type QuirkId } from '../../../reference/strapi/quirks.ts'
import {
  caseAddress,
  caseGroup,
  changeAddress,
  decisionAddress,
  quirkAddress,
  recordingAddress,
  statementAddress,
} from '../address.ts'
import { type Docs, readDocs } from './docs.ts'
import type { Gathered } from './gathered.ts'
import { RULE_IDS, type Statement, statementsOf } from './spec-pages.ts'

/** The inputs of the site: the suite, the specification, and the collected data. */
export interface Inputs {
  readonly version: string
  readonly suite: readonly SuiteCase[]
  /** The Markdown pages of the specification by name. */
  readonly pages: ReadonlyMap<string, string>
  readonly datasets: ReadonlyMap<string, DatasetFiles>
  readonly quirkEvidence: ReadonlyMap<QuirkId, readonly string[]>
  readonly decisionEvidence: ShownBy
  readonly gathered: Gathered
  readonly docs: Docs
}

/** The inputs of the site with their cross-references. */
export interface SiteModel extends Inputs {
  readonly statements: readonly Statement[]
  readonly cases: ReadonlyMap<string, SuiteCase>
  /** The cases by group: the first two words of their ids, in order of first appearance. */
  readonly groups: ReadonlyMap<string, readonly SuiteCase[]>
  /** The cases that test each rule; cases of the level MUST come first. */
  readonly casesOf: ReadonlyMap<RuleId, readonly SuiteCase[]>
  /** The quirks that depart from each rule. The member `rulesOf` has the rules that each quirk departs from. */
  readonly quirksOf: ReadonlyMap<RuleId, readonly QuirkId[]>
  readonly rulesOf: ReadonlyMap<QuirkId, readonly RuleId[]>
  readonly recordings: ReadonlyMap<string, RecordedLine>
  /**
   * Returns the address of evidence (a case, recording, quirk, decision, change or statement); undefined if the site
   * lacks it.
   */
  readonly addressOf: (id: string) => string | undefined
}

/** Reads the fixtures of the package and the data that its build collected. */
export function readInputs(version: string, gathered: Gathered): Inputs {
  const suite = loadSuite()
  const spec = join(FIXTURES, 'spec')
  const names = [...new Set(suite.map(({ dataset }) => dataset))].sort()
  return {
    version,
    suite,
    pages: new Map(
      readdirSync(spec)
        .sort()
        .map((file) => [file.replace(/\.md$/, ''), readFileSync(join(spec, file), 'utf8')]),
    ),
    datasets: new Map(names.map((name) => [name, readFolder(datasetFolder(name)).files])),
    quirkEvidence: quirkEvidence(),
    decisionEvidence: decisionEvidence(),
    gathered,
    docs: readDocs(dirname(FIXTURES)),
  }
}

export function modelOf(inputs: Inputs): SiteModel {
  const { suite, pages, gathered } = inputs
  const statements = statementsOf(pages.get('guide') ?? '')
  const cases = new Map(suite.map((one) => [one.id, one]))
  const recordings = new Map(gathered.recordings.map((one) => [one.id, one]))
  const rulesOf = new Map(QUIRK_IDS.map((id) => [id, rulesOfQuirk(id, inputs, cases)]))
  return {
    ...inputs,
    statements,
    cases,
    groups: grouped(suite),
    casesOf: new Map(RULE_IDS.map((id) => [id, casesOfRule(id, suite)])),
    rulesOf,
    quirksOf: new Map(
      RULE_IDS.map((id) => [id, QUIRK_IDS.filter((quirk) => rulesOf.get(quirk)?.includes(id))]),
    ),
    recordings,
    addressOf: addresses(cases, recordings, new Set(statements.map(({ id }) => id))),
  }
}

function grouped(suite: readonly SuiteCase[]): ReadonlyMap<string, readonly SuiteCase[]> {
  const groups = new Map<string, SuiteCase[]>()
  for (const one of suite) {
    const name = caseGroup(one.id)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [one])
    else group.push(one)
  }
  return groups
}

/**
 * Returns the test cases of a rule. Cases of the level MUST come first, and cases about departures of the real
 * server last. Within each of these three groups, cases with fewer other rules come first.
 */
function casesOfRule(rule: RuleId, suite: readonly SuiteCase[]): readonly SuiteCase[] {
  const rank = ({ level, profile }: SuiteCase): number =>
    profile !== undefined && profile !== 'documented' ? 2 : level === 'MUST' ? 0 : 1
  return suite
    .filter(({ rules }) => rules.includes(rule))
    .toSorted((a, b) => rank(a) - rank(b) || a.rules.length - b.rules.length)
}

/**
 * Returns the rules that a quirk concerns: the rules that name the quirk as their source, and the rules of its cases.
 */
function rulesOfQuirk(
  quirk: QuirkId,
  { quirkEvidence }: Inputs,
  cases: ReadonlyMap<string, SuiteCase>,
): readonly RuleId[] {
  const shown = (quirkEvidence.get(quirk) ?? []).flatMap((id) => cases.get(id)?.rules ?? [])
  const resting = RULE_IDS.filter(
    (id) => RULES[id].source.kind === 'quirks' && RULES[id].source.ids.some((one) => one === quirk),
  )
  return [...new Set([...resting, ...shown])]
}

function addresses(
  cases: ReadonlyMap<string, SuiteCase>,
  recordings: ReadonlyMap<string, RecordedLine>,
  statements: ReadonlySet<string>,
): SiteModel['addressOf'] {
  return (id) => {
    if (cases.has(id)) return caseAddress(id)
    if (isQuirkId(id)) return quirkAddress(id)
    if (isDecision(id)) return decisionAddress(id)
    if (isChangeId(id)) return changeAddress(id)
    if (statements.has(id)) return statementAddress(id)
    return recordings.has(id) ? recordingAddress(id) : undefined
  }
}

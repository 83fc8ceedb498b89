/** What a check finds: requests whose answers differ, and what they have in common. */

import type { DatasetFiles } from '../../reference/graph/files.ts'
import type { RuleId } from '../../reference/rules.ts'
import type { Departure } from '../compare/difference.ts'
import type { Reference } from '../exchange/reference.ts'
import { compareTo, type Exchange, type Session } from '../exchange/session.ts'
import { translateBody } from '../names/translate.ts'
import type { Level, SuiteAnswer } from '../suite/suite.ts'
import type { Outcome, WireRequest } from '../target/target.ts'
import { explain, type Switch, switchesText } from './switches.ts'

/** What asked for it. */
export type Origin =
  | { readonly part: 'suite'; readonly id: string; readonly name: string; readonly level: Level }
  /** `replay` is what `--replay` takes. */
  | { readonly part: 'generated'; readonly replay: string }
  | { readonly part: 'law'; readonly id: string; readonly replay: string }

export interface Finding {
  readonly origin: Origin
  /** In the names of the reference. */
  readonly request: WireRequest
  /** As sent. */
  readonly sent: WireRequest
  readonly expected: SuiteAnswer
  readonly outcome: Outcome
  /** The target's answer in the names of the reference; undefined where there is none. */
  readonly found: SuiteAnswer | undefined
  readonly difference: Departure
  /** The rules that the reference's answer follows. */
  readonly rules: readonly RuleId[]
  /** Those of them that a bare request of the same path does not follow. */
  readonly telling: readonly RuleId[]
  readonly switches: readonly Switch[]
  /** The dataset, where it was generated too. */
  readonly files?: DatasetFiles
}

/** The finding of an exchange that differs. */
export function findingOf(
  session: Session,
  exchange: Exchange,
  difference: Departure,
  origin: Origin,
  files?: DatasetFiles,
): Finding {
  const { request, sent, referenced, outcome } = exchange
  const { answer, rules } = referenced
  const found = outcome.kind === 'failed' ? undefined : translated(session, exchange, outcome.answer)
  return {
    origin,
    request,
    sent,
    expected: bounded(answer),
    outcome: outcome.kind === 'failed' ? outcome : { ...outcome, answer: bounded(outcome.answer) },
    found: found === undefined ? undefined : bounded(found),
    difference,
    rules,
    telling: tellingRules(session.reference, exchange),
    switches: explain(session, exchange),
    ...(files === undefined ? {} : { files }),
  }
}

function translated(session: Session, exchange: Exchange, found: SuiteAnswer): SuiteAnswer {
  const { referenced, type } = exchange
  const { pairs } = compareTo(session, exchange, found, referenced.answer)
  return { ...found, body: translateBody(found.body, referenced.answer.body, type, session.equality, pairs) }
}

/** The longest body that a report holds, in characters. */
const MAX_KEPT = 200_000

/** An answer whose body a report can hold and print. */
function bounded(answer: SuiteAnswer): SuiteAnswer {
  try {
    const text = JSON.stringify(answer.body)
    return text.length <= MAX_KEPT ? answer : { ...answer, body: `${text.slice(0, MAX_KEPT)}…` }
  } catch {
    return { ...answer, body: 'nested too deeply to be printed' }
  }
}

/** The rules that an answer follows because of what the request says beyond its path. */
export function tellingRules(reference: Reference, { request, referenced }: Exchange): readonly RuleId[] {
  const path = request.url.replace(/\?.*$/s, '')
  const bare = new Set(reference.ask({ method: 'GET', url: path, headers: {} }).rules)
  return referenced.rules.filter((rule) => !bare.has(rule))
}

/** How two answers differ, in kind: what can come of one cause is of one kind. */
export function kindOf({ path, expected, found }: Departure, outcome: Outcome): string {
  if (outcome.kind === 'failed') return `no answer: ${outcome.why}`
  if (path === 'status') return `status ${String(expected)} → ${String(found)}`
  return path.startsWith('headers/') ? path : 'body'
}

/**
 * Whether a difference can come of the same cause as a finding whose request was made as small as it gets.
 */
export function isLike(finding: Finding, difference: Departure, exchange: Exchange): boolean {
  if (kindOf(finding.difference, finding.outcome) !== kindOf(difference, exchange.outcome)) return false
  return finding.telling.every((rule) => exchange.referenced.rules.includes(rule))
}

/** The switches of a finding as one word; undefined for a finding that none explains. */
export const explanation = ({ switches }: Finding): string | undefined =>
  switches.length === 0 ? undefined : switchesText(switches)

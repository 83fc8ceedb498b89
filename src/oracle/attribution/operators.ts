/** Attributes a refused filter to the operator that the target's error names. */
import { isLogicalOperator, isTestOperator, LOGICAL, OPERATORS } from '../../reference/operators/operators.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import type { Exchange } from '../exchange/session.ts'
import { partsOf, readPart } from '../names/mentions.ts'
import type { Answer } from '../target/target.ts'
import { messageOf } from './refused.ts'
import type { Suspect } from './suspect.ts'

/**
 * Returns a suspect if the target refuses a valid request with a message that names one operator of the request. The
 * check treats each operator as a separate cause, because a server usually lacks only some operators. A message that
 * lists several operators does not say which operator the target refuses.
 */
export function refusedOperator(
  { request, referenced }: Exchange,
  { status, body }: Answer,
): readonly Suspect[] {
  if (referenced.answer.status !== 200 || status !== 400) return []
  const words = messageOf(body).split(BETWEEN_NAMES)
  const [operator, ...others] = new Set(words.filter((word) => word.startsWith('$')))
  const rule = operator === undefined || others.length > 0 ? undefined : ruleOf(operator)
  if (operator === undefined || rule === undefined || !namesIn(request.url).includes(operator)) return []
  return [{ rule, kind: REFUSED, says: `\`${operator}\` is a filter operator. The server refuses it.` }]
}

const REFUSED = 'operator refused'

/** Returns whether a suspect is an operator that the target refuses. */
export const isRefusedOperator = ({ kind }: Suspect): boolean => kind === REFUSED

/** Returns the rules of the operators that a query names, without the rules of implicit operators. */
export const operatorRules = (url: string): readonly CheckedRule[] =>
  namesIn(url).flatMap((name) => ruleOf(name) ?? [])

const namesIn = (url: string): readonly string[] =>
  partsOf(splitTarget(url).search).flatMap((part) => readPart(part).segments)

/** Matches the characters between the names in an error message. */
const BETWEEN_NAMES = /[^$\w]+/

function ruleOf(name: string): CheckedRule | undefined {
  if (isTestOperator(name)) return OPERATORS[name].rule
  return isLogicalOperator(name) ? LOGICAL[name].rule : undefined
}

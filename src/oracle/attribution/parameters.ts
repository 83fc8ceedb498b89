/**
 * Finds the query parameters of a request, and the rules of those parameters that do not affect the reference's
 * answer.
 */

import { asDecoded } from '../../util/url/percent.ts'
import { splitTarget } from '../../util/url/target.ts'
import type { CheckedRule } from '../exchange/rules.ts'
import { specificRules } from '../exchange/specific-rules.ts'
import { partsOf } from '../names/mentions.ts'
import type { Suspect, SuspectContext } from './suspect.ts'

/** The rule of each query parameter that may have no effect on an answer, by the parameter's name. */
const RULES: ReadonlyMap<string, CheckedRule> = new Map([
  ['pagination[page]', 'pagination.page'],
  ['pagination[pageSize]', 'pagination.page'],
  ['pagination[start]', 'pagination.offset'],
  ['pagination[limit]', 'pagination.offset'],
  ['pagination[withCount]', 'pagination.with-count'],
  ['page', 'pagination.misplaced'],
  ['pageSize', 'pagination.misplaced'],
  ['start', 'pagination.misplaced'],
  ['limit', 'pagination.misplaced'],
  ['status', 'status.value'],
  ['locale', 'locale.value'],
  ['publicationFilter', 'status.publication-filter'],
  ['hasPublishedVersion', 'status.has-published-version'],
  ['lookup', 'query.reserved'],
  ['_q', 'search.text'],
])

/** The rules that an answer follows if the parameter affects the answer, by the parameter's name. */
const EFFECTS: ReadonlyMap<string, readonly CheckedRule[]> = new Map([
  ['status', ['status.draft']],
  ['locale', ['locale.chosen', 'locale.all']],
])

/** The rule about the form of each query parameter, by the name of the parameter. */
const FORMS: ReadonlyMap<string, CheckedRule> = new Map([
  ['fields', 'fields.shape'],
  ['filters', 'filters.no-value'],
  ['populate', 'populate.forms'],
  ['sort', 'sort.shape'],
  ['pagination', 'pagination.number'],
])

/** Returns the decoded keys of a query's parameters with their brackets, such as `filters[name]`. */
const namesOf = (url: string): readonly string[] =>
  partsOf(splitTarget(url).search).map((part) => asDecoded(part.split('=', 1)[0] ?? ''))

/**
 * Returns the rules of the request's parameters that do not affect the reference's answer. A target may refuse or apply
 * such a parameter.
 */
export const refusedParameters = ({
  exchange: { request, referenced },
}: SuspectContext): readonly CheckedRule[] =>
  namesOf(request.url).flatMap((name) => {
    const rule = RULES.get(name)
    const effects = EFFECTS.get(name) ?? []
    return rule === undefined || [rule, ...effects].some((one) => referenced.rules.includes(one))
      ? []
      : [rule]
  })

/**
 * Returns the suspect for a valid request that the target refuses, if the request has only one query parameter and the
 * reference's answer follows no rule about this parameter.
 */
export function refusedValue({ session, exchange }: SuspectContext): readonly Suspect[] {
  const [name = '', ...others] = chaptersOf(exchange.request.url)
  const rule = FORMS.get(name)
  const hasEffect = specificRules(session.reference, exchange).some((one) => one.startsWith(`${name}.`))
  if (rule === undefined || others.length > 0 || hasEffect) return []
  const says = `The value of \`${name}\` in this request is valid and has no effect. The server refuses the value.`
  return [{ rule, kind: 'refused value', says }]
}

/** Returns the chapters of rules (such as `filters` and `locale`) about the parameters of a request. */
export const chaptersOf = (url: string): ReadonlySet<string> =>
  new Set(namesOf(url).map((name) => (name === '_q' ? 'search' : (name.split('[', 1)[0] ?? ''))))
